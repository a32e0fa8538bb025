import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "../bench/processes.ts";
import { openDataFolder } from "./data-folder.ts";
import { atMost, type Drill, exactly, quantile } from "./drill.ts";
import { checkWrites, startWriting, describeWrites } from "./numbered-writes.ts";
import { createClan, signUp } from "./people.ts";

const clients = 20;

export const killedWithItsDatabase: Drill = {
  id: "F01",
  what: "an instance with the built-in PostgreSQL is killed while people write, every other time with its database",
  rounds: { few: 4, many: 100 },
  async run(rounds) {
    const folder = await openDataFolder();
    try {
      const PORT = String(await findFreePort());
      let instance = await folder.startInstance({ PORT });
      const { line } = instance;
      const readyMs: number[] = [];
      const written = [];
      for (let round = 0; round < rounds; round++) {
        // One person may own ten clans.
        const owner = await signUp(line);
        const clanId = await createClan(line, owner);
        const writing = startWriting({ addresses: [line], owner, clanId, clients });
        await pause(500 + Math.random() * 1_500);
        await instance.kill();
        if (round % 2 === 1) folder.killPostmaster();
        const stopped = writing.stop();
        instance = await folder.startInstance({ PORT });
        readyMs.push(instance.readyMs);
        written.push({ clanId, writing, stopped });
      }
      const found = { acknowledged: 0, lost: 0, doubled: 0, partial: 0, unknown: 0 };
      for (const { clanId, writing, stopped } of written) {
        await stopped;
        const { lost, doubled, partial } = await checkWrites(folder, clanId, writing);
        found.acknowledged += writing.acknowledged.length;
        found.lost += lost;
        found.doubled += doubled;
        found.partial += partial;
        found.unknown += writing.unknown.length;
        process.stdout.write(`  ${describeWrites(writing.answers)}\n`);
      }
      process.stdout.write(`  ${found.acknowledged} acknowledged; ready in ${readyMs.map(Math.round).join(", ")} ms\n`);
      return [
        exactly("acknowledged writes lost", found.lost, 0),
        exactly("writes done twice", found.doubled, 0),
        exactly("writes without their audit row", found.partial, 0),
        exactly("writes whose fate their client never learnt", found.unknown, 0),
        atMost("from start to ready, the slowest", quantile(readyMs, 1) / 1000, 3, "s"),
      ];
    } finally {
      await folder.close();
    }
  },
};
