import { addDays } from "@clanhall/contract/rules/clan-day";
import type { BoardPeriod } from "@clanhall/contract/rules/periods";
import { measures } from "@clanhall/contract/scoreboard-drafts";
import type { Aggregate } from "@clanhall/contract/rules/scoring";
import fc from "fast-check";
import { sql } from "kysely";
import type { ScoreboardRow } from "../features/scoreboards/queries.ts";
import { type MadeWorld, storeHistory } from "./history-world.ts";
import type { TestApp } from "./test-app.ts";

/** Days before today that are filled: some months, so that sums of whole ones count. */
const filledDays = 100;
const ago = fc.integer({ min: -2, max: filledDays });
const period = fc.tuple(ago, fc.nat(40));
const rule = fc.record({
  weekdays: fc.oneof(
    fc.constant<number[]>([1, 2, 3, 4, 5, 6, 7]),
    fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
  ),
  missing_points: fc.constantFrom(0, 0, -1, -2.35),
  points_per_unit: fc.constantFrom(1, -0.5, 2.25),
  daily_target: fc.constantFrom(null, 0, 3),
  daily_cap: fc.constantFrom(null, 2),
});
const activity = fc.record({
  aggregate: fc.constantFrom<Aggregate>("sum", "best", "latest", "days_done"),
  first: rule,
  second: fc.option(fc.tuple(ago, rule)),
  starts: fc.option(ago, { freq: 2 }),
  ends: fc.option(ago, { freq: 2 }),
  pauses: fc.array(period, { maxLength: 2 }),
});
const member = fc.record({
  turns: fc.oneof(
    fc.constant<number[]>([filledDays + 20]),
    fc.uniqueArray(fc.integer({ min: 0, max: filledDays + 5 }), { minLength: 1, maxLength: 4 }),
  ),
  away: fc.option(period),
  status: fc.constantFrom("active", "active", "active", "inactive", "removed"),
  groups: fc.subarray(["Raid", "War"]),
});
/** What one member enters for one activity, over and over again. */
const doings = [0, 1, 2.5, 3, 3, 7, 7, "excused", "cleared", "nothing"] as const;
const habit = fc.array(fc.constantFrom(...doings), { minLength: 1, maxLength: 9 });
const todays = fc.constantFrom("2028-03-05", "2026-03-01", "2027-01-10", "2026-07-31", "2026-11-17");

export const boardWorlds = fc.record({
  today: todays,
  grace: fc.nat(4),
  firstDay: fc.option(ago),
  weekStart: fc.integer({ min: 1, max: 7 }),
  members: fc.array(member, { minLength: 1, maxLength: 4, size: "max" }),
  activities: fc.array(activity, { minLength: 1, maxLength: 3, size: "max" }),
  habits: fc.array(habit, { minLength: 12, maxLength: 12 }),
});
type BoardWorld = typeof boardWorlds extends fc.Arbitrary<infer Value> ? Value : never;

/** Writes such a clan, with the sums of its months as a save would have left them. */
export async function insertBoardWorld(world: TestApp, { today, habits, ...made }: BoardWorld) {
  const { id: clanId } = await world.clan();
  const cells = made.members.flatMap((_, who) =>
    made.activities.flatMap((__, what) => cellsOf(who, what, habits[who * 3 + what] ?? [])),
  );
  const inserted = await storeHistory({ world, clanId, today }, { ...made, cells });
  // As after a re-scoring of some of them: what is stored counts, not the rule.
  await sql`update entries set points = points + 0.35 where clan_id = ${clanId} and version = 2 and state = 'value'`.execute(
    world.db,
  );
  await fillMonths(world, clanId);
  return { clanId, ...inserted };
}

function cellsOf(who: number, what: number, turns: (typeof doings)[number][]): MadeWorld["cells"] {
  return Array.from({ length: filledDays }, (_, day) => day).flatMap((day) => {
    const doing = turns[day % turns.length] ?? "nothing";
    if (doing === "nothing") return [];
    const cell = {
      member: who,
      activity: what,
      day,
      late: false,
      version: day % 5 === 0 ? 2 : 1,
      source: "ui" as const,
    };
    return typeof doing === "number" ? { ...cell, state: "value", value: doing } : { ...cell, state: doing, value: 0 };
  });
}

