import type { ActiveWarning, createWarning, listDecisions, MemberNote, Warning } from "@clanhall/contract/attention";
import type { AnswerOf, ParsedInput } from "@clanhall/contract/endpoint";
import { canInClan } from "@clanhall/contract/permissions";
import { addDays, toClanDate } from "@clanhall/contract/rules/clan-day";
import { currentTime } from "../../db/clock.ts";
import type { ClanActor } from "../../access/actor.ts";
import { listDayRules } from "../../clan/calendar.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { ApiError, notFound } from "../../errors.ts";
import { queueMemberMails, queueWebhook } from "../../outbox/queue.ts";
import { recordAudit } from "../audit/index.ts";
import { getLockedMember, lockRoster, type MemberRow, mayMove, notYours } from "../members/index.ts";
import {
  deleteNote,
  deleteWarning,
  findWarning,
  insertNote,
  insertWarning,
  listActiveWarnings,
  listNotes,
  listWarnings,
  saveLifted,
  type WarningRow,
} from "./queries.ts";

/** So long what was just decided can be taken back. */
export const undoMs = 60_000;

export function stateOfWarning(
  { ends_on, lifted_at }: { ends_on: string | null; lifted_at: Date | null },
  today: string,
): Warning["state"] {
  if (lifted_at !== null) return "lifted";
  return ends_on !== null && ends_on < today ? "ended" : "active";
}

async function getToday(db: Db, clanId: string, now: Date): Promise<string> {
  return toClanDate(await listDayRules(db, clanId), now);
}

function toWarning(row: WarningRow, today: string): Warning {
  return {
    id: row.id,
    member_id: row.member_id,
    message: row.message,
    state: stateOfWarning(row, today),
    ends_on: row.ends_on,
    given_by: row.giver_name ?? "Former member",
    given_at: row.given_at.toISOString(),
    lifted_by: row.lifter_name,
    lifted_at: row.lifted_at?.toISOString() ?? null,
    lifted_reason: row.lifted_reason,
  };
}

function toNote(row: Awaited<ReturnType<typeof listNotes>>[number]): MemberNote {
  const { id, member_id, note } = row;
  return {
    id,
    member_id,
    note,
    written_by: row.author_name ?? "Former member",
    written_at: row.written_at.toISOString(),
  };
}

/** Players read their own warnings; notes are for officers. */
export async function loadDecisions(
  db: Db,
  actor: ClanActor,
  memberId: string,
): Promise<AnswerOf<typeof listDecisions>> {
  const now = currentTime();
  const { clanId } = actor;
  const isOfficer = canInClan(actor.role, "decision.make");
  if (!isOfficer && memberId !== actor.memberId) {
    throw new ApiError("forbidden", "Your role in this clan does not allow this");
  }
  const today = await getToday(db, clanId, now);
  const warnings = await listWarnings(db, clanId, memberId);
  const notes = isOfficer ? await listNotes(db, clanId, { memberId }) : [];
  return { warnings: warnings.map((row) => toWarning(row, today)), notes: notes.map(toNote) };
}

/** How often a player was warned, and the warning that is active. */
export async function loadWarningsOf(db: Db, clanId: string, memberId: string, today: string) {
  const rows = await listWarnings(db, clanId, memberId);
  const active = rows.filter((row) => stateOfWarning(row, today) === "active");
  return { total: rows.length, latest: toLatest(active) };
}

/** The active warning of each of these players, by clan. */
export async function loadActiveWarnings(
  db: Db,
  players: { clan_id: string; member_id: string; today: string }[],
): Promise<Map<string, ActiveWarning>> {
  const rows = Map.groupBy(await listActiveWarnings(db, players), ({ clan_id }) => clan_id);
  return new Map(
    players.flatMap(({ clan_id, today }) => {
      const ofClan = rows.get(clan_id) ?? [];
      const latest = toLatest(ofClan.filter(({ ends_on }) => ends_on === null || ends_on >= today));
      return latest ? [[clan_id, latest]] : [];
    }),
  );
}

type LatestRow = Pick<WarningRow, "message" | "ends_on" | "given_at" | "giver_name">;

function toLatest(rows: LatestRow[]): ActiveWarning | null {
  const [latest] = rows;
  if (!latest) return null;
  const { message, ends_on, given_at, giver_name } = latest;
  const given = { given_by: giver_name ?? "Former member", given_at: given_at.toISOString() };
  return { active: rows.length, message, ends_on, ...given };
}

/** The player, if the caller may decide about them. */
async function getManagedMember(tx: Tx, actor: ClanActor, memberId: string): Promise<MemberRow> {
  await lockRoster(tx, actor.clanId);
  const row = await getLockedMember(tx, actor.clanId, memberId);
  if (!mayMove(actor, row)) throw notYours(actor, row);
  return row;
}

const targetOf = ({ id, name }: MemberRow) => ({ type: "member", id, name });

