import { setTimeout as pause } from "node:timers/promises";
import { atMost, type Drill, exactly, quantile } from "./drill.ts";
import { openGround, until } from "./ground.ts";
import { checkWrites, startWriting, describeWrites } from "./numbered-writes.ts";
import { call, createClan, signUp } from "./people.ts";

export const databaseRestarts: Drill = {
  id: "F04",
  what: "the database stops at once, or is killed, while people write",
  rounds: { few: 4, many: 20 },
  async run(rounds) {
    const ground = await openGround();
    try {
      const instance = await ground.startInstance();
      const owner = await signUp(instance.line);
      const clanId = await createClan(instance.line, owner);
      const writing = startWriting({ addresses: [instance.line], owner, clanId, clients: 10 });
      const recoveries: number[] = [];
      for (let round = 0; round < rounds; round++) {
        await pause(1_000);
        await ground.killDatabase(round % 2 === 0 ? "SIGQUIT" : "SIGKILL");
        await ground.untilDatabaseAnswers();
        recoveries.push(
          await until(() =>
            call(instance.line, owner, "GET", `/api/clans/${clanId}`).then(
              () => true,
              () => false,
            ),
          ),
        );
      }
      await writing.stop();
      const { lost, doubled, partial } = await checkWrites(ground, clanId, writing);
      process.stdout.write(`  ${describeWrites(writing.answers)}\n`);
      const wrong = [...writing.answers].filter(
        ([confirmed]) => !["ok", "done", "refused 503", "refused 409"].includes(confirmed),
      );
      return [
        exactly("acknowledged writes lost", lost, 0),
        exactly("writes done twice or without their audit row", doubled + partial, 0),
        exactly("answers other than 503 while the database is away", wrong.length, 0),
        exactly("instances that ended", instance.isRunning() ? 0 : 1, 0),
        atMost("first answer after the database is back", quantile(recoveries, 1) / 1000, 2, "s"),
      ];
    } finally {
      await ground.close();
    }
  },
};