async function fillMonths({ db }: TestApp, clanId: string): Promise<void> {
  await sql`
    insert into entry_months (
      clan_id, month, member_id, activity_id, value_sum, points, days_entered, days_done, days_met, days_excused
    )
    select clan_id, date_trunc('month', day), member_id, activity_id, coalesce(sum(value), 0), sum(points),
      count(value), count(*) filter (where value > 0), count(*) filter (where is_met),
      count(*) filter (where state = 'excused')
    from entries where clan_id = ${clanId} group by 1, 2, 3, 4
  `.execute(db);
}

/** A board of all players over one week, unless the fields say otherwise. It is in no table. */
export function boardOf(clanId: string, fields: Partial<ScoreboardRow> = {}): ScoreboardRow {
  return {
    clan_id: clanId,
    id: crypto.randomUUID(),
    title: "Board",
    description: "",
    measure: "points",
    activities: [],
    period: { kind: "rolling", days: 7 },
    members: { kind: "active", ids: [] },
    include_former: false,
    min_due_days: 0,
    top_n: null,
    ties: "standard",
    sort_order: "high",
    name_display: "name",
    columns: ["activities"],
    state: "active",
    result: null,
    ended_at: null,
    ends_by_itself: true,
    running_from: null,
    season_id: null,
    share_hash: null,
    share_sealed: null,
    share_expires_at: null,
    passcode_hash: null,
    passcode_version: 0,
    views: 0,
    deleted_at: null,
    created_by: null,
    created_at: new Date(),
    updated_at: new Date(),
    version: 1,
    ...fields,
  };
}

/** Settings of a board; its activities, members and days are known once the world is inserted. */
export const boardSettings = fc.record({
  measure: fc.constantFrom(...measures),
  weights: fc.oneof(fc.constant([1, 1, 1]), fc.array(fc.constantFrom(0, 1, 0.5, 2.25), { minLength: 3, maxLength: 3 })),
  indexes: fc.subarray([0, 1, 2], { minLength: 1 }),
  period: fc.oneof(
    fc.constantFrom<BoardPeriod>({ kind: "weekly" }, { kind: "monthly" }),
    fc.constantFrom(7, 14, 30, 90).map((days): BoardPeriod => ({ kind: "rolling", days })),
    fc.tuple(fc.integer({ min: -2, max: 90 }), fc.nat(80)),
  ),
  members: fc.constantFrom("active", "active", "groups", "chosen"),
  include_former: fc.boolean(),
  min_due_days: fc.constantFrom(0, 0, 3, 20),
  top_n: fc.constantFrom(null, null, 1, 2),
  ties: fc.constantFrom<ScoreboardRow["ties"]>("standard", "dense"),
  sort_order: fc.constantFrom<ScoreboardRow["sort_order"]>("high", "low"),
});
type BoardSettings = typeof boardSettings extends fc.Arbitrary<infer Value> ? Value : never;
type InsertedBoardWorld = Awaited<ReturnType<typeof insertBoardWorld>>;

export function toBoard(
  { clanId, activities, members, today }: InsertedBoardWorld,
  settings: BoardSettings,
): ScoreboardRow {
  const { weights, indexes, period: days, members: kind, measure, ...fields } = settings;
  const chosen = indexes.flatMap((index) =>
    activities[index] ? [{ activity_id: activities[index].id, weight: weights[index] ?? 1 }] : [],
  );
  const first = { activity_id: activities[0]?.id ?? "", weight: 2 };
  const dayOf = (back: number) => addDays(today, -back);
  const ids = { groups: ["raid"], chosen: members.slice(1).map(({ id }) => id), active: [] };
  return boardOf(clanId, {
    ...fields,
    measure,
    activities: measure === "activity" ? [chosen[0] ?? first] : [...chosen, ...(chosen.length === 0 ? [first] : [])],
    period: Array.isArray(days) ? { kind: "fixed", from: dayOf(days[0]), to: dayOf(days[0] - days[1]) } : days,
    members: { kind, ids: ids[kind] } as ScoreboardRow["members"],
  });
}
