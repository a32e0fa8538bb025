import { createHash } from "node:crypto";
import {
  type entryImport,
  findImportMapping,
  importCounts,
  type importEntries,
  type undoImport as undoImportEndpoint,
} from "@clanhall/contract/entry-imports";
import { canInClan } from "@clanhall/contract/permissions";
import { toNameKey } from "@clanhall/contract/text";
import type { z } from "zod";
import type { ClanActor } from "../../../access/actor.ts";
import { listActivities } from "../../../clan/activities.ts";
import { nextRevision } from "../../../clan/lock.ts";
import { listMemberNames, type MemberName, type PresentMember } from "../../../clan/roster.ts";
import { currentTime } from "../../../db/clock.ts";
import type { Db, Tx } from "../../../db/tables.ts";
import { ApiError, invalidField, notFound } from "../../../errors.ts";
import { defineTask, type ResultOf } from "../../../workers/task.ts";
import type { WorkerPool } from "../../../workers/worker-pool.ts";
import { recordAudit } from "../../audit/index.ts";
import { toCellId } from "../cell-id.ts";
import { findCellProblem, requireWindow } from "../checks.ts";
import { stateOfDay } from "../day.ts";
import { type EntryRow, listEntriesAt } from "../queries.ts";
import { type CellInput, loadWritingContext, writeEntries, type WritingContext } from "../write.ts";
import { type ImportRoster, type NamePlan, type NamesAsked, type NewPlayer, toNewPlayers } from "./names.ts";
import {
  findImport,
  findImportOfFile,
  findMapping,
  type ImportedCell,
  type ImportRow,
  insertImport,
  listImportedCells,
  markImportUndone,
  upsertMapping,
} from "./queries.ts";
import type { ImportInput, ImportMember } from "./read.ts";
import {
  addTo,
  createReport,
  type ImportReport,
  type ReadCell,
  type readImport,
  typeOf,
  unpackCells,
} from "./resolve.ts";

type Answer = z.output<(typeof importEntries)["response"]>;
type ReadImport = ResultOf<typeof readImport>;

const task = defineTask<typeof readImport>(new URL("./resolve.ts", import.meta.url), "readImport");

interface Parts {
  db: Db;
  workers: WorkerPool;
  roster: ImportRoster;
}

/** What is known of a file before anything is locked. */
interface Prepared {
  read: ReadImport;
  plan: NamePlan;
  /** How the names are asked for, and their first lines. */
  asked: NamesAsked;
}

/** How often a file is read again because the roster changed between reading and the lock. */
const triesMax = 5;

/** Saves every value of a file that is valid; a dry run only reports what would happen to each. */
export async function importFile(parts: Parts, actor: ClanActor, input: ImportInput) {
  const now = currentTime();
  const { db } = parts;
  for (let tries = 0; tries < triesMax; tries++) {
    const prepared = await prepare(parts, actor, input);
    if (input.dry_run) {
      const { answer } = await checkFile(db, actor, input, prepared, now);
      const same_file = await findSameFile(db, actor.clanId, Buffer.from(prepared.read.hash));
      return { ...answer, same_file, import: null };
    }
    const answer = await db.transaction().execute((tx) => runImport(tx, parts.roster, actor, input, prepared, now));
    if (answer) return answer;
  }
  throw new ApiError("conflict", "Someone else changed the roster. Try again.", { retryAfter: 1 });
}

async function prepare({ db, workers, roster }: Parts, actor: ClanActor, input: ImportInput): Promise<Prepared> {
  const { clanId } = actor;
  const members = await listMemberNames(db, clanId);
  const activities = await listActivities(db, clanId);
  requireKnown(input, new Set(members.map(({ id }) => id)), new Set(activities.map(({ id }) => id)));
  const { format, content, mapping, policy, players } = input;
  const asked = { add: input.add_players, remember: input.remember };
  const plan = isEmpty(asked) ? noNames : await roster.plan(db, actor, asked);
  const source = {
    file: { format, content, mapping, policy, players },
    roster: [...members.map(toImportMember), ...plan.players.map(toNewMember)],
    activities: activities.map(({ id, name, short_label, value_type }) => ({ id, name, short_label, value_type })),
    names: plan.problems.map(({ name }) => name),
  };
  // Before anything is locked: a worker may have to be waited for.
  return { read: await workers.run(task, source, { account: actor.userId }), plan, asked };
}

