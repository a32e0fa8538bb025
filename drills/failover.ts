import { setTimeout as pause } from "node:timers/promises";
import { atMost, type Drill, exactly } from "./drill.ts";
import { openLeaderAndStandby } from "./leader-and-standby.ts";
import { testSecret } from "../server/src/testing/secrets.ts";
import { startProduct } from "./instances.ts";
import { until } from "./ground.ts";
import { checkWrites, startWriting, describeWrites } from "./numbered-writes.ts";
import { call, createClan, signUp } from "./people.ts";

export const failover: Drill = {
  id: "F05",
  what: "the leader of two PostgreSQL dies while people write, and its synchronous standby takes over",
  rounds: { few: 1, many: 5 },
  async run(rounds) {
    const figures = { lost: 0, wrong: 0, ended: 0, away: 0 };
    for (let round = 0; round < rounds; round++) {
      const pair = await openLeaderAndStandby();
      if (!pair) {
        process.stdout.write("  left out: this machine has no PostgreSQL of its own in /usr/lib/postgresql\n");
        return [];
      }
      const instance = await startProduct({ DATABASE_URL: pair.url, CLANHALL_SECRET: testSecret });
      try {
        const owner = await signUp(instance.line);
        const clanId = await createClan(instance.line, owner);
        const writing = startWriting({ addresses: [instance.line], owner, clanId, clients: 10 });
        await pause(3_000);
        const began = performance.now();
        await pair.failOver();
        await until(() =>
          call(instance.line, owner, "POST", `/api/clans/${clanId}/members`, { name: "After" }).then(
            () => true,
            () => false,
          ),
        );
        figures.away = Math.max(figures.away, performance.now() - began);
        await pause(1_000);
        await writing.stop();
        const { lost, doubled, partial } = await checkWrites(pair, clanId, writing);
        process.stdout.write(`  ${describeWrites(writing.answers)}\n`);
        figures.lost += lost;
        figures.wrong += doubled + partial + writing.unknown.length;
        figures.ended += instance.isRunning() ? 0 : 1;
      } finally {
        await instance.kill();
        await pair.close();
      }
    }
    return [
      exactly("acknowledged writes lost", figures.lost, 0),
      exactly("writes done twice, without their audit row or of unknown fate", figures.wrong, 0),
      exactly("instances that ended", figures.ended, 0),
      atMost("from the leader's death to the next write", figures.away / 1000, 10, "s"),
    ];
  },
};
