import { canInClan } from "@clanhall/contract/permissions";
import type { ClanRequest } from "@clanhall/contract/requests";
import { addDays, toClanDate } from "@clanhall/contract/rules/clan-day";
import type { ClanActor } from "../../access/actor.ts";
import { listDayRules } from "../../clan/calendar.ts";
import { nextRevision } from "../../clan/lock.ts";
import { currentTime } from "../../db/clock.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { ApiError, notFound } from "../../errors.ts";
import { queueMemberMails } from "../../outbox/queue.ts";
import { recordAudit } from "../audit/index.ts";
import { saveCells } from "../entries/index.ts";
import { addAway, getLockedMember, lockRoster, mayEdit, notYours, removeAway, shortenAway } from "../members/index.ts";
import {
  changeAway,
  closeRequest,
  closeSettled,
  findRequestRow,
  reopenRequest,
  type RequestRow,
} from "./requests.queries.ts";
import { countedAtOnce, isUndoable, loadRequest } from "./requests.ts";

/** Why nothing was decided; what was found out is kept before it is said. */
type Outcome = ClanRequest | ApiError;

async function answerWith(db: Db, work: (tx: Tx) => Promise<Outcome>): Promise<ClanRequest> {
  const outcome = await db.transaction().execute(work);
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}

async function decide(
  tx: Tx,
  actor: ClanActor,
  id: string,
  now: Date,
  work: (row: RequestRow) => Promise<void>,
  isClosed = ({ state }: RequestRow) => state !== "open",
): Promise<Outcome> {
  await lockRoster(tx, actor.clanId);
  const row = await findRequestRow(tx, actor.clanId, id);
  // A request of somebody else reads like none, for all but those who decide.
  if (!row || (row.member_id !== actor.memberId && !canInClan(actor.role, "request.decide"))) throw notFound("Request");
  if (isClosed(row)) return refuseClosed(tx, actor, row, now);
  await work(row);
  return loadRequest(tx, actor, id, now);
}

/**
 * Numbers the save of a value, before the roster is locked: in the order of whoever saves entries and adds players at
 * once.
 */
async function lockEntries(tx: Tx, clanId: string, id: string): Promise<number | undefined> {
  const row = await findRequestRow(tx, clanId, id);
  return row?.kind === "value" ? nextRevision(tx, clanId) : undefined;
}

async function refuseClosed(tx: Tx, actor: ClanActor, row: RequestRow, now: Date): Promise<ApiError> {
  const { clanId } = actor;
  if (row.state === "settled") await closeSettled(tx, clanId, row.member_id, now);
  const current = await loadRequest(tx, actor, row.id, now);
  const who = row.state === "withdrawn" ? row.member_name : row.decided_by;
  const message =
    row.state === "settled" || row.state === "open"
      ? "The request is settled: there is nothing left to decide."
      : `${who ?? "Someone"} has already ${row.state} this request`;
  return new ApiError("conflict", message, { current });
}

export function accept(db: Db, actor: ClanActor, id: string): Promise<ClanRequest> {
  const now = currentTime();
  return answerWith(db, async (tx) => {
    const revision = await lockEntries(tx, actor.clanId, id);
    return decide(tx, actor, id, now, async (row) => {
      if (row.kind === "value") await writeValue(tx, actor, row, { now, revision });
      else await writeAway(tx, actor, row);
      await close(tx, actor, row, { state: "accepted", now });
    });
  });
}

/** Written by whoever accepts, as if they had typed it; the request is the reason. */
async function writeValue(
  tx: Tx,
  actor: ClanActor,
  row: RequestRow,
  { now, revision }: { now: Date; revision: number | undefined },
): Promise<void> {
  const entry = {
    member_id: row.member_id,
    activity_id: row.activity_id ?? "",
    day: row.day ?? "",
    value: row.value,
    excused: row.is_excused,
    base_version: row.base_version ?? 0,
  };
  const reason = `${row.member_name} asked: ${row.reason}`;
  const { conflicts } = await saveCells(tx, actor, { entries: [entry], reason }, now, revision);
  if (conflicts.length > 0) throw new ApiError("conflict", "Someone else changed this value. Try again.");
}

async function writeAway(tx: Tx, actor: ClanActor, row: RequestRow): Promise<void> {
  await requireRow(tx, actor, row);
  const period = { from: row.starts_on ?? "", to: row.ends_on ?? "", reason: row.reason };
  await addAway(tx, actor.clanId, row.member_id, period);
}

async function requireRow(tx: Tx, actor: ClanActor, { member_id }: RequestRow): Promise<void> {
  const member = await getLockedMember(tx, actor.clanId, member_id);
  if (!mayEdit(actor, member)) throw notYours(actor, member);
}

export function decline(db: Db, actor: ClanActor, id: string, reason: string): Promise<ClanRequest> {
  const now = currentTime();
  return answerWith(db, (tx) =>
    decide(tx, actor, id, now, async (row) => {
      if (row.kind === "away") await requireRow(tx, actor, row);
      await close(tx, actor, row, { state: "declined", now, reason });
    }),
  );
}

