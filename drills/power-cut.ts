import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "../bench/processes.ts";
import { openDataFolder } from "./data-folder.ts";
import { openDisk } from "./disk.ts";
import { type Drill, exactly } from "./drill.ts";
import { checkWrites, describeWrites, startWriting } from "./numbered-writes.ts";
import { createClan, signUp } from "./people.ts";

type Disk = ReturnType<typeof openDisk>;

export const powerCut: Drill = {
  id: "F02",
  what: "the power fails while people write, during a checkpoint, and during the first start",
  rounds: { few: 3, many: 50 },
  async run(rounds) {
    const disk = openDisk(2_000);
    try {
      const found = { lost: 0, doubled: 0, partial: 0, unopened: 0 };
      for (let round = 0; round < Math.ceil(rounds / 3); round++) {
        if (!(await survivesFirstStart(disk))) found.unopened += 1;
      }
      const folder = await openDataFolder(disk.path);
      try {
        const PORT = String(await findFreePort());
        let instance = await folder.startInstance({ PORT });
        for (let round = 0; round < rounds; round++) {
          // One person may own ten clans.
          const owner = await signUp(instance.line);
          const clanId = await createClan(instance.line, owner);
          const writing = startWriting({ addresses: [instance.line], owner, clanId, clients: 10 });
          await pause(500 + Math.random() * 1_500);
          // Half of the time the database is just writing down what it has in memory.
          const checkpoint = round % 2 === 1 ? folder.query("checkpoint").catch(() => []) : null;
          if (checkpoint) await pause(Math.random() * 300);
          await disk.cutPower();
          await checkpoint;
          await disk.restore();
          const stopped = writing.stop();
          instance = await folder.startInstance({ PORT });
          await stopped;
          const { lost, doubled, partial } = await checkWrites(folder, clanId, writing);
          found.lost += lost;
          found.doubled += doubled;
          found.partial += partial;
          process.stdout.write(`  ${writing.acknowledged.length} acknowledged; ${describeWrites(writing.answers)}\n`);
        }
      } finally {
        await folder.close();
      }
      return [
        exactly("acknowledged writes lost", found.lost, 0),
        exactly("writes done twice or without their audit row", found.doubled + found.partial, 0),
        exactly("folders that did not open after their first start was cut off", found.unopened, 0),
      ];
    } finally {
      await disk.close();
    }
  },
};

/** Cut off while the database is created and the tables are made: the next start does what is left. */
async function survivesFirstStart(disk: Disk): Promise<boolean> {
  const folder = await openDataFolder(disk.path);
  const starting = folder.startInstance().catch(() => null);
  await pause(300 + Math.random() * 4_000);
  await disk.cutPower();
  await starting;
  await disk.restore();
  try {
    const { line } = await folder.startInstance();
    await signUp(line);
    return true;
  } catch (error) {
    process.stdout.write(`  ${String(error)}\n`);
    return false;
  } finally {
    await folder.close();
  }
}
