import { cellStateOf, isScheduled, rateOf, whyNotDue } from "@clanhall/contract/rules/cells";
import { addDays, startOfWeek, weekdayOf } from "@clanhall/contract/rules/clan-day";
import { type HistoryKey, historyKeys, type HistoryRow, type HistorySum } from "@clanhall/contract/entry-history";
import { addUp, aggregateOf, ruleOn } from "@clanhall/contract/rules/scoring";
import { runs } from "@clanhall/contract/testing/property-runs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { historyWorlds, type StoredHistory, storeHistory } from "../../../testing/history-world.ts";
import { sharedApp } from "../../../testing/test-app.ts";

const world = await sharedApp();

type CellFilter = ("value" | "excused" | "missing" | "late" | "edited")[];
interface HistoryQuery {
  /** Days from the first to the last, and how long ago the last is. */
  length: number;
  ends: number;
  states: CellFilter;
  sources: string[];
  groups: string[];
  former: boolean;
  oneActivity: boolean;
  rows: HistoryKey;
  columns: HistoryKey | null;
}

const queries: fc.Arbitrary<HistoryQuery> = fc.record({
  length: fc.integer({ min: 1, max: 26 }),
  ends: fc.integer({ min: -3, max: 6 }),
  states: fc.oneof(
    fc.constant<CellFilter>([]),
    fc.subarray<CellFilter[number]>(["value", "excused", "missing", "late", "edited"]),
  ),
  sources: fc.oneof(fc.constant<string[]>([]), fc.constant<string[]>([]), fc.subarray(["ui", "import"])),
  groups: fc.oneof(fc.constant<string[]>([]), fc.constant<string[]>([]), fc.subarray(["Raid", "War"])),
  former: fc.boolean(),
  oneActivity: fc.boolean(),
  rows: fc.constantFrom(...historyKeys),
  columns: fc.option(fc.constantFrom(...historyKeys)),
});

interface Cell {
  day: string;
  member: StoredHistory["members"][number];
  activity: StoredHistory["activities"][number];
  state: "value" | "excused" | "missing";
  isDue: boolean;
  entry: StoredHistory["cells"][number] | undefined;
  points: number;
}

/** The cells of a query, found by going through all of them. */
function walk(stored: StoredHistory, query: HistoryQuery): Cell[] {
  const { today } = stored;
  const to = addDays(today, -query.ends);
  const cells: Cell[] = [];
  for (const member of stored.members) {
    if (!query.former && member.status !== "active") continue;
    if (query.groups.length > 0 && !query.groups.some((name) => member.groups.includes(name))) continue;
    for (const activity of query.oneActivity ? stored.activities.slice(0, 1) : stored.activities) {
      for (let day = addDays(to, 1 - query.length); day <= to; day = addDays(day, 1)) {
        const entry = stored.cells.find(
          (one) => one.day === day && one.member_id === member.id && one.activity_id === activity.id,
        );
        const isDue = day <= today && isScheduled(activity, day) && whyNotDue(member, stored.grace, day) === null;
        const state = cellStateOf(entry?.state ?? null, isDue);
        if (state === "not_due") continue;
        const cost = day < today ? ruleOn(activity.rules, day).missing_points : 0;
        cells.push({
          day,
          member,
          activity,
          state,
          isDue,
          entry,
          points: state === "missing" ? cost : (entry?.points ?? 0),
        });
      }
    }
  }
  return cells.filter((cell) => isWanted(cell, query));
}

function isWanted({ state, entry }: Cell, { states, sources }: HistoryQuery): boolean {
  if (sources.length > 0 && (state === "missing" || !sources.includes(entry?.source ?? ""))) return false;
  if (states.length === 0 || states.includes(state)) return true;
  if (state === "missing") return false;
  return (states.includes("late") && entry?.late === true) || (states.includes("edited") && (entry?.version ?? 0) > 1);
}

function slowSum(cells: Cell[], isOneActivity: boolean): HistorySum {
  const due = cells.filter(({ isDue }) => isDue);
  const values = cells.filter(({ state }) => state === "value");
  const count = (fits: (cell: Cell) => boolean) => due.filter(fits).length;
  const met = count(({ entry, state }) => state === "value" && entry?.is_met === true);
  const partly = count(({ entry, state }) => state === "value" && !entry?.is_met && (entry?.value ?? 0) > 0);
  const excused = count(({ state }) => state === "excused");
  const aggregate = cells[0]?.activity.aggregate ?? "sum";
  const inOrder = values
    .map(({ day, entry }) => ({ day, value: entry?.value ?? 0 }))
    .toSorted((a, b) => a.value - b.value);
  return {
    value: isOneActivity ? aggregateOf(aggregate, inOrder) : null,
    points: addUp(cells.map(({ points }) => points)),
    due: due.length,
    met,
    partly,
    missed: count(
      ({ state, entry }) => state === "missing" || (state === "value" && !entry?.is_met && (entry?.value ?? 0) <= 0),
    ),
    missing: count(({ state }) => state === "missing"),
    excused,
    entered: values.length,
    rate: rateOf({ met, due: due.length, excused }),
  };
}

