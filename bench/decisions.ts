import { sql } from "kysely";
import { loadMemberPage } from "../server/src/features/dashboard/member-page.ts";
import { loadAttention } from "../server/src/features/decisions/index.ts";
import { compareWork, today, type Work } from "./large-clan.ts";
import { toUnits } from "./measure.ts";

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
