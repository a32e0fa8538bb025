import { toClanDate } from "@clanhall/contract/clan-day";
import type { Entry } from "@clanhall/contract/entries";
import { outcomeOf, pointsOf, ruleOn } from "@clanhall/contract/scoring";
import { type ActivityRow, listActivities } from "../../clan/activities.ts";
import { listDayRules } from "../../clan/calendar.ts";
import { nextRevision } from "../../clan/lock.ts";
import type { EntrySource, EntryState } from "../../db/entry-tables.ts";
import type { Tx } from "../../db/tables.ts";
import { notFound } from "../../errors.ts";
import { toCellId } from "./cell-id.ts";
import { type CellKey, type EntryRow, listEntriesAt } from "./cells.queries.ts";
import { toEntries } from "./entry-answer.ts";
import { toMonthChanges } from "./month-changes.ts";
import { addToMonths, insertVersions, type NewEntry, type Save, upsertEntries } from "./save-cells.queries.ts";
import { tellDays } from "./tell-days.ts";

/** A cell as somebody wants it. With a base version, only if nobody has changed it since; 0 is a cell never written. */
export interface CellWrite extends CellKey {
  state: EntryState;
  value: number | null;
  base_version?: number | undefined;
}

export interface Writing {
  clanId: string;
  /** The player who writes. */
  by: string;
  source: EntrySource;
  reason?: string | undefined;
  importId?: string | undefined;
  now: Date;
  /** The number of this save, for a caller who took it before checking the cells. */
  revision?: number | undefined;
}

export interface Written {
  saved: number;
  unchanged: number;
  conflicts: (CellKey & { current: Entry | null })[];
  /** The cells that were written or stood so already. */
  versions: (CellKey & { version: number; points: number; late: boolean })[];
  revision: number;
}

/** Writes cells that were checked, each named once. Those that somebody else changed meanwhile are left and reported. */
export async function writeCells(tx: Tx, writing: Writing, cells: CellWrite[]): Promise<Written> {
  const { clanId, now } = writing;
  const revision = writing.revision ?? (await nextRevision(tx, clanId));
  const standing = new Map((await listEntriesAt(tx, clanId, cells)).map((row) => [toCellId(row), row]));
  const score = await loadScore(tx, clanId, now);

  const stale: CellWrite[] = [];
  const unchanged: Written["versions"] = [];
  const changes: Change[] = [];
  for (const wanted of cells) {
    const cell = { ...wanted, value: toStored(wanted.value) };
    const before = standing.get(toCellId(cell)) ?? null;
    if (standsSo(cell, before)) unchanged.push({ ...keyOf(cell), ...markOf(before ?? neverWritten) });
    else if (isStale(cell, before)) stale.push(cell);
    else changes.push({ entry: score(cell, before), before });
  }
  const newer = stale.flatMap((cell) => standing.get(toCellId(cell)) ?? []);
  const conflicts = toConflicts(stale, await toEntries(tx, clanId, newer));
  if (changes.length > 0) await saveChanges(tx, { ...writing, revision }, changes);
  const saved = changes.map(({ entry }) => ({ ...keyOf(entry), ...markOf(entry) }));
  return {
    saved: saved.length,
    unchanged: unchanged.length,
    conflicts,
    versions: [...saved, ...unchanged],
    revision,
  };
}

function toConflicts(stale: CellWrite[], current: Entry[]): Written["conflicts"] {
  const standing = new Map(current.map((entry) => [toCellId(entry), entry]));
  return stale.map((cell) => ({ ...keyOf(cell), current: standing.get(toCellId(cell)) ?? null }));
}

type Change = { entry: NewEntry; before: EntryRow | null };

const neverWritten = { version: 0, points: 0, late: false };

function keyOf({ member_id, activity_id, day }: CellKey): CellKey {
  return { member_id, activity_id, day };
}

function markOf({ version, points, late }: Pick<NewEntry, "version" | "points" | "late">) {
  return { version, points, late };
}

/** Zero has no sign, and no value more than two decimals. */
function toStored(value: number | null): number | null {
  return value === null ? null : Math.round(value * 100) / 100 || 0;
}

function standsSo({ state, value }: CellWrite, before: EntryRow | null): boolean {
  return state === (before?.state ?? "cleared") && value === (before?.value ?? null);
}

function isStale({ base_version }: CellWrite, before: EntryRow | null): boolean {
  return base_version !== undefined && base_version !== (before?.version ?? 0);
}

/** How cells are scored: by the rule that is valid on their day, as it is now that no other save can happen. */
async function loadScore(tx: Tx, clanId: string, now: Date) {
  const activities = new Map((await listActivities(tx, clanId)).map((activity) => [activity.id, activity]));
  const today = toClanDate(await listDayRules(tx, clanId), now);
  return (cell: CellWrite, before: EntryRow | null): NewEntry => {
    const activity = activities.get(cell.activity_id);
    if (!activity) throw notFound("Activity");
    const { state, value } = cell;
    const late = cell.day < today;
    return { ...keyOf(cell), state, value, ...scoreOf(activity, cell), late, version: (before?.version ?? 0) + 1 };
  };
}

function scoreOf({ aggregate, rules }: ActivityRow, { value, day }: CellWrite) {
  if (value === null) return { points: 0, is_met: false };
  const rule = ruleOn(rules, day);
  return { points: pointsOf(aggregate, rule, value), is_met: outcomeOf(rule, value) === "met" };
}

/** So many cells are surely written within the time that one statement has, also on a busy machine. */
const cellsAtOnce = 5_000;

async function saveChanges(tx: Tx, writing: Writing & { revision: number }, changes: Change[]): Promise<void> {
  const { clanId, by, source, reason, importId, now, revision } = writing;
  const entries = changes.map(({ entry }) => entry);
  const save: Save = { clanId, revision, by, at: now, source, reason: reason || null, importId: importId ?? null };
  for (let start = 0; start < entries.length; start += cellsAtOnce) {
    const some = entries.slice(start, start + cellsAtOnce);
    await upsertEntries(tx, save, some);
    await insertVersions(tx, save, some);
  }
  await addToMonths(tx, clanId, toMonthChanges(changes));
  await tellDays(tx, clanId, new Set(entries.map(({ day }) => day)), revision);
}
