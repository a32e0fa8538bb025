import { setTimeout as pause } from "node:timers/promises";
import { firstHealthPollMs, healthPollMs } from "../contract/src/system.ts";
import { ask } from "./ask.ts";
import { atMost, type Drill, exactly } from "./drill.ts";
import { openGround } from "./ground.ts";
import { createClan, signUp } from "./people.ts";

const windowMs = 1_000;

export const outageReturn: Drill = {
  id: "F26",
  what: "a thousand tabs look for a backend that was away and is back",
  rounds: { few: 1_000, many: 4_000 },
  async run(tabs) {
    const ground = await openGround();
    try {
      const first = await ground.startInstance();
      const owner = await signUp(first.line);
      const clanId = await createClan(first.line, owner);
      const address = first.line;
      await first.kill();
      const asked: number[] = [];
      const errors: string[] = [];
      let isBack = false;
      const end = Promise.withResolvers<"end">();
      const get = async (path: string, token?: string) => {
        const isToSucceed = isBack;
        asked.push(performance.now());
        const { status } = await ask(address, "GET", path, { ...(token !== undefined && { token }) });
        if (isToSucceed && status !== 200) errors.push(`${status} at ${path.split("/", 3).join("/")}`);
        return status;
      };

      /** What a tab does from the moment it notices: it looks for the backend, and then reads its page anew. */
      async function follow(): Promise<void> {
        let wait = firstHealthPollMs();
        while ((await Promise.race([pause(wait), end.promise])) !== "end") {
          if ((await get("/health")) === 200) {
            await Promise.all([get("/api/me/profile", owner.token), get(`/api/clans/${clanId}`, owner.token)]);
            return;
          }
          wait = healthPollMs;
        }
      }

      const following = Array.from({ length: tabs }, follow);
      await ground.startInstance({ PORT: new URL(address).port });
      isBack = true;
      const back = performance.now();
      await pause(healthPollMs);
      end.resolve("end");
      await Promise.all(following);
      if (errors.length > 0) process.stdout.write(`  answered ${[...new Set(errors)].join(", ")}\n`);
      const counts = countByWindow(asked, back);
      const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
      return [
        atMost("most calls in a second, beside the mean", Math.max(...counts) / mean, 3, "×"),
        exactly("calls that failed once the backend was back", errors.length, 0),
      ];
    } finally {
      await ground.close();
    }
  },
};

function countByWindow(asked: number[], back: number): number[] {
  const counts = Array.from({ length: healthPollMs / windowMs }, () => 0);
  for (const at of asked) {
    const index = Math.floor((at - back) / windowMs);
    if (index >= 0 && index < counts.length) counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}
