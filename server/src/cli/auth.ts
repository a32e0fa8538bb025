import { createAccessTokens, longestServiceMinutes, toIssuer } from "../access/access-tokens.ts";
import { openKeyRing } from "../access/key-ring.ts";
import { rotateKeys } from "../access/key-rotation.ts";
import { listAllSigningKeys } from "../access/signing-keys.queries.ts";
import { openDatabase } from "../db/database.ts";
import { StartError } from "../db/start-error.ts";
import type { Db } from "../db/tables.ts";
import { insertAdminAudit } from "../features/app-admins/admin-audit.queries.ts";
import type { Settings } from "../settings.ts";
import { type Command, UsageError } from "./command.ts";

type Say = (line: string) => void;
type Work = (db: Db, settings: Settings, say: Say) => Promise<void>;

const usage = `auth needs token with at most ${longestServiceMinutes} minutes, rotate-keys, or keys`;

export const auth: Command = {
  usage: "auth token [minutes], auth rotate-keys, auth keys",
  summary: "makes a token for the admin API, or replaces the keys that sign tokens, also while it is running",
  async run([action, minutes, ...more], { settings, log, say }) {
    const work = findWork(action, minutes);
    if (!work || more.length > 0) throw new UsageError(usage);
    if (action !== "token" && settings.auth.signingKeysFile) {
      throw new StartError("AUTH_SIGNING_KEYS is set: the keys are those of its file, and they are replaced there.");
    }
    const database = await openDatabase(settings, log, "visitor");
    try {
      await work(database.db, settings, say);
    } finally {
      await database.close();
    }
  },
};

function findWork(action: string | undefined, minutes: string | undefined): Work | null {
  if (action === "token") return toTokenWork(minutes ?? "60");
  if (minutes !== undefined) return null;
  if (action === "rotate-keys") return rotate;
  if (action === "keys") return listKeys;
  return null;
}

function toTokenWork(text: string): Work | null {
  const minutes = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (minutes < 1 || minutes > longestServiceMinutes) return null;
  return (db, settings, say) => printToken(db, settings, say, minutes);
}

/** The token and nothing else, so that a script can take it as it is. That it was made is written down, it itself is not. */
async function printToken(db: Db, settings: Settings, say: Say, minutes: number): Promise<void> {
  const keys = await openKeyRing(db, settings.auth.signingKeysFile);
  const rules = { issuer: toIssuer(settings.publicUrl), seconds: settings.auth.tokenSeconds };
  const token = await createAccessTokens(keys, rules).signService(minutes * 60);
  const nobody = { userId: null, requestId: null };
  const made = { action: "service_token.create", target: { type: "service_token" as const }, after: { minutes } };
  await insertAdminAudit(db, nobody, made);
  say(token);
}

async function rotate(db: Db, _settings: Settings, say: Say): Promise<void> {
  // An installation that has not started yet gets its first key here, or nothing could sign until the new one does.
  await openKeyRing(db, null);
  const { isNew, signsFrom } = await rotateKeys(db);
  const when = toMinute(signsFrom);
  say(
    isNew
      ? `A new key is published and signs from ${when}. The old one still verifies until its last token has expired.`
      : `A new key is waiting already and signs from ${when}; nothing was changed.`,
  );
}

async function listKeys(db: Db, _settings: Settings, say: Say): Promise<void> {
  const keys = await listAllSigningKeys(db);
  if (keys.length === 0) say("There is no key yet; the first start makes one.");
  for (const { kid, created_at, signs_from, retired_at } of keys) {
    const retired = retired_at ? `  retired ${toMinute(retired_at)}` : "";
    say(`${kid}  created ${toMinute(created_at)}  signs from ${toMinute(signs_from)}${retired}`);
  }
}

function toMinute(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
