import { defaultToggles } from "@clanhall/contract/permissions";
import type { ClanActor } from "../server/src/access/actor.ts";
import { openDatabase } from "../server/src/db/database.ts";
import type { Db } from "../server/src/db/tables.ts";
import { readSettings } from "../server/src/settings.ts";
import { compareTimes } from "./measure.ts";
import { fillDatabase, getProduct, type RunSql } from "./product.ts";
import { fixture } from "./runner/fixture.ts";

export const today = new Date().toISOString().slice(0, 10);
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

/** One look at the clan, as its owner. */
export type Work = (db: Db, actor: ClanActor) => Promise<unknown>;

export async function compareWork(ours: Work, bare: Work) {
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
