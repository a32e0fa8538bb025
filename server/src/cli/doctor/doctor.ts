import type { Log } from "../../db/log.ts";
import { StartError } from "../../db/start-error.ts";
import { readSettings, type Settings } from "../../settings.ts";
import { type Command, UsageError } from "../command.ts";
import { checkDatabase } from "./check-database.ts";
import { checkDisk, checkPort, checkWeb } from "./check-machine.ts";
import { checkMail, checkSealingKey, checkSettings, checkSigningKeys } from "./check-settings.ts";
import { type Finding, fine, problem } from "./finding.ts";

export const doctor: Command = {
  usage: "doctor",
  summary: "checks settings, database, mail, clock and disk, and says what to fix, also while it is running",
  async run(args, { env, log, say, signal }) {
    if (args.length > 0) throw new UsageError("doctor takes nothing further");
    let problems = 0;
    for await (const finding of examine(env, log)) {
      signal.throwIfAborted();
      if (finding.state === "problem") problems += 1;
      say(toLine(finding));
    }
    if (problems > 0) throw new StartError(problems === 1 ? "One problem to fix." : `${problems} problems to fix.`);
  },
};

async function* examine(env: Record<string, string | undefined>, log: Log): AsyncGenerator<Finding> {
  let settings: Settings;
  try {
    settings = readSettings(env);
  } catch (error) {
    yield* listUnusable(error);
    return;
  }
  yield fine("settings", "All of them can be used.");
  yield* checkSettings(settings);
  yield await checkSealingKey(settings);
  if (settings.auth.signingKeysFile) yield await checkSigningKeys(settings.auth.signingKeysFile);
  yield await checkWeb();
  const disk = await checkDisk(settings);
  yield* disk.findings;
  const isNew = !disk.hasDatabase && disk.findings.every(({ state }) => state !== "problem");
  if (disk.hasDatabase) yield* checkDatabase(settings, log);
  else if (isNew) yield fine("database", "There is none yet; the first start makes it.");
  yield await checkMail(settings);
  yield await checkPort(settings);
}

/** The first line of the message says that Clanhall cannot start, each further one why. */
function listUnusable(error: unknown): Finding[] {
  if (!(error instanceof StartError)) throw error;
  const [first = "", ...reasons] = error.message.split("\n");
  return (reasons.length > 0 ? reasons : [first]).map((reason) => problem("settings", `${reason.trim()}: correct it.`));
}

function toLine({ state, subject, text }: Finding): string {
  return `${state.padEnd(9)}${subject.padEnd(10)}${text}`;
}