const noNames: NamePlan = { players: [], aliases: [], problems: [], version: "" };

function isEmpty({ add, remember }: NamesAsked): boolean {
  return add.length + remember.length === 0;
}

/**
 * Takes the clan's revision first, as every save does, so that two imports at once see each other's values. Null where
 * the roster is another by now.
 */
async function runImport(
  tx: Tx,
  roster: ImportRoster,
  actor: ClanActor,
  input: ImportInput,
  prepared: Prepared,
  now: Date,
): Promise<Answer | null> {
  const { clanId, memberId } = actor;
  const { format, policy, file_name, reason } = input;
  const { read, plan, asked } = prepared;
  const hash = Buffer.from(read.hash);
  const revision = await nextRevision(tx, clanId);
  if (!isEmpty(asked)) {
    await roster.lock(tx, clanId);
    if ((await roster.plan(tx, actor, asked)).version !== plan.version) return null;
  }
  const sameFile = await findSameFile(tx, clanId, hash);
  if (sameFile && !input.again) {
    throw new ApiError("conflict", "This file was imported before. Confirm to import it again.", { current: sameFile });
  }
  const { answer, writes, players } = await checkFile(tx, actor, input, prepared, now);
  const { aliases } = plan;
  if (writes.length + players.length + aliases.length === 0) {
    throw invalidField("content", "Nothing to import. Every value is already saved or has a problem.");
  }
  if (players.length + aliases.length > 0) await roster.add(tx, actor, { players, aliases }, now);
  const { counts, players_added, aliases_added } = answer;
  const importId = await insertImport(tx, {
    clan_id: clanId,
    file_name,
    file_hash: hash,
    format,
    policy,
    counts,
    imported_by: memberId,
    added_members: players.map(({ id }) => id),
    added_aliases: aliases,
  });
  await writeEntries(
    tx,
    { clanId, by: memberId, source: "import", score: "rule", reason, importId, now, revision },
    writes,
  );
  await rememberMapping(tx, clanId, read.header, input);
  await recordAudit(tx, actor, {
    action: "entries.import",
    target: { type: "import", id: importId, ...(file_name && { name: file_name }) },
    after: { format, policy, ...counts, ...(!isEmpty(asked) && { players_added, aliases_added }) },
    source: "import",
    reason: reason || undefined,
  });
  const imported = await findImport(tx, clanId, importId);
  if (!imported) throw notFound("Import");
  return { ...answer, same_file: sameFile, import: toImport(imported) };
}

async function findSameFile(db: Db, clanId: string, hash: Buffer): Promise<Answer["same_file"]> {
  const row = await findImportOfFile(db, clanId, hash);
  if (!row) return null;
  const { id, created_at, imported_by_name } = toImport(row);
  return { id, created_at, by: imported_by_name };
}

type FileCheck = { answer: Omit<Answer, "same_file" | "import">; writes: CellInput[]; players: NewPlayer[] };

/** In parts, so that other requests are answered in between. */
const cellsAtOnce = 1_000;

async function checkFile(
  db: Db,
  actor: ClanActor,
  input: ImportInput,
  { read, plan }: Prepared,
  now: Date,
): Promise<FileCheck> {
  const { clanId } = actor;
  const context = await loadWritingContext(db, clanId, now);
  const days = plan.players.length === 0 ? [] : unpackCells(read.cells, 0, read.cells.count);
  const players = toNewPlayers(plan.players, days, context.today);
  // They are written together with their values, and are not there yet.
  for (const player of players) context.members.set(player.id, toPresent(player));
  const report = createReport(read);
  for (const [index, { member_id, message }] of plan.problems.entries()) {
    const line = read.nameLines[index] ?? findLine(read, member_id) ?? 1;
    report.addProblem({ line, column: null, problem: message });
  }
  const writes: CellInput[] = [];
  for (let start = 0; start < read.cells.count; start += cellsAtOnce) {
    const cells = unpackCells(read.cells, start, start + cellsAtOnce);
    const standing = await listEntriesAt(db, clanId, cells);
    writes.push(...checkCells(cells, { context, actor, input, standing }, report));
  }
  const { unknown_players, unknown_activities } = read;
  const answer = {
    counts: report.counts,
    players_added: players.length,
    aliases_added: plan.aliases.length,
    unknown_players,
    unknown_activities,
    problems: report.listProblems(),
  };
  return { answer, writes, players };
}