async function close(
  tx: Tx,
  actor: ClanActor,
  row: RequestRow,
  { state, now, reason }: { state: "accepted" | "declined"; now: Date; reason?: string },
): Promise<void> {
  await closeRequest(tx, actor.clanId, row.id, {
    state,
    decided_by: actor.memberId,
    decided_at: now,
    ...(reason !== undefined && { answer: reason }),
  });
  await recordAudit(tx, actor, {
    action: state === "accepted" ? "request.accept" : "request.decline",
    target: { type: "member", id: row.member_id, name: row.member_name },
    after: toAudited(row),
    reason,
  });
  if (row.member_id !== actor.memberId) {
    await queueMemberMails(tx, { clanId: actor.clanId, kind: "request_decided", subject: row.id });
  }
}

/** The value is what it was before, the absence is gone, and the request waits for an answer again. */
export function undo(db: Db, actor: ClanActor, id: string): Promise<ClanRequest> {
  const now = currentTime();
  const { clanId } = actor;
  return db.transaction().execute(async (tx) => {
    const revision = await lockEntries(tx, clanId, id);
    await lockRoster(tx, clanId);
    const row = await findRequestRow(tx, clanId, id);
    if (!row || row.decider_id !== actor.memberId) throw notFound("Request");
    if (!isUndoable(row, actor, now)) throw new ApiError("conflict", "This can no longer be undone");
    const isAccepted = row.state === "accepted";
    if (row.kind === "away" && isAccepted) await takeBackAway(tx, actor, row);
    const version =
      row.kind === "value" && isAccepted ? await restoreValue(tx, actor, row, { now, revision }) : row.base_version;
    await reopenRequest(tx, { clanId, id, version });
    await recordAudit(tx, actor, {
      action: "request.undo",
      target: { type: "member", id: row.member_id, name: row.member_name },
      after: toAudited(row),
    });
    return loadRequest(tx, actor, id, now);
  });
}

/** One that an officer took off the roster meanwhile is gone already. */
async function takeBackAway(tx: Tx, actor: ClanActor, row: RequestRow): Promise<void> {
  await requireRow(tx, actor, row);
  const period = { from: row.starts_on ?? "", to: row.ends_on ?? "" };
  const isRemoved = await removeAway(tx, actor.clanId, row.member_id, period);
  if (isRemoved || !row.is_away_changed) return;
  throw new ApiError("conflict", "Someone else changed this absence. It stays.");
}

/** What was there before is written again, unless somebody changed it since; the version that it has then. */
async function restoreValue(
  tx: Tx,
  actor: ClanActor,
  row: RequestRow,
  { now, revision }: { now: Date; revision: number | undefined },
): Promise<number> {
  const base = row.base_version ?? 0;
  const entry = {
    member_id: row.member_id,
    activity_id: row.activity_id ?? "",
    day: row.day ?? "",
    value: row.was_value,
    excused: row.was_excused,
    base_version: base + 1,
  };
  const { conflicts } = await saveCells(tx, actor, { entries: [entry], reason: "Undone" }, now, revision);
  if (conflicts.length > 0) throw new ApiError("conflict", "Someone else changed this value. It stays.");
  return base + 2;
}

/** Why somebody is away is for officers alone, and stays out of the audit, which outlives it. */
function toAudited(row: RequestRow) {
  if (row.kind === "away") return { away: `${row.starts_on} to ${row.ends_on}` };
  return { activity: row.activity_name, day: row.day, value: row.is_excused ? "excused" : row.value };
}

/** A request of somebody else reads like none. */
export function withdraw(db: Db, actor: ClanActor, id: string): Promise<ClanRequest> {
  const now = currentTime();
  const { clanId, memberId } = actor;
  const isClosed = (row: RequestRow) => row.state !== "open" && !countedAtOnce(row);
  return answerWith(db, (tx) => {
    const work = async (row: RequestRow) => {
      if (row.member_id !== memberId) throw notFound("Request");
      if (countedAtOnce(row)) return endAway(tx, actor, row, now);
      await closeRequest(tx, clanId, id, { state: "withdrawn", decided_by: memberId, decided_at: now });
      await recordOwn(tx, actor, "request.withdraw", toAudited(row));
    };
    return decide(tx, actor, id, now, work, isClosed);
  });
}

/**
 * Days that are over stay as they counted: an absence that runs has ended yesterday, a later one is taken back. Of one
 * that an officer took off the roster only the request is left.
 */
async function endAway(tx: Tx, actor: ClanActor, row: RequestRow, now: Date): Promise<void> {
  const { clanId, memberId } = actor;
  const today = toClanDate(await listDayRules(tx, clanId), now);
  const [from, to, last] = [row.starts_on ?? "", row.ends_on ?? "", addDays(today, -1)];
  if (to < today) throw new ApiError("conflict", "This absence is already over");
  if (row.is_away_changed) throw new ApiError("conflict", "This absence was changed since. Ask an officer.");
  const isThere = await shortenAway(tx, clanId, memberId, { from, to, last });
  if (isThere && from <= last) {
    await changeAway(tx, clanId, row.id, { ends_on: last });
    return recordOwn(tx, actor, "request.away_ended", { away: `${from} to ${last}` });
  }
  await changeAway(tx, clanId, row.id, { state: "withdrawn", decided_at: now });
  await recordOwn(tx, actor, isThere ? "request.away_taken_back" : "request.withdraw", toAudited(row));
}

async function recordOwn(tx: Tx, actor: ClanActor, action: string, after: ReturnType<typeof toAudited>): Promise<void> {
  const target = { type: "member", id: actor.memberId, name: actor.name };
  await recordAudit(tx, actor, { action, target, after, source: "self" });
}
