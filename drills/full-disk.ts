import { rmSync } from "node:fs";
import { open, statfs } from "node:fs/promises";
import { join } from "node:path";
import { ask } from "./ask.ts";
import { openDataFolder } from "./data-folder.ts";
import { openSmallDisk } from "./disk.ts";
import { atMost, type Drill, exactly } from "./drill.ts";
import { until } from "./ground.ts";
import { checkWrites, describeWrites, startWriting } from "./numbered-writes.ts";
import { createClan, signUp } from "./people.ts";
import { seconds, startWatching, statuses } from "./watch.ts";

const megabytes = 400;

export const fullDisk: Drill = {
  id: "F16",
  what: "the disk of the built-in PostgreSQL is full while people write, and has room again later",
  rounds: { few: 1, many: 5 },
  async run(rounds) {
    const disk = openSmallDisk(megabytes);
    const folder = await openDataFolder(disk.path);
    try {
      const instance = await folder.startInstance();
      const { line } = instance;
      const owner = await signUp(line);
      const found = { lost: 0, wrong: 0, reads: 0, failedReads: 0, backMs: 0 };
      for (let round = 0; round < rounds; round++) {
        const clanId = await createClan(line, owner);
        const path = `/api/clans/${clanId}`;
        const filler = join(disk.path, "filler");
        const writing = startWriting({ addresses: [line], owner, clanId, clients: 5 });
        await fill(filler, disk.path);
        // Every player takes a little room: sooner or later there is none for the next one.
        await until(() => [...writing.answers.keys()].some((answer) => answer.startsWith("refused 5")), 60_000);
        const reading = startWatching(line, path, { token: owner.token, everyMs: 50 });
        await new Promise((resolve) => setTimeout(resolve, 5_000));
        const reads = await reading.stop();
        process.stdout.write(`  reads while it is full: ${statuses(reads)}, 95 of 100 in ${seconds(reads, 0.95)} s\n`);
        rmSync(filler);
        found.backMs = Math.max(
          found.backMs,
          await until(async () => {
            const body = { name: `After ${round} ${performance.now()}` };
            return (await ask(line, "POST", `${path}/members`, { token: owner.token, body })).status === 200;
          }),
        );
        await writing.stop();
        const { lost, doubled, partial } = await checkWrites(folder, clanId, writing);
        process.stdout.write(`  ${describeWrites(writing.answers)}\n`);
        found.lost += lost;
        found.wrong += doubled + partial;
        found.reads += reads.length;
        found.failedReads += reads.filter(({ status }) => status !== 200).length;
      }
      return [
        exactly("acknowledged writes lost", found.lost, 0),
        exactly("writes done twice or without their audit row", found.wrong, 0),
        exactly("instances that ended", instance.isRunning() ? 0 : 1, 0),
        exactly("reads that failed while the disk was full", found.failedReads, 0),
        atMost("first write once there is room again", found.backMs / 1000, 5, "s"),
      ];
    } finally {
      await folder.close();
      disk.close();
    }
  },
};

/** Leaves half a megabyte. */
async function fill(file: string, disk: string): Promise<void> {
  const handle = await open(file, "w");
  const block = Buffer.alloc(256 * 1024);
  for (;;) {
    const { bavail, bsize } = await statfs(disk);
    if (bavail * bsize < 2 * block.length) break;
    await handle.write(block);
  }
  await handle.close();
}