/** The first line of a player. */
function findLine({ cells }: ReadImport, memberId: string | null): number | undefined {
  const member = memberId === null ? -1 : cells.texts.indexOf(memberId);
  const index = member === -1 ? -1 : cells.members.indexOf(member);
  return index === -1 ? undefined : cells.lines[index];
}

function toPresent({ id, name, starts_on }: NewPlayer): PresentMember {
  return { id, name, tint: 1, groups: [], status: "active", spans: [{ starts_on, ends_on: null }], away: [] };
}

function toNewMember({ id, name }: NamePlan["players"][number]): ImportMember {
  return { id, name, aliases: [], status: "active", merged_into_id: null };
}

/** Ids from the request must belong to this clan. */
function requireKnown(
  { players, remember, format, mapping }: ImportInput,
  memberIds: Set<string>,
  activityIds: Set<string>,
): void {
  const isForeign = ({ member_id }: { member_id: string }) => !memberIds.has(member_id.toLowerCase());
  if (players.some(isForeign) || remember.some(isForeign)) {
    const field = players.some(isForeign) ? "players" : "remember";
    throw invalidField(field, "One of the names is matched to a player who is not in this clan");
  }
  if (format === "wide" && mapping.activities.some(({ activity_id }) => !activityIds.has(activity_id.toLowerCase()))) {
    throw invalidField(
      "mapping.activities",
      "One of the columns is matched to an activity that this clan does not have",
    );
  }
}

/** The worker gets only what it needs of the row. */
function toImportMember({ id, name, aliases, status, merged_into_id }: MemberName): ImportMember {
  return { id, name, aliases, status, merged_into_id };
}

type UndoAnswer = z.output<(typeof undoImportEndpoint)["response"]>;

/** Restores the earlier values as new versions. Cells that were changed since the import stay as they are. */
export function undoImport(
  { db, roster }: Pick<Parts, "db" | "roster">,
  actor: ClanActor,
  importId: string,
  reason: string | undefined,
): Promise<UndoAnswer> {
  const now = currentTime();
  const { clanId, memberId } = actor;
  return db.transaction().execute(async (tx) => {
    const revision = await nextRevision(tx, clanId);
    const row = await findImport(tx, clanId, importId);
    if (!row) throw notFound("Import");
    if (row.undone_at)
      throw new ApiError("conflict", "This import has already been undone", { current: toImport(row) });

    const cells = await listImportedCells(tx, clanId, importId);
    const restored = cells.filter(({ is_current }) => is_current);
    requireWindow(await loadWritingContext(tx, clanId, now), actor, restored, reason);
    const write = { clanId, by: memberId, source: "import", score: "rule", reason, now, revision } as const;
    for (const [before, group] of Map.groupBy(restored, ({ before_import_id }) => before_import_id)) {
      await writeEntries(tx, { ...write, importId: before ?? undefined }, group.map(toCellBefore));
    }
    await markImportUndone(tx, clanId, importId, now);
    const names = await removeNames(tx, roster, actor, row);
    const counts = { restored: restored.length, kept: cells.length - restored.length };
    await recordAudit(tx, actor, {
      action: "entries.import_undo",
      target: { type: "import", id: row.id, ...(row.file_name && { name: row.file_name }) },
      after: { ...counts, ...(names !== noneRemoved && names) },
      source: "import",
      reason: reason || undefined,
    });
    return { ...counts, ...names, import: toImport({ ...row, undone_at: now }) };
  });
}

