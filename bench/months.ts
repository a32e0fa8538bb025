import { type BenchClan, createClan } from "./bench-clan.ts";
import { compare, median, msOf, toUnits } from "./measure.ts";
import { fillDatabase, getProduct, type RunSql, signUp } from "./product.ts";
import { fixture } from "./runner/fixture.ts";

const today = new Date().toISOString().slice(0, 10);
const rounds = 15;
const days = 100;
/** So many entries of clans that have nothing to do with the measured one: players × activities × days for each. */
const perClan = { players: 50, activities: 10 };

const getClan = fixture("a clan's month, and a million entries of others", async () => {
  const { ours } = await getProduct();
  const clan = await createClan(ours, (await signUp("kara")).token, 50, 10);
  await clan.fillMonth(today);
  await fillDatabase((run) => fillOthers(run, 20));
  return clan;
});

const getGrown = fixture("9 million more", () => fillDatabase((run) => fillOthers(run, 180)), 480_000);

/** Other clans' entries grow tenfold; one clan's month must not notice. */
async function compareMonths() {
  const clan = await getClan();
  const small = await readMonth(clan);
  await getGrown();
  return compare(await readMonth(clan), small, "ms");
}

async function readMonth(clan: BenchClan): Promise<number> {
  const from = new Date(Date.parse(today) - 29 * 86_400_000).toISOString().slice(0, 10);
  const path = `entries/summary?from=${from}&to=${today}&rows=member&columns=day`;
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await msOf(() => clan.read(path)));
  return median(times);
}

/** Day after day, as they would write; the indexes are made at the end, which takes a fraction of the time. */
async function fillOthers(run: RunSql, clans: number): Promise<void> {
  await run("set session_replication_role = replica");
  await run("set synchronous_commit = off");
  await run("set maintenance_work_mem = '2GB'");
  await run("set max_parallel_maintenance_workers = 2");
  await run("create temp table other_clan as select gen_random_uuid() as id from generate_series(1, $1)", [clans]);
  await run(
    `create temp table other_cell as
     select other_clan.id as clan_id, member_id, activity_id from other_clan,
       lateral (select gen_random_uuid() as member_id from generate_series(1, $1) where other_clan.id is not null) as member,
       lateral (select gen_random_uuid() as activity_id from generate_series(1, $2) where member_id is not null) as activity`,
    [perClan.players, perClan.activities],
  );
  await run("alter table entries drop constraint entries_pkey");
  await run("drop index entries_member, entries_activity");
  await run(fillDays, [today, days]);
  await run("alter table entries add primary key (clan_id, day, member_id, activity_id)");
  await run("create index entries_member on entries (clan_id, member_id, day)");
  await run("create index entries_activity on entries (clan_id, activity_id, day)");
  // What the database does in the background after so many rows would be measured too.
  for (const text of ["vacuum analyze entries", "checkpoint"]) await run(text);
}

const fillDays = `
  insert into entries (clan_id, day, member_id, activity_id, state, value, points, revision, entered_by, source)
  select clan_id, $1::date - back, member_id, activity_id, 'value', 7, 7, 1, member_id, 'ui'
  from generate_series($2::integer - 1, 0, -1) as back, other_cell`;

export const monthUnits = toUnits("month", [
  {
    id: "month",
    what: "a clan's month with 10 million entries in the database against one million",
    limit: { kind: "at most", value: 1.2 },
    measure: compareMonths,
  },
]);
