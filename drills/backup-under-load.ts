import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClan as createFilledClan } from "../bench/bench-clan.ts";
import { runCommand } from "./commands.ts";
import { openDataFolder } from "./data-folder.ts";
import { atMost, type Drill, exactly } from "./drill.ts";
import { openExternalPostgres } from "./external-postgres.ts";
import { type Ground, openGround } from "./ground.ts";
import { checkWrites, startWriting } from "./numbered-writes.ts";
import { createClan, signUp } from "./people.ts";
import { countDifferences, hashTables } from "./table-hashes.ts";

/** A day of the filled clan is a thousand entries; more than this many at once would pass a statement's time. */
const [daysPerRound, daysAtOnce] = [100, 10];

export const backupUnderLoad: Drill = {
  id: "F20",
  what: "a backup is made while people write, and put back into other databases",
  // Fewer rows would mostly show how long a command takes to begin.
  rounds: { few: 4, many: 10 },
  async run(rounds) {
    const [ground, folder] = await Promise.all([openGround(), openDataFolder()]);
    const external = await openExternalPostgres(folder.parent);
    try {
      const instance = await ground.startInstance();
      const owner = await signUp(instance.line);
      const filled = await createFilledClan(instance.line, owner.token, 100, 10);
      await fillEntries(ground, filled.id, filled.memberId, rounds * daysPerRound);

      const clanId = await createClan(instance.line, owner);
      const writing = startWriting({ addresses: [instance.line], owner, clanId, clients: 10 });
      await pause(1_000);
      const before = [...writing.acknowledged];
      const file = join(folder.parent, "under-load.backup");
      const saved = await work(["backup", file], { DATABASE_URL: ground.databaseUrl });
      await writing.stop();
      const restored = await work(["restore", file], folder.env);
      const { lost, doubled, partial } = await checkWrites(folder, clanId, { ...writing, acknowledged: before });
      await instance.stop();

      const hops = external ? [{ DATABASE_URL: external.url }, folder.env] : [folder.env];
      const differing = await travel({ DATABASE_URL: ground.databaseUrl }, hops, join(folder.parent, "quiet.backup"));
      const here = await hashTables(ground);
      const byWay = external ? countDifferences(here, await hashTables(external)) : 0;
      const atTheEnd = countDifferences(here, await hashFolder(folder));
      process.stdout.write(
        `  ${saved.rows} rows, ${writing.acknowledged.length - before.length} writes during the backup of ${Math.round(saved.ms)} ms, ` +
          `restored in ${Math.round(restored.ms)} ms; by way of PostgreSQL ${external?.version ?? "18 alone"} in ${Math.round(differing.ms)} ms\n`,
      );
      const perMillion = ((saved.ms + restored.ms) / saved.rows) * 1_000;
      return [
        exactly("writes acknowledged before the backup and not in it", lost, 0),
        exactly("writes restored twice or without their audit row", doubled + partial, 0),
        exactly("tables that differ after every restore", atTheEnd + byWay, 0),
        atMost("backup and restore of a million rows", perMillion, 60, "s"),
      ];
    } finally {
      await external?.close();
      await Promise.all([ground.close(), folder.close()]);
    }
  },
};

/** One visitor stays while others ask, so that its PostgreSQL is not started for each of them. */
async function hashFolder(folder: Awaited<ReturnType<typeof openDataFolder>>) {
  const visitor = await folder.open("visitor");
  try {
    return await hashTables(folder);
  } finally {
    await visitor.close();
  }
}

/** From the first database to the next, and from there on to the one after it. */
async function travel(from: Record<string, string>, hops: Record<string, string>[], file: string) {
  const began = performance.now();
  let source = from;
  for (const target of hops) {
    await work(["backup", file], source);
    await work(["restore", file, "--force"], target);
    source = target;
  }
  return { ms: performance.now() - began };
}

async function work(args: string[], env: Record<string, string>) {
  const { code, said, complained, ms } = await runCommand(args, env);
  if (code !== 0) throw new Error(`${args[0]} failed: ${complained}`);
  return { rows: Number(/\d+/.exec(said)?.[0]), ms };
}

async function fillEntries(ground: Ground, clanId: string, memberId: string, days: number): Promise<void> {
  for (let day = 0; day < days; day += daysAtOnce) {
    await ground.query(
      `insert into entries (clan_id, day, member_id, activity_id, state, value, points, revision, entered_by, source)
       select m.clan_id, date '2020-01-01' + day, m.id, a.id, 'value', day % 90 + 0.25, day % 90, day, $2, 'ui'
       from (select * from clan_members where clan_id = $1 order by id limit 100) m
       join activities a on a.clan_id = m.clan_id
       cross join generate_series($3::int, $3::int + $4::int - 1) as day`,
      [clanId, memberId, day, daysAtOnce],
    );
  }
}
