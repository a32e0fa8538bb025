import { defaultToggles } from "@clanhall/contract/permissions";
import { sql } from "kysely";
import type { ClanActor } from "../server/src/access/actor.ts";
import { openDatabase } from "../server/src/db/database.ts";
import type { Db } from "../server/src/db/tables.ts";
import { loadMemberPage } from "../server/src/features/dashboard/member-page.ts";
import { loadAttention } from "../server/src/features/decisions/index.ts";
import { readSettings } from "../server/src/settings.ts";
import { compareTimes, toUnits } from "./measure.ts";
import { fillDatabase, getProduct, type RunSql } from "./product.ts";
import { fixture } from "./runner/fixture.ts";

const today = new Date().toISOString().slice(0, 10);
const rounds = 9;
const quiet = { info() {}, warn() {}, error() {} };

const getClan = fixture("a clan of 500 × 20 with five weeks of entries, and one player of two years", () =>
  fillDatabase(fillClan),
);

async function fillClan(run: RunSql) {
  const clanId = await insertOne(run, "insert into clans (name) values ('Bench') returning id");
  const ofClan = [
    "insert into clan_day_rules (clan_id, effective_from, time_zone, reset_time) select $1, '1970-01-01', 'UTC', '00:00' where not exists (select from clan_day_rules where clan_id = $1)",
    "insert into clan_members (clan_id, name, name_key) select $1, 'P' || n, 'p' || n from generate_series(1, 500) as n",
    "insert into clan_member_spans (clan_id, member_id, starts_on) select $1, id, '2020-01-01' from clan_members where clan_id = $1",
    "insert into activities (clan_id, name, name_key, short_label) select $1, 'A' || n, 'a' || n, 'A' || n from generate_series(1, 20) as n",
    "insert into activity_rules (clan_id, activity_id, effective_from) select $1, id, '1970-01-01' from activities where clan_id = $1",
  ];
  for (const text of ofClan) await run(text, [clanId]);
  const memberId = await insertOne(run, "select id from clan_members where clan_id = $1 order by id limit 1", [clanId]);
  await run("set session_replication_role = replica");
  await run(fillDays, [clanId, today, 0, 35, null]);
  await run(fillDays, [clanId, today, 36, 730, memberId]);
  await run("reset session_replication_role");
  // What the database does in the background after so many rows would be measured too.
  for (const text of ["vacuum analyze entries", "analyze", "checkpoint"]) await run(text);
  return { clanId, memberId };
}

/** Every fourth value is missed, so that there is something to find. */
const fillDays = `
  insert into entries (clan_id, day, member_id, activity_id, state, value, points, is_met, revision, entered_by, source)
  select $1, $2::date - back, player.id, task.id, 'value', 7, 7, ascii(player.id::text) % 4 <> 0, 1, player.id, 'ui'
  from clan_members as player, activities as task, generate_series($3::integer, $4::integer) as back
  where player.clan_id = $1 and task.clan_id = $1 and ($5::uuid is null or player.id = $5::uuid)`;

async function insertOne(run: RunSql, text: string, values: unknown[] = []): Promise<string> {
  const { rows } = await run(text, values);
  if (!rows[0]) throw new Error("nothing was found");
  return rows[0].id;
}

type Work = (db: Db, actor: ClanActor) => Promise<unknown>;

async function compareWork(ours: Work, bare: Work) {
  const { clanId, memberId } = await getClan();
  const { env } = await getProduct();
  const user = { userId: memberId, sessionId: null, signedInAt: null, isAppAdmin: false, requestId: "bench" };
  const member = { clanId, memberId, role: "owner", name: "P1", toggles: defaultToggles, tokenId: null } as const;
  const database = await openDatabase(readSettings(env), quiet, "visitor");
  const actor: ClanActor = { ...user, ...member };
  try {
    return await compareTimes(
      { rounds },
      () => ours(database.db, actor),
      () => bare(database.db, actor),
    );
  } finally {
    await database.close();
  }
}

/** What the page cannot do without: the player's days, what the clan did meanwhile, and the best values. */
const barePage: Work = async (db, { clanId, memberId }) => {
  await sql`
    select day, count(*), sum(points), count(*) filter (where is_met) from entries
    where clan_id = ${clanId} and member_id = ${memberId} and state <> 'cleared' group by day order by day
  `.execute(db);
  await sql`
    select member_id, sum(points) from entries
    where clan_id = ${clanId} and day > ${today}::date - 7 and state <> 'cleared' group by member_id
  `.execute(db);
  await sql`
    select activity_id, member_id = ${memberId} as own, avg(value), count(*) filter (where is_met) from entries
    where clan_id = ${clanId} and day between ${today}::date - 30 and ${today}::date - 1 and state <> 'cleared'
    group by 1, 2
  `.execute(db);
  await sql`
    select distinct on (activity_id) activity_id, value, day from entries
    where clan_id = ${clanId} and member_id = ${memberId} and state = 'value'
    order by activity_id, value desc, day
  `.execute(db);
};

const bareAttention: Work = (db, { clanId }) =>
  sql`
    select member_id, day, count(*), count(*) filter (where is_met), count(*) filter (where state = 'excused')
    from entries where clan_id = ${clanId} and day between ${today}::date - 35 and ${today}::date - 1
      and state <> 'cleared'
    group by member_id, day
  `.execute(db);

export const decisionUnits = toUnits("decisions", [
  {
    id: "player-page",
    what: "a player's page of two years and 20 activities against its bare queries",
    limit: { kind: "at most", value: 3 },
    measure: () => compareWork((db, actor) => loadMemberPage(db, actor, actor.memberId), barePage),
  },
  {
    id: "attention",
    what: "who needs attention of 500 players against the bare query",
    limit: { kind: "at most", value: 2 },
    measure: () => compareWork((db, actor) => loadAttention(db, actor), bareAttention),
  },
]);
