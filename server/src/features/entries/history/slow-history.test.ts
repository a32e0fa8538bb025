import { cellStateOf, isScheduled, rateOf, whyNotDue } from "@clanhall/contract/cells";
import { addDays, startOfWeek, weekdayOf } from "@clanhall/contract/clan-day";
import { type HistoryKey, historyKeys, type HistoryRow, type HistorySum } from "@clanhall/contract/entry-history";
import { addUp, aggregateOf, ruleOn } from "@clanhall/contract/scoring";
import { runs } from "@clanhall/contract/testing/property-runs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { historyWorlds, type PlacedWorld, placeHistory } from "../../../testing/history-world.ts";
import { sharedApp } from "../../../testing/test-app.ts";

const world = await sharedApp();

type Words = ("value" | "excused" | "missing" | "late" | "edited")[];
interface Look {
  /** Days from the first to the last, and how long ago the last is. */
  length: number;
  ends: number;
  states: Words;
  sources: string[];
  groups: string[];
  former: boolean;
  oneActivity: boolean;
  rows: HistoryKey;
  columns: HistoryKey | null;
}

const looks: fc.Arbitrary<Look> = fc.record({
  length: fc.integer({ min: 1, max: 26 }),
  ends: fc.integer({ min: -3, max: 6 }),
  states: fc.oneof(
    fc.constant<Words>([]),
    fc.subarray<Words[number]>(["value", "excused", "missing", "late", "edited"]),
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
  member: PlacedWorld["members"][number];
  activity: PlacedWorld["activities"][number];
  state: "value" | "excused" | "missing";
  isDue: boolean;
  entry: PlacedWorld["cells"][number] | undefined;
  points: number;
}

/** Every cell of the look that is something, by going through all of them. */
function walk(placed: PlacedWorld, look: Look): Cell[] {
  const { today } = placed;
  const to = addDays(today, -look.ends);
  const cells: Cell[] = [];
  for (const member of placed.members) {
    if (!look.former && member.status !== "active") continue;
    if (look.groups.length > 0 && !look.groups.some((name) => member.groups.includes(name))) continue;
    for (const activity of look.oneActivity ? placed.activities.slice(0, 1) : placed.activities) {
      for (let day = addDays(to, 1 - look.length); day <= to; day = addDays(day, 1)) {
        const entry = placed.cells.find(
          (one) => one.day === day && one.member_id === member.id && one.activity_id === activity.id,
        );
        const isDue = day <= today && isScheduled(activity, day) && whyNotDue(member, placed.grace, day) === null;
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
  return cells.filter((cell) => isLookedAt(cell, look));
}

function isLookedAt({ state, entry }: Cell, { states, sources }: Look): boolean {
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

function slowGroups(cells: Cell[], keys: HistoryKey[], { weekStart, activities }: PlacedWorld, look: Look) {
  const groups = Map.groupBy(cells, (cell) => keys.map((key) => keyOf(key, cell, weekStart)).join(" "));
  const isOne = keys.includes("activity") || look.oneActivity || activities.length === 1;
  const sums = [...groups].map(([key, own]) => [key, slowSum(own, isOne)] as const);
  return Object.fromEntries(sums.filter(([, sum]) => isSomething(sum)));
}

function urlOf(placed: PlacedWorld, look: Look): string {
  const to = addDays(placed.today, -look.ends);
  const query = new URLSearchParams({ from: addDays(to, 1 - look.length), to, include_former: String(look.former) });
  if (look.states.length > 0) query.set("states", look.states.join(","));
  if (look.sources.length > 0) query.set("source", look.sources.join(","));
  if (look.groups.length > 0) query.set("group", look.groups.join(","));
  if (look.oneActivity) query.set("activity_id", placed.activities[0]?.id ?? "");
  return query.toString();
}

async function setUp(made: Parameters<typeof placeHistory>[1]) {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  // The owner is not part of the world that is walked.
  await world.db.deleteFrom("clan_member_spans").where("clan_id", "=", clan.id).execute();
  const today = new Date().toISOString().slice(0, 10);
  const placed = await placeHistory({ world, clanId: clan.id, today }, made);
  const get = async (path: string) => {
    const answer = await owner.get(`/api/clans/${clan.id}/${path}`);
    expect(answer.statusCode, answer.payload).toBe(200);
    return answer;
  };
  return { placed, get };
}

interface Item {
  key: string;
  sum: HistorySum;
}

test("sums by any keys are those of a walk through every cell", async () => {
  await fc.assert(
    fc.asyncProperty(historyWorlds, fc.array(looks, { minLength: 3, maxLength: 3 }), async (made, chosen) => {
      const { placed, get } = await setUp(made);
      for (const look of chosen) {
        const cells = walk(placed, look);
        const columns = look.columns ? `&columns=${look.columns}` : "";
        const answer = (await get(`entries/summary?${urlOf(placed, look)}&rows=${look.rows}${columns}`)).json();
        const byKey = (items: Item[]) =>
          Object.fromEntries(items.filter(({ sum }) => isSomething(sum)).map(({ key, sum }) => [key, sum]));
        expect(byKey(answer.rows)).toEqual(slowGroups(cells, [look.rows], placed, look));
        expect(answer.totals).toEqual(slowSum(cells, look.oneActivity || placed.activities.length === 1));
        if (!look.columns) continue;
        expect(byKey(answer.columns)).toEqual(slowGroups(cells, [look.columns], placed, look));
        const inCells = answer.cells.map(({ row, column, ...sum }: HistorySum & { row: number; column: number }) => [
          `${answer.rows[row].key} ${answer.columns[column].key}`,
          sum,
        ]);
        expect(Object.fromEntries(inCells)).toEqual(slowGroups(cells, [look.rows, look.columns], placed, look));
      }
    }),
    { ...runs(30), endOnFailure: true },
  );
}, 60_000);

test("the pages of the list and the file together are the cells of a walk, in order", async () => {
  await fc.assert(
    fc.asyncProperty(historyWorlds, looks, async (made, look) => {
      const { placed, get } = await setUp(made);
      const wanted = walk(placed, look)
        .filter(({ state }) => state !== "missing" || look.states.includes("missing"))
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
        const page = (await get(`entries?${urlOf(placed, look)}&limit=30${more}`)).json();
        rows.push(...page.items);
        cursor = page.next_cursor;
      }
      expect(rows).toHaveLength(wanted.length);
      expect(rows).toMatchObject(wanted);
      const file = (await get(`entries.json?${urlOf(placed, look)}`)).json();
      expect(file.map((row: { player: string; activity: string }) => [row.player, row.activity])).toEqual(
        wanted.map(({ member_name, activity_name }) => [member_name, activity_name]),
      );
    }),
    { ...runs(30), endOnFailure: true },
  );
}, 60_000);
