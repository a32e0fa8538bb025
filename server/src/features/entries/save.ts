import type { Day } from "@clanhall/contract/days";
import type { ParsedInput } from "@clanhall/contract/endpoint";
import type { CellDraft, Entry, putEntries } from "@clanhall/contract/entries";
import type { ClanActor } from "../../access/actor.ts";
import { nextRevision } from "../../clan/lock.ts";
import { currentTime } from "../../db/clock.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { ApiError, invalidField, notFound } from "../../errors.ts";
import { recordAudit } from "../audit/index.ts";
import { findCellProblem, requireCells, requireOwnCells, requireWindow, sourceOf, toCellWrite } from "./checks.ts";
import { loadClanDays, stateOfDay, toEntries, toWindow } from "./day.ts";
import { type CellKey, listEntriesAt, listVersions, upsertReopenedDay } from "./queries.ts";
import { loadWritingContext, publishEntriesChanged, writeEntries, type Written } from "./write.ts";

type Save = ParsedInput<typeof putEntries>["body"];

export function saveEntries(db: Db, actor: ClanActor, save: Save, now = currentTime()): Promise<Written> {
  return db.transaction().execute((tx) => saveCells(tx, actor, save, now));
}

/** Checks under the lock of the save, so that nothing changes between check and write; `taken` if the caller has it. */
export async function saveCells(
  tx: Tx,
  actor: ClanActor,
  { entries, reason }: Save,
  now: Date,
  taken?: number,
): Promise<Written> {
  const { clanId, memberId } = actor;
  const source = sourceOf(actor);
  const revision = taken ?? (await nextRevision(tx, clanId));
  const memberIds = [...new Set(entries.map(({ member_id }) => member_id))];
  const context = await loadWritingContext(tx, clanId, now, memberIds);
  requireOwnCells(context, actor, entries);
  const cells = await requireCells(context, entries);
  const locked = requireWindow(context, actor, cells, reason);
  const written = await writeEntries(tx, { clanId, by: memberId, source, score: "rule", reason, now, revision }, cells);
  if (locked.length > 0 && written.saved > 0) {
    await recordAudit(tx, actor, {
      action: "entry.write_locked",
      target: { type: "day", name: labelDays(locked) },
      after: { cells: written.saved, days: locked.slice(0, mostDaysKept) },
      source,
      reason,
    });
  }
  return written;
}

/** What stands in a cell today, and why nobody could write the draft there, whatever their rights. */
export async function previewCell(db: Db, clanId: string, draft: CellDraft, now: Date) {
  const context = await loadWritingContext(db, clanId, now, [draft.member_id]);
  const cell = toCellWrite(draft);
  const [entry = null] = await listEntriesAt(db, clanId, [cell]);
  return {
    today: context.today,
    problem: findCellProblem(context, cell),
    activity: context.activities.get(cell.activity_id) ?? null,
    version: entry?.version ?? 0,
    value: entry?.value ?? null,
    excused: entry?.state === "excused",
  };
}

/** How many days one row of the audit lists. */
const mostDaysKept = 60;

function labelDays([first = "", ...others]: string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

interface Revert {
  /** Which version to write again; 0 is the cell before anything was entered. */
  version: number;
  base_version: number;
  reason?: string | undefined;
}

export function revertTo(
  db: Db,
  actor: ClanActor,
  key: CellKey,
  { version, base_version, reason }: Revert,
  now = currentTime(),
): Promise<Entry> {
  const { clanId, memberId } = actor;
  const source = sourceOf(actor);
  return db.transaction().execute(async (tx) => {
    const revision = await nextRevision(tx, clanId);
    const context = await loadWritingContext(tx, clanId, now, [key.member_id]);
    requireOwnCells(context, actor, [key]);
    const [before] = await listEntriesAt(tx, clanId, [key]);
    if (!before) throw notFound("Entry");
    const cell = { ...key, ...(await loadContent(tx, clanId, key, version)), base_version };
    const problem = findCellProblem(context, cell);
    if (problem) throw invalidField("version", problem.message);
    requireWindow(context, actor, [cell], reason);

    const written = await writeEntries(tx, { clanId, by: memberId, source, score: "rule", reason, now, revision }, [
      cell,
    ]);
    const [conflict] = written.conflicts;
    if (conflict) {
      throw new ApiError("conflict", "Someone else changed this cell", { current: conflict.current });
    }
    const [after] = await toEntries(tx, clanId, await listEntriesAt(tx, clanId, [key]));
    if (!after) throw notFound("Entry");
    if (written.saved > 0) {
      await recordAudit(tx, actor, {
        action: "entry.revert",
        target: { type: "entry", id: key.member_id, name: labelCell(context, key) },
        before: { state: before.state, value: before.value },
        after: { state: after.state, value: after.value, version },
        source,
        reason: reason || undefined,
      });
    }
    return after;
  });
}

async function loadContent(tx: Db, clanId: string, key: CellKey, version: number) {
  if (version === 0) return { state: "cleared", value: null } as const;
  const versions = await listVersions(tx, clanId, key);
  const wanted = versions.find((one) => one.version === version);
  if (!wanted) throw notFound("Version");
  return { state: wanted.state, value: wanted.value };
}

type Context = Awaited<ReturnType<typeof loadWritingContext>>;

function labelCell({ members, activities }: Context, { member_id, activity_id, day }: CellKey): string {
  return `${members.get(member_id)?.name}, ${activities.get(activity_id)?.name}, ${day}`;
}

const openFor = 24 * 60 * 60_000;

/** Unlocks a day for a while for everybody who enters values; what they write counts as late. */
export function reopen(db: Db, actor: ClanActor, day: string, reason: string): Promise<Day["window"]> {
  const now = currentTime();
  const { clanId, memberId } = actor;
  if (reason === "") throw invalidField("reason", "Give a reason for reopening the day.");
  return db.transaction().execute(async (tx) => {
    const revision = await nextRevision(tx, clanId);
    if (stateOfDay(await loadClanDays(tx, clanId, now), day) !== "locked") {
      throw new ApiError("conflict", `${day} is not locked`);
    }
    const until = new Date(now.getTime() + openFor);
    await upsertReopenedDay(tx, { clan_id: clanId, day, until, reopened_by: memberId, reason });
    await recordAudit(tx, actor, {
      action: "day.reopen",
      target: { type: "day", name: day },
      after: { until: until.toISOString() },
      reason,
    });
    await publishEntriesChanged(tx, clanId, [day], revision);
    return toWindow(await loadClanDays(tx, clanId, now), actor, day);
  });
}
