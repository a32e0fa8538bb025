import { toClanDate } from "@clanhall/contract/rules/clan-day";
import type { Entry } from "@clanhall/contract/entries";
import { outcomeOf, pointsOf, ruleOn, toTwoDecimals } from "@clanhall/contract/rules/scoring";
import { type ActivityRow, listActivities } from "../../clan/activities.ts";
import { listDayRules } from "../../clan/calendar.ts";
import { nextRevision } from "../../clan/lock.ts";
import { listPresentMembers, type PresentMember } from "../../clan/roster.ts";
import type { EntrySource, EntryState } from "../../db/stored-types.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { notFound } from "../../errors.ts";
import { publishEvent } from "../../events/publish.ts";
import { topics } from "../../events/topics.ts";
import { eachInTurns } from "../../http/in-turns.ts";
import { listMonthsSince, listPointsSince, rescoreMonth, type Rescoring, sumRescored } from "./bulk.queries.ts";
import { toCellId } from "./cell-id.ts";
import { type ClanDays, loadClanDays, toEntries } from "./day.ts";
import {
  addToMonths,
  type CellKey,
  type EntryRow,
  insertVersions,
  listEntriesAt,
  type MonthChange,
  type NewEntry,
  upsertEntries,
} from "./queries.ts";

type Score = Pick<NewEntry, "points" | "is_met" | "late">;

/** A cell as it is to be written. */
export interface CellInput extends CellKey {
  state: EntryState;
  value: number | null;
  /** Written only if this is still the version; 0 for a cell that was never written. */
  base_version?: number | undefined;
  /** With `score: "given"`. */
  score?: Score | undefined;
}

interface EntryWrite {
  clanId: string;
  /** The id of the member who writes. */
  by: string;
  source: EntrySource;
  /** By the rule of the cell's day, or as given: a merge moves points, it does not compute them. */
  score: "rule" | "given";
  reason?: string | undefined;
  importId?: string | undefined;
  now: Date;
  /** The number of this save, if the caller took it before checking the cells. */
  revision?: number | undefined;
}

export interface Written {
  saved: number;
  unchanged: number;
  conflicts: (CellKey & { current: Entry | null })[];
  /** The cells that were written, or had this content already. */
  versions: (CellKey & { version: number; points: number; late: boolean })[];
  revision: number;
}

/** Writes checked cells, each once. Those that somebody else changed meanwhile are left and reported as conflicts. */
export async function writeEntries(tx: Tx, write: EntryWrite, cells: CellInput[]): Promise<Written> {
  const { clanId } = write;
  const revision = write.revision ?? (await nextRevision(tx, clanId));
  const stored = new Map<string, EntryRow>();
  for (const some of inParts(cells)) {
    for (const row of await listEntriesAt(tx, clanId, some)) stored.set(toCellId(row), row);
  }
  const scoreOf = write.score === "given" ? getGivenScore : await loadScoring(tx, write);

  const stale: CellInput[] = [];
  const unchanged: Written["versions"] = [];
  const changes: Change[] = [];
  await eachInTurns(cells, (wanted) => {
    const cell = { ...wanted, value: wanted.value === null ? null : toTwoDecimals(wanted.value) };
    const before = stored.get(toCellId(cell)) ?? null;
    if (isUnchanged(cell, before)) unchanged.push({ ...keyOf(cell), ...markOf(before ?? neverWritten) });
    else if (isStale(cell, before)) stale.push(cell);
    else changes.push({ entry: toEntry(cell, scoreOf(cell), before), before });
  });
  const newer = stale.flatMap((cell) => stored.get(toCellId(cell)) ?? []);
  const conflicts = toConflicts(stale, await toEntries(tx, clanId, newer));
  if (changes.length > 0) await storeEntries(tx, { ...write, revision }, changes);
  const saved = changes.map(({ entry }) => ({ ...keyOf(entry), ...markOf(entry) }));
  return {
    saved: saved.length,
    unchanged: unchanged.length,
    conflicts,
    versions: [...saved, ...unchanged],
    revision,
  };
}

function toConflicts(stale: CellInput[], current: Entry[]): Written["conflicts"] {
  const entries = new Map(current.map((entry) => [toCellId(entry), entry]));
  return stale.map((cell) => ({ ...keyOf(cell), current: entries.get(toCellId(cell)) ?? null }));
}

type Change = { entry: NewEntry; before: Counted | null };

const neverWritten = { version: 0, points: 0, late: false };

function keyOf({ member_id, activity_id, day }: CellKey): CellKey {
  return { member_id, activity_id, day };
}

function markOf({ version, points, late }: Pick<NewEntry, "version" | "points" | "late">) {
  return { version, points, late };
}

function isUnchanged({ state, value }: CellInput, before: EntryRow | null): boolean {
  return state === (before?.state ?? "cleared") && value === (before?.value ?? null);
}

function isStale({ base_version }: CellInput, before: EntryRow | null): boolean {
  return base_version !== undefined && base_version !== (before?.version ?? 0);
}

function toEntry(cell: CellInput, score: Score, before: EntryRow | null): NewEntry {
  const { state, value } = cell;
  return { ...keyOf(cell), state, value, ...score, version: (before?.version ?? 0) + 1 };
}