function keyOf(key: HistoryKey, { day, member, activity }: Cell, weekStart: number): string {
  const keys = {
    day,
    week: startOfWeek(day, weekStart),
    month: day.slice(0, 7),
    weekday: String(weekdayOf(day)),
    member: member.id,
    activity: activity.id,
  };
  return keys[key];
}

const isSomething = ({ due, entered }: HistorySum) => due > 0 || entered > 0;

function slowGroups(cells: Cell[], keys: HistoryKey[], { weekStart, activities }: StoredHistory, query: HistoryQuery) {
  const groups = Map.groupBy(cells, (cell) => keys.map((key) => keyOf(key, cell, weekStart)).join(" "));
  const isOne = keys.includes("activity") || query.oneActivity || activities.length === 1;
  const sums = [...groups].map(([key, own]) => [key, slowSum(own, isOne)] as const);
  return Object.fromEntries(sums.filter(([, sum]) => isSomething(sum)));
}

function urlOf(stored: StoredHistory, query: HistoryQuery): string {
  const to = addDays(stored.today, -query.ends);
  const search = new URLSearchParams({ from: addDays(to, 1 - query.length), to, include_former: String(query.former) });
  if (query.states.length > 0) search.set("states", query.states.join(","));
  if (query.sources.length > 0) search.set("source", query.sources.join(","));
  if (query.groups.length > 0) search.set("group", query.groups.join(","));
  if (query.oneActivity) search.set("activity_id", stored.activities[0]?.id ?? "");
  return search.toString();
}

async function setUp(made: Parameters<typeof storeHistory>[1]) {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  // The owner is not part of the generated history.
  await world.db.deleteFrom("clan_member_spans").where("clan_id", "=", clan.id).execute();
  const today = new Date().toISOString().slice(0, 10);
  const stored = await storeHistory({ world, clanId: clan.id, today }, made);
  const get = async (path: string) => {
    const answer = await owner.get(`/api/clans/${clan.id}/${path}`);
    expect(answer.statusCode, answer.payload).toBe(200);
    return answer;
  };
  return { stored, get };
}

interface Item {
  key: string;
  sum: HistorySum;
}

test("sums by any keys are those of a walk through every cell", async () => {
  await fc.assert(
    fc.asyncProperty(historyWorlds, fc.array(queries, { minLength: 3, maxLength: 3 }), async (made, chosen) => {
      const { stored, get } = await setUp(made);
      for (const query of chosen) {
        const cells = walk(stored, query);
        const columns = query.columns ? `&columns=${query.columns}` : "";
        const answer = (await get(`entries/summary?${urlOf(stored, query)}&rows=${query.rows}${columns}`)).json();
        const byKey = (items: Item[]) =>
          Object.fromEntries(items.filter(({ sum }) => isSomething(sum)).map(({ key, sum }) => [key, sum]));
        expect(byKey(answer.rows)).toEqual(slowGroups(cells, [query.rows], stored, query));
        expect(answer.totals).toEqual(slowSum(cells, query.oneActivity || stored.activities.length === 1));
        if (!query.columns) continue;
        expect(byKey(answer.columns)).toEqual(slowGroups(cells, [query.columns], stored, query));
        const inCells = answer.cells.map(({ row, column, ...sum }: HistorySum & { row: number; column: number }) => [
          `${answer.rows[row].key} ${answer.columns[column].key}`,
          sum,
        ]);
        expect(Object.fromEntries(inCells)).toEqual(slowGroups(cells, [query.rows, query.columns], stored, query));
      }
    }),
    { ...runs(30), endOnFailure: true },
  );
}, 60_000);

test("the pages of the list and the file together are the cells of a walk, in order", async () => {
  await fc.assert(
    fc.asyncProperty(historyWorlds, queries, async (made, query) => {
      const { stored, get } = await setUp(made);
      const wanted = walk(stored, query)
        .filter(({ state }) => state !== "missing" || query.states.includes("missing"))
        .toSorted(
          (a, b) =>
            -a.day.localeCompare(b.day) ||
            a.member.name.localeCompare(b.member.name) ||
            a.activity.position - b.activity.position,
        )
        .map(({ day, member, activity, state, points, entry }) => ({
          day,
          member_name: member.name,
          activity_name: activity.name,
          state,
          points,
          value: entry?.value ?? null,
          version: entry?.version ?? 0,
        }));
      const rows: HistoryRow[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const more: string = cursor && `&cursor=${cursor}`;
        const page = (await get(`entries?${urlOf(stored, query)}&limit=30${more}`)).json();
        rows.push(...page.items);
        cursor = page.next_cursor;
      }
      expect(rows).toHaveLength(wanted.length);
      expect(rows).toMatchObject(wanted);
      const file = (await get(`entries.json?${urlOf(stored, query)}`)).json();
      expect(file.map((row: { player: string; activity: string }) => [row.player, row.activity])).toEqual(
        wanted.map(({ member_name, activity_name }) => [member_name, activity_name]),
      );
    }),
    { ...runs(30), endOnFailure: true },
  );
}, 60_000);