const noneRemoved = { players_removed: 0, aliases_removed: 0, players_kept: [] as string[] };

async function removeNames(tx: Tx, roster: ImportRoster, actor: ClanActor, row: ImportRow) {
  const { added_members: members, added_aliases: aliases } = row;
  if (members.length + aliases.length === 0) return noneRemoved;
  await roster.lock(tx, actor.clanId);
  return roster.remove(tx, actor, { members, aliases });
}

function toCellBefore({ member_id, activity_id, day, before_state, before_value }: ImportedCell): CellInput {
  return { member_id, activity_id, day, state: before_state ?? "cleared", value: before_value };
}

type MappingAnswer = z.output<typeof findImportMapping.response>;

/** Kept for the next file with the same header, without the day, which belongs to this file. */
function rememberMapping(tx: Db, clanId: string, header: string[], { format, mapping }: ImportInput): Promise<void> {
  const activities = format === "wide" ? mapping.activities : [];
  const kept = { format, mapping: { ...mapping, activities, day: null } };
  return upsertMapping(tx, clanId, hashOfHeader(header), kept);
}

/** Columns of activities that no longer exist are left out. */
export async function recallMapping(db: Db, clanId: string, header: string[]): Promise<MappingAnswer> {
  const remembered = await findMapping(db, clanId, hashOfHeader(header));
  const parsed = findImportMapping.response.safeParse({ remembered });
  if (!parsed.data?.remembered) return { remembered: null };
  const { format, mapping } = parsed.data.remembered;
  const present = new Set((await listActivities(db, clanId)).map(({ id }) => id));
  const activities = mapping.activities.filter(({ activity_id }) => present.has(activity_id.toLowerCase()));
  return { remembered: { format, mapping: { ...mapping, activities } } };
}

function hashOfHeader(header: string[]): Buffer {
  return createHash("sha256")
    .update(JSON.stringify(header.map(toNameKey)))
    .digest();
}

export function toImport(row: ImportRow): z.output<typeof entryImport> {
  const { id, file_name, format, policy, counts, imported_by_name, created_at, undone_at } = row;
  return {
    id,
    file_name,
    format,
    policy,
    counts: importCounts.parse(counts),
    imported_by_name: imported_by_name ?? "Former member",
    created_at: created_at.toISOString(),
    undone_at: undone_at?.toISOString() ?? null,
  };
}

interface CheckContext {
  context: WritingContext;
  actor: ClanActor;
  input: Pick<ImportInput, "policy" | "reason">;
  standing: EntryRow[];
}

/** The cells to write: compared with the stored values and checked like typed ones. */
function checkCells(cells: ReadCell[], against: CheckContext, report: ImportReport): CellInput[] {
  const { context, actor, input } = against;
  const standing = new Map(against.standing.map((row) => [toCellId(row), row]));
  return cells.flatMap(({ line, column, ...cell }) => {
    const row = standing.get(toCellId(cell));
    const before = row && row.state !== "cleared" ? row : null;
    const wanted = before && input.policy === "add" ? { ...cell, ...addTo(before, cell, typeOf(context, cell)) } : cell;
    if (before && before.state === wanted.state && before.value === wanted.value) {
      report.count("same");
      return [];
    }
    if (before && input.policy === "skip") {
      report.count("skipped");
      return [];
    }
    const problem = findCellProblem(context, wanted)?.message ?? findLock(context, actor, wanted.day, input.reason);
    if (problem) {
      report.addProblem({ line, column, problem });
      return [];
    }
    report.count(before ? "changed" : "new");
    return [wanted];
  });
}

function findLock(context: WritingContext, { role, toggles }: ClanActor, day: string, reason?: string): string | null {
  if (stateOfDay(context, day) !== "locked") return null;
  if (!canInClan(role, "entry.write_locked", toggles)) return `${day} is locked: its values can no longer be changed.`;
  return reason ? null : `${day} is locked: give a reason to change it.`;
}