function getGivenScore({ score }: CellInput): Score {
  return score ?? { points: 0, is_met: false, late: false };
}

/** Scores by the rule of the cell's day. Read under the lock of the save, so that no rule changes meanwhile. */
async function loadScoring(tx: Tx, { clanId, now }: EntryWrite) {
  const activities = new Map((await listActivities(tx, clanId)).map((activity) => [activity.id, activity]));
  const today = toClanDate(await listDayRules(tx, clanId), now);
  return (cell: CellInput): Score => {
    const activity = activities.get(cell.activity_id);
    if (!activity) throw notFound("Activity");
    return { ...applyRule(activity, cell), late: cell.day < today };
  };
}

function applyRule({ aggregate, rules }: ActivityRow, { value, day }: CellInput) {
  if (value === null) return { points: 0, is_met: false };
  const rule = ruleOn(rules, day);
  return { points: pointsOf(aggregate, rule, value), is_met: outcomeOf(rule, value) === "met" };
}

/** So many cells are written well within the time limit of one statement. */
const cellsAtOnce = 2_000;

function* inParts<Row>(rows: Row[]): Iterable<Row[]> {
  for (let start = 0; start < rows.length; start += cellsAtOnce) yield rows.slice(start, start + cellsAtOnce);
}

/** Everything that writes entries ends here, except re-scoring. */
async function storeEntries(tx: Tx, write: EntryWrite & { revision: number }, changes: Change[]): Promise<void> {
  const { clanId, by, source, reason, importId, now, revision } = write;
  const entries = changes.map(({ entry }) => entry);
  const save = { clanId, revision, by, at: now, source, reason: reason || null, importId: importId ?? null };
  for (const some of inParts(entries)) {
    await upsertEntries(tx, save, some);
    await insertVersions(tx, save, some);
  }
  for (const some of inParts(await toMonthChanges(changes))) await addToMonths(tx, clanId, some);
  // A merge changes the roster too, so everybody who follows the clan reloads all days.
  const days = write.score === "given" ? [] : entries.map(({ day }) => day);
  await publishEntriesChanged(tx, clanId, days, revision);
}

/**
 * Applies today's rule to entries of the past and to the sums of their months. The versions of a cell keep their
 * points. Month by month, so that no statement takes long. The caller has taken the clan's revision and published it.
 */
export async function rescoreEntries(tx: Tx, rescoring: Rescoring, revision: number): Promise<void> {
  for (const month of await listMonthsSince(tx, rescoring)) await rescoreMonth(tx, rescoring, month, revision);
}

/** Everybody's points with a new scoring, and their points in all activities since its first day. */
export async function previewRescore(db: Db, rescoring: Rescoring) {
  const sums = await sumRescored(db, rescoring);
  return { sums, totals: await listPointsSince(db, rescoring.clanId, rescoring.from) };
}

type Counted = Pick<NewEntry, "state" | "value" | "points" | "is_met">;

/** What a save adds to the sums of each month: the new content of its cells minus the old. */
export async function toMonthChanges(written: Change[]): Promise<MonthChange[]> {
  const changes = new Map<string, MonthChange>();
  await eachInTurns(written, ({ entry, before }) => {
    const { member_id, activity_id } = entry;
    const month = `${entry.day.slice(0, 7)}-01`;
    const key = `${month} ${member_id} ${activity_id}`;
    const change = changes.get(key) ?? { month, member_id, activity_id, ...nothing };
    changes.set(key, change);
    count(change, entry, 1);
    if (before) count(change, before, -1);
  });
  return [...changes.values()];
}

const nothing = { value_sum: 0, points: 0, days_entered: 0, days_done: 0, days_met: 0, days_excused: 0 };

function count(change: MonthChange, { state, value, points, is_met }: Counted, sign: 1 | -1): void {
  change.value_sum += sign * (value ?? 0);
  change.points += sign * points;
  if (state === "value") change.days_entered += sign;
  if (state === "excused") change.days_excused += sign;
  if ((value ?? 0) > 0) change.days_done += sign;
  if (is_met) change.days_met += sign;
}

/** More days than these are published as all. */
const mostDaysNamed = 60;

/** Everybody who follows the clan learns which days to reload, without any value. Without days, all of them. */
export function publishEntriesChanged(tx: Tx, clanId: string, days: string[], revision: number): Promise<void> {
  const named = [...new Set(days)];
  const data = { days: named.length > mostDaysNamed ? [] : named, revision };
  return publishEvent(tx, topics.clan(clanId), "entries", data);
}

/** What cells are checked against before they are written. */
export interface WritingContext extends ClanDays {
  /** Without those in the bin. */
  activities: Map<string, ActivityRow>;
  members: Map<string, PresentMember>;
}

const always = { from: "1970-01-01", to: "9999-12-31" };

/** With member ids, only these members are in the context. */
export async function loadWritingContext(
  tx: Db,
  clanId: string,
  now: Date,
  memberIds?: string[],
): Promise<WritingContext> {
  const days = await loadClanDays(tx, clanId, now);
  const activities = await listActivities(tx, clanId);
  const members = await listPresentMembers(tx, clanId, { ...always, memberIds });
  return {
    ...days,
    activities: new Map(activities.map((activity) => [activity.id, activity])),
    members: new Map(members.map((member) => [member.id, member])),
  };
}
