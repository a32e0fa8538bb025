import { addDays, countDays, startOfWeek } from "@clanhall/contract/rules/clan-day";
import { entrySources } from "@clanhall/contract/entries";
import { historyDaysMax, type HistoryKey, historyKeys, joinList, splitList } from "@clanhall/contract/entry-history";

/** Clan dates, both ends within. */
export interface Range {
  from: string;
  to: string;
}

/** What the days of a range are counted from. */
export interface Calendar {
  /** The clan's date now. */
  today: string;
  /** Monday is 1, Sunday 7. */
  weekStart: number;
}

export const rangeNames = {
  today: "Today",
  yesterday: "Yesterday",
  last_7: "Last 7 days",
  last_14: "Last 14 days",
  last_30: "Last 30 days",
  last_90: "Last 90 days",
  this_week: "This week",
  last_week: "Last week",
  this_month: "This month",
  last_month: "Last month",
  this_year: "This year",
  custom: "Custom",
};
export type RangeName = keyof typeof rangeNames;

const defaultRange = "last_30";

/** Ranges go up to today: nothing is known of what is still to come. */
export function namedRange(name: Exclude<RangeName, "custom">, { today, weekStart }: Calendar): Range {
  const week = startOfWeek(today, weekStart);
  const month = `${today.slice(0, 7)}-01`;
  const monthBefore = addDays(month, -1);
  const lastDays = (count: number) => ({ from: addDays(today, 1 - count), to: today });
  const ranges = {
    today: { from: today, to: today },
    yesterday: { from: addDays(today, -1), to: addDays(today, -1) },
    last_7: lastDays(7),
    last_14: lastDays(14),
    last_30: lastDays(30),
    last_90: lastDays(90),
    this_week: { from: week, to: today },
    last_week: { from: addDays(week, -7), to: addDays(week, -1) },
    this_month: { from: month, to: today },
    last_month: { from: `${monthBefore.slice(0, 7)}-01`, to: monthBefore },
    this_year: { from: `${today.slice(0, 4)}-01-01`, to: today },
  };
  return ranges[name];
}

export type Period = "day" | "week" | "month";

/** Short enough to be read, long enough to fit. */
export function defaultPeriod(range: Range): Period {
  const days = countDays(range);
  if (days <= 31) return "day";
  return days <= 180 ? "week" : "month";
}

/** The days that a period has in the range it was cut from. */
export function periodRange(period: Period, key: string, within: Range): Range {
  const from = period === "month" ? `${key}-01` : key;
  const ends = { day: from, week: addDays(from, 6), month: addDays(nextMonth(from), -1) };
  const to = ends[period];
  return { from: from < within.from ? within.from : from, to: to > within.to ? within.to : to };
}

function nextMonth(first: string): string {
  return `${addDays(first, 31).slice(0, 7)}-01`;
}

/** Why a range of one's own cannot be shown, in a sentence. */
export function rangeError({ from, to }: Range, daysMax: number): string | null {
  if (from > to) return "The range ends before it begins.";
  return countDays({ from, to }) > daysMax ? `Choose at most ${daysMax} days.` : null;
}

export const viewNames = {
  table: "Table",
  matrix: "Matrix",
  compliance: "Compliance",
  calendar: "Calendar",
  trends: "Trends",
  changes: "Changes",
};
export type View = keyof typeof viewNames;

export const stateNames = {
  value: "With a value",
  excused: "Excused",
  missing: "Missing",
  late: "Entered late",
  edited: "Edited",
};
type State = keyof typeof stateNames;

/** More would not fit into an address. */
export const chosenMax = 100;

/** What of the history is shown, and how: all of it is in the address. */
export interface HistoryAddress {
  view: View;
  range: RangeName;
  /** The ends of a custom range. */
  from: string;
  to: string;
  members: string[];
  activities: string[];
  groups: string[];
  states: State[];
  enteredBy: string[];
  sources: (typeof entrySources)[number][];
  withFormer: boolean;
  groupBy: HistoryKey | null;
  shows: "points" | "raw";
  /** What the lines of the trends stand for. */
  lines: "member" | "activity";
  /** Whose calendar it is; null for the reader's own. */
  player: string | null;
  /** The cell that is open, as day, player and activity. */
  cell: string | null;
}

