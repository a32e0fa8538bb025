import { addDays } from "@clanhall/contract/rules/clan-day";
import { type Aggregate, outcomeOf, pointsOf, ruleOn, type ScoringRule } from "@clanhall/contract/rules/scoring";
import fc from "fast-check";
import type { EntrySource, EntryState } from "../db/stored-types.ts";
import type { TestApp } from "./test-app.ts";

const weekday = fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 });
/** Days before today, as most of what counts happened there. */
const ago = fc.integer({ min: -2, max: 24 });
const period = fc.tuple(ago, fc.nat(12));
const rule = fc.record({
  weekdays: weekday,
  missing_points: fc.constantFrom(0, -1, -2.35),
  points_per_unit: fc.constantFrom(1, -0.5, 2.25),
  daily_target: fc.constantFrom(null, 0, 3),
});
const activity = fc.record({
  aggregate: fc.constantFrom<Aggregate>("sum", "best", "latest", "days_done"),
  first: rule,
  second: fc.option(fc.tuple(ago, rule)),
  starts: fc.option(ago),
  ends: fc.option(ago),
  pauses: fc.array(period, { maxLength: 2 }),
});
const member = fc.record({
  /** Days of coming and going, in turns. */
  turns: fc.oneof(fc.constant([28]), fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 4 })),
  away: fc.option(period),
  status: fc.constantFrom("active", "active", "active", "inactive", "removed"),
  groups: fc.subarray(["Raid", "War"]),
});
const cell = fc.record({
  member: fc.nat(3),
  activity: fc.nat(2),
  day: fc.nat(24),
  state: fc.constantFrom("value", "value", "value", "excused", "cleared"),
  value: fc.constantFrom(0, 1, 2.5, 3, 7),
  late: fc.boolean(),
  version: fc.integer({ min: 1, max: 3 }),
  source: fc.constantFrom("ui", "import", "api", "self"),
});

export const historyWorlds = fc.record({
  grace: fc.nat(4),
  firstDay: fc.option(ago),
  weekStart: fc.integer({ min: 1, max: 7 }),
  members: fc.array(member, { minLength: 1, maxLength: 4, size: "max" }),
  activities: fc.array(activity, { minLength: 1, maxLength: 3, size: "max" }),
  cells: fc.uniqueArray(cell, {
    minLength: 60,
    maxLength: 150,
    selector: (one) => `${one.member % 4} ${one.activity % 3} ${one.day}`,
  }),
});
type MadeRule = Omit<ScoringRule, "effective_from" | "daily_cap" | "weekly_target"> & { daily_cap?: number | null };

/** All days are counted back from today. */
export interface MadeWorld {
  grace: number;
  /** The clan's first day, if it is stored. */
  firstDay: number | null;
  weekStart: number;
  members: {
    turns: readonly number[];
    away: [number, number] | null;
    status: "active" | "inactive" | "removed";
    groups: string[];
  }[];
  activities: {
    aggregate: Aggregate;
    first: MadeRule;
    second: [number, MadeRule] | null;
    starts: number | null;
    ends: number | null;
    pauses: [number, number][];
  }[];
  cells: {
    member: number;
    activity: number;
    day: number;
    state: EntryState;
    value: number;
    late: boolean;
    version: number;
    source: EntrySource;
  }[];
}
export type StoredHistory = Awaited<ReturnType<typeof storeHistory>>;

/** Writes a world of players, activities and entries as a clan's, and tells what it wrote. */
export async function storeHistory(
  { world, clanId, today }: { world: TestApp; clanId: string; today: string },
  made: MadeWorld,
) {
  const dayOf = (days: number) => addDays(today, -days);
  const toPeriod = ([starts, length]: [number, number]) => ({
    from: dayOf(starts),
    to: addDays(dayOf(starts), length),
  });
  const grace = { grace_days: made.grace, first_day: made.firstDay === null ? null : dayOf(made.firstDay) };
  await world.db
    .updateTable("clans")
    .set({ ...grace, week_start: made.weekStart })
    .where("id", "=", clanId)
    .execute();

  const members = made.members.map(({ turns, away, status, groups }, index) => {
    const sorted = turns.toSorted((a, b) => b - a).map(dayOf);
    const spans = sorted
      .map((starts_on, turn) => ({ starts_on, ends_on: sorted[turn + 1] ? addDays(sorted[turn + 1] ?? "", -1) : null }))
      .filter((_, turn) => turn % 2 === 0);
    const gone = away ? [toPeriod(away)].map(({ from, to }) => ({ starts_on: from, ends_on: to })) : [];
    return { id: crypto.randomUUID(), name: `Player ${9 - index}`, status, groups, spans, away: gone };
  });
  const activities = made.activities.map(({ aggregate, first, second, starts, ends, pauses }, index) => ({
    id: crypto.randomUUID(),
    name: `Activity ${index}`,
    position: 9 - index,
    aggregate,
    start_date: starts === null ? null : dayOf(starts),
    end_date: ends === null ? null : dayOf(ends),
    pauses: pauses.map(toPeriod),
    rules: [toRule("1970-01-01", first), ...(second ? [toRule(dayOf(second[0]), second[1])] : [])],
  }));
  const cells = made.cells.flatMap(({ member: who, activity: what, day, state, value, late, version, source }) => {
    const [own, counted] = [members[who], activities[what]];
    if (!own || !counted) return [];
    const scoring = ruleOn(counted.rules, dayOf(day));
    const isValue = state === "value";
    return {
      member_id: own.id,
      activity_id: counted.id,
      day: dayOf(day),
      state,
      value: isValue ? value : null,
      points: isValue ? pointsOf(counted.aggregate, scoring, value) : 0,
      is_met: isValue && outcomeOf(scoring, value) === "met",
      late,
      version,
      source,
      entered_by: own.id,
      revision: 1,
    };
  });
  await insertWorld(world, clanId, { members, activities, cells });
  return { ...made, grace, today, members, activities, cells };
}

function toRule(effective_from: string, made: MadeRule) {
  return { daily_cap: null, ...made, effective_from, weekly_target: null };
}

async function insertWorld(
  { db }: TestApp,
  clanId: string,
  { members, activities, cells }: Pick<StoredHistory, "members" | "activities" | "cells">,
): Promise<void> {
  const ofClan = { clan_id: clanId };
  for (const { id, name, status, groups, spans, away } of members) {
    const row = { ...ofClan, id, name, name_key: name.toLowerCase(), user_id: null };
    await db
      .insertInto("clan_members")
      .values({ ...row, status, groups: JSON.stringify(groups) })
      .execute();
    await db
      .insertInto("clan_member_spans")
      .values(spans.map((span) => ({ ...ofClan, member_id: id, ...span })))
      .execute();
    for (const days of away)
      await db
        .insertInto("clan_member_away")
        .values({ ...ofClan, member_id: id, ...days })
        .execute();
  }
  for (const { rules, pauses, ...own } of activities) {
    const row = { ...ofClan, ...own, name_key: own.name.toLowerCase(), short_label: own.name };
    await db
      .insertInto("activities")
      .values({ ...row, pauses: JSON.stringify(pauses) })
      .execute();
    await db
      .insertInto("activity_rules")
      .values(rules.map((one) => ({ ...ofClan, activity_id: own.id, ...one })))
      .execute();
  }
  if (cells.length > 0)
    await db
      .insertInto("entries")
      .values(cells.map((one) => ({ ...ofClan, ...one })))
      .execute();
}
