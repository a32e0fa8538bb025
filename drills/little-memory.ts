import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ask } from "./ask.ts";
import { atMost, type Drill, exactly, quantile } from "./drill.ts";
import { openGround } from "./ground.ts";
import { manyAtOnce } from "./many-at-once.ts";
import { createClan, password, signUp } from "./people.ts";
import { seconds, startWatching, statuses, type Watched } from "./watch.ts";

const bytes = 256 * 1024 * 1024;

export const littleMemory: Drill = {
  id: "F28",
  what: "an instance that may use 256 MB, and everybody signs in at once",
  rounds: { few: 300, many: 3_000 },
  async run(rounds) {
    const ground = await openGround();
    const group = openGroup();
    try {
      const instance = await group.within(() => ground.startInstance());
      const { line } = instance;
      const owner = await signUp(line);
      const path = `/api/clans/${await createClan(line, owner)}`;
      const calls = startWatching(line, path, { token: owner.token });
      const signIns: Watched[] = await manyAtOnce(rounds, 100, async () => {
        const began = performance.now();
        const body = { email: owner.email, password };
        const { status } = await ask(line, "POST", "/auth/v1/token?grant_type=password", { body });
        return { status, ms: performance.now() - began };
      });
      const called = await calls.stop();
      const after = await ask(line, "GET", path, { token: owner.token });
      process.stdout.write(`  ${statuses(signIns)}; calls ${statuses(called)}; ${group.peakMiB()} MiB at most\n`);
      const signedIn = signIns.filter(({ status }) => status === 200);
      return [
        exactly("instances that ended", instance.isRunning() ? 0 : 1, 0),
        exactly("processes killed for want of memory", group.killed(), 0),
        exactly(
          "answers other than a success, 429 or 503",
          signIns.filter(isOdd).length + called.filter(isOdd).length,
          0,
        ),
        exactly("refusals when all is over", after.status === 200 ? 0 : 1, 0),
        atMost(
          "a sign-in that succeeds, 99 of 100",
          quantile(
            signedIn.map(({ ms }) => ms),
            0.99,
          ) / 1000,
          10,
          "s",
        ),
        atMost("a call of somebody else meanwhile, 95 of 100", seconds(called, 0.95), 2, "s"),
      ];
    } finally {
      await ground.close();
      group.close();
    }
  },
};

function isOdd({ status }: Watched): boolean {
  return ![200, 429, 503].includes(status);
}

/** A group of processes with little memory, by either version of Linux's control groups. Needs root. */
function openGroup() {
  const root = "/sys/fs/cgroup";
  const isFirst = existsSync(join(root, "memory"));
  const parent = isFirst ? join(root, "memory") : root;
  const path = join(parent, `clanhall-${process.pid}`);
  const own = isFirst ? findOwn(/^\d+:memory:(.*)$/m, parent) : findOwn(/^0::(.*)$/m, root);
  const read = (file: string) => readFileSync(join(path, file), "utf8");
  mkdirSync(path);
  writeFileSync(join(path, isFirst ? "memory.limit_in_bytes" : "memory.max"), String(bytes));
  return {
    /** What is started within stays within; the drill itself comes out again. */
    async within<Result>(start: () => Promise<Result>): Promise<Result> {
      writeFileSync(join(path, "cgroup.procs"), String(process.pid));
      try {
        return await start();
      } finally {
        writeFileSync(join(own, "cgroup.procs"), String(process.pid));
      }
    },
    killed: () => Number(/oom_kill (\d+)/.exec(read(isFirst ? "memory.oom_control" : "memory.events"))?.[1]),
    peakMiB: () => Math.round(Number(read(isFirst ? "memory.max_usage_in_bytes" : "memory.peak")) / 1024 / 1024),
    close: () => rmdirSync(path),
  };
}

function findOwn(line: RegExp, root: string): string {
  return join(root, line.exec(readFileSync("/proc/self/cgroup", "utf8"))?.[1] ?? "/");
}