export type AddressChange = Partial<HistoryAddress>;
type Search = Record<string, unknown>;

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const isId = (text: string) => uuid.test(text);

/** Reads an address; what nobody could have chosen is left out. */
export function readAddress(search: Search): HistoryAddress {
  const text = (name: string) => toText(search[name]);
  const list = (name: string) => [...new Set(splitList(text(name)))].slice(0, chosenMax);
  const own = { from: text("from"), to: text("to") };
  const isOwn = isDate(own.from) && isDate(own.to) && rangeError(own, historyDaysMax) === null;
  const range = oneOf(Object.keys(rangeNames) as RangeName[], text("range")) ?? (isOwn ? "custom" : defaultRange);
  return {
    view: oneOf(Object.keys(viewNames) as View[], text("view")) ?? "table",
    range: range === "custom" && !isOwn ? defaultRange : range,
    from: range === "custom" && isOwn ? own.from : "",
    to: range === "custom" && isOwn ? own.to : "",
    members: list("member").filter(isId),
    activities: list("activity").filter(isId),
    groups: list("group").filter((name) => name.length <= 60),
    states: list("state").flatMap((name) => oneOf(Object.keys(stateNames) as State[], name) ?? []),
    enteredBy: list("entered_by").filter(isId),
    sources: list("source").flatMap((name) => oneOf(entrySources, name) ?? []),
    withFormer: text("former") === "true",
    groupBy: oneOf(historyKeys, text("group_by")) ?? null,
    shows: text("show") === "raw" ? "raw" : "points",
    lines: text("lines") === "activity" ? "activity" : "member",
    player: isId(text("player")) ? text("player") : null,
    cell: readCell(text("cell")) ? text("cell") : null,
  };
}

/** The address's part for it; what is as usual takes its name out of the address. */
export function toSearch(address: HistoryAddress): Record<string, string | boolean | undefined> {
  const list = (items: string[]) => joinList(items) || undefined;
  const isOwn = address.range === "custom";
  return {
    view: address.view === "table" ? undefined : address.view,
    range: address.range === defaultRange || isOwn ? undefined : address.range,
    from: isOwn ? address.from : undefined,
    to: isOwn ? address.to : undefined,
    member: list(address.members),
    activity: list(address.activities),
    group: list(address.groups),
    state: list(address.states),
    entered_by: list(address.enteredBy),
    source: list(address.sources),
    former: address.withFormer || undefined,
    group_by: address.groupBy ?? undefined,
    show: address.shows === "raw" ? "raw" : undefined,
    lines: address.lines === "activity" ? "activity" : undefined,
    player: address.player ?? undefined,
    cell: address.cell ?? undefined,
  };
}

/** How many filters are set, the range among them. */
export function countFilters(address: HistoryAddress): number {
  const { members, activities, groups, states, enteredBy, sources, withFormer, range } = address;
  const lists = [members, activities, groups, states, enteredBy, sources].filter(({ length }) => length > 0);
  return lists.length + (withFormer ? 1 : 0) + (range === defaultRange ? 0 : 1);
}

export const noFilters: AddressChange = {
  range: defaultRange,
  from: "",
  to: "",
  members: [],
  activities: [],
  groups: [],
  states: [],
  enteredBy: [],
  sources: [],
  withFormer: false,
};

/** Every entry behind a number, what is missing among them: a number never leads to nothing. */
export const allEntries = {
  view: "table",
  groupBy: null,
  states: ["value", "excused", "missing"],
} satisfies AddressChange;

export function rangeOf({ range, from, to }: HistoryAddress, calendar: Calendar): Range {
  return range === "custom" ? { from, to } : namedRange(range, calendar);
}

/** The part of an address that opens a cell. */
export function toCell({ day, member_id, activity_id }: { day: string; member_id: string; activity_id: string }) {
  return [day, member_id, activity_id].join("_");
}

export function readCell(text: string | null): { day: string; memberId: string; activityId: string } | null {
  const [day = "", memberId = "", activityId = ""] = text?.split("_") ?? [];
  return isDate(day) && isId(memberId) && isId(activityId) ? { day, memberId, activityId } : null;
}

function toText(value: unknown): string {
  const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return isPlain ? String(value) : "";
}

export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;
}

function oneOf<Name extends string>(names: readonly Name[], text: string): Name | undefined {
  return names.find((name) => name === text);
}