/** What a warning says is for the player and the officers, and stays out of the audit, which outlives it. */
export function giveWarning(
  db: Db,
  actor: ClanActor,
  memberId: string,
  { message, ends_after, post }: ParsedInput<typeof createWarning>["body"],
): Promise<Warning> {
  const now = currentTime();
  const { clanId } = actor;
  return db.transaction().execute(async (tx) => {
    const member = await getManagedMember(tx, actor, memberId);
    if (member.status === "removed") throw new ApiError("conflict", `${member.name} is removed`);
    const today = await getToday(tx, clanId, now);
    const ends_on = ends_after === null ? null : addDays(today, ends_after);
    const given = { given_by: actor.memberId, given_at: now };
    const id = await insertWarning(tx, { clan_id: clanId, member_id: member.id, message, ends_on, ...given });
    const facts = { warning_id: id, member_id: member.id };
    if (post) await queueWebhook(tx, { clanId, event: "warning", subject: id, facts });
    await queueMemberMails(tx, { clanId, kind: "warning", subject: id });
    await recordAudit(tx, actor, { action: "member.warn", target: targetOf(member), after: { until: ends_on } });
    return getWarning(tx, clanId, id, today);
  });
}

async function getWarning(db: Db, clanId: string, id: string, today: string): Promise<Warning> {
  const row = await findWarning(db, clanId, id);
  if (!row) throw notFound("Warning");
  return toWarning(row, today);
}

export function liftOne(db: Db, actor: ClanActor, id: string, reason: string): Promise<Warning> {
  const now = currentTime();
  const { clanId } = actor;
  return db.transaction().execute(async (tx) => {
    const today = await getToday(tx, clanId, now);
    const { member_id } = await getWarning(tx, clanId, id, today);
    const member = await getManagedMember(tx, actor, member_id);
    // Read again under the lock: somebody else may have lifted it meanwhile.
    const { state } = await getWarning(tx, clanId, id, today);
    if (state !== "active") throw new ApiError("conflict", `This warning is already ${state}`);
    await saveLifted(tx, clanId, id, { lifted_by: actor.memberId, lifted_at: now, lifted_reason: reason });
    await recordAudit(tx, actor, { action: "member.warning_lift", target: targetOf(member) });
    return getWarning(tx, clanId, id, today);
  });
}

/** Only by whoever lifted it, and only at once. */
export function undoLifted(db: Db, actor: ClanActor, id: string): Promise<Warning> {
  const now = currentTime();
  const { clanId } = actor;
  return db.transaction().execute(async (tx) => {
    const found = await findWarning(tx, clanId, id);
    if (!found) throw notFound("Warning");
    const member = await getManagedMember(tx, actor, found.member_id);
    // Read again under the lock: a second undo finds it active.
    const row = await findWarning(tx, clanId, id);
    if (!row || row.lifted_by !== actor.memberId || row.lifted_at === null) throw notFound("Warning");
    requireRecent(row.lifted_at, now);
    await saveLifted(tx, clanId, id, { lifted_by: null, lifted_at: null, lifted_reason: null });
    await recordAudit(tx, actor, { action: "member.warning_lift_undo", target: targetOf(member) });
    return getWarning(tx, clanId, id, await getToday(tx, clanId, now));
  });
}

export function undoGiven(db: Db, actor: ClanActor, id: string): Promise<object> {
  const now = currentTime();
  const { clanId } = actor;
  return db.transaction().execute(async (tx) => {
    const row = await findWarning(tx, clanId, id);
    if (!row || row.given_by !== actor.memberId) throw notFound("Warning");
    requireRecent(row.given_at, now);
    const member = await getManagedMember(tx, actor, row.member_id);
    await deleteWarning(tx, clanId, id);
    await recordAudit(tx, actor, { action: "member.warn_undo", target: targetOf(member) });
    return {};
  });
}

function requireRecent(at: Date, now: Date): void {
  if (now.getTime() - at.getTime() > undoMs) throw new ApiError("conflict", "This can no longer be undone");
}

export function writeNote(db: Db, actor: ClanActor, memberId: string, text: string): Promise<MemberNote> {
  const now = currentTime();
  const { clanId } = actor;
  return db.transaction().execute(async (tx) => {
    const member = await getManagedMember(tx, actor, memberId);
    const written = { note: text, written_by: actor.memberId, written_at: now };
    const id = await insertNote(tx, { clan_id: clanId, member_id: member.id, ...written });
    await recordAudit(tx, actor, { action: "member.note", target: targetOf(member) });
    const [note] = await listNotes(tx, clanId, { id });
    if (!note) throw notFound("Note");
    return toNote(note);
  });
}

export function undoWritten(db: Db, actor: ClanActor, id: string): Promise<object> {
  const now = currentTime();
  const { clanId } = actor;
  return db.transaction().execute(async (tx) => {
    const [row] = await listNotes(tx, clanId, { id });
    if (!row || row.written_by !== actor.memberId) throw notFound("Note");
    requireRecent(row.written_at, now);
    const member = await getManagedMember(tx, actor, row.member_id);
    await deleteNote(tx, clanId, id);
    await recordAudit(tx, actor, { action: "member.note_undo", target: targetOf(member) });
    return {};
  });
}
