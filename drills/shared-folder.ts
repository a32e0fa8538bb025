import { spawn } from "node:child_process";
import { chownSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findFreePort, type RunningServer } from "../bench/processes.ts";
import { runCommand, runScript } from "./commands.ts";
import { openDataFolder } from "./data-folder.ts";
import { atMost, type Drill, exactly, quantile } from "./drill.ts";
import { signUp } from "./people.ts";

type Folder = Awaited<ReturnType<typeof openDataFolder>>;

/** Milliseconds to take over what a crash left. */
interface Left {
  /** The database still runs. */
  running: number;
  /** It was killed too, and has to recover. */
  killed: number;
  /** Its lock names a program that is none of ours. */
  numberUsedAgain: number;
}

const refusal = /^Another Clanhall is already running on .+\. Stop it, or set CLANHALL_DATA to another folder\.\n$/;

export const sharedFolder: Drill = {
  id: "F22",
  what: "two instances and commands meet on one data folder, and crashes leave their locks in it",
  rounds: { few: 2, many: 15 },
  async run(rounds) {
    const folder = await openDataFolder();
    try {
      const unclear: string[] = [];
      const left: Left[] = [];
      let disturbed = 0;
      for (let round = 0; round < rounds; round++) {
        const instance = await folder.startInstance();
        const refused = await Promise.all([
          startSecond(folder),
          runCommand(["migrate"], folder.env),
          runCommand(["restore", await backUp(folder), "--force"], folder.env),
        ]);
        for (const { code, complained } of refused) {
          if (code !== 1 || !refusal.test(complained)) unclear.push(`${code}: ${complained}`);
        }
        await signUp(instance.line).catch(() => (disturbed += 1));
        left.push(await leaveAndTakeOver(folder, instance));
      }
      for (const texts of unclear) process.stdout.write(`  ${texts}\n`);
      const takeovers = left.flatMap(({ running, numberUsedAgain }) => [running, numberUsedAgain]);
      const recoveries = left.map(({ killed }) => killed);
      return [
        exactly("second servers and replacing commands not refused in clear words", unclear.length, 0),
        exactly("first servers that noticed", disturbed, 0),
        atMost("until a lock left by a crash is taken", quantile(takeovers, 1) / 1000, 1, "s"),
        atMost("until a database killed with its instance is back", quantile(recoveries, 1) / 1000, 3, "s"),
      ];
    } finally {
      await folder.close();
    }
  },
};

async function startSecond({ env }: Folder) {
  const own = { ...env, PORT: String(await findFreePort()), NODE_ENV: "production", LOG_LEVEL: "silent" };
  return runScript("server/src/main.ts", [], own);
}

/** A command that only reads works beside the server. */
async function backUp({ env, parent }: Folder): Promise<string> {
  const file = join(parent, "beside.backup");
  const { code, complained } = await runCommand(["backup", file], env);
  if (code !== 0) throw new Error(`a backup beside the server failed: ${complained}`);
  return file;
}

async function leaveAndTakeOver(folder: Folder, instance: RunningServer): Promise<Left> {
  await instance.kill();
  const running = await takeOver(folder);
  await (await folder.startInstance()).kill();
  folder.killPostmaster();
  const killed = await takeOver(folder);
  const other = spawn("sleep", ["60"], ownerOf(folder));
  try {
    writeStaleLock(folder, other.pid ?? 0);
    return { running, killed, numberUsedAgain: await takeOver(folder) };
  } finally {
    other.kill();
  }
}

async function takeOver(folder: Folder): Promise<number> {
  const began = performance.now();
  const owner = await folder.open("server");
  const ms = performance.now() - began;
  await owner.close();
  return ms;
}

function ownerOf({ path }: Folder): { uid?: number; gid?: number } {
  const { uid, gid } = statSync(join(path, "postgres"));
  return process.getuid?.() === 0 ? { uid, gid } : {};
}

/** As PostgreSQL leaves it, with the number of a program that is none of ours. */
function writeStaleLock(folder: Folder, pid: number): void {
  const cluster = join(folder.path, "postgres");
  const socket = join(folder.path, "socket");
  const lines = [pid, cluster, 1_700_000_000, 5432, socket, "", "  1 1", "ready   "].join("\n");
  const { uid, gid } = statSync(cluster);
  for (const file of [join(cluster, "postmaster.pid"), join(socket, ".s.PGSQL.5432.lock")]) {
    writeFileSync(file, lines, { mode: 0o600 });
    chownSync(file, uid, gid);
  }
}
