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

function decide(
  db: Db,
  actor: ClanActor,
  id: string,
  now: Date,
  work: (tx: Tx, row: RequestRow, revision: number | undefined) => Promise<void | ApiError>,
  isClosed = ({ state }: RequestRow) => state !== "open",
): Promise<ClanRequest> {
  const outcome = db.transaction().execute(async (tx): Promise<Outcome> => {
    const revision = await lockForDecision(tx, actor.clanId, id);
    const row = await findRequestRow(tx, actor.clanId, id);
    // A request of somebody else reads like none, for all but those who decide.
    if (!row || (row.member_id !== actor.memberId && !canInClan(actor.role, "request.decide")))
      throw notFound("Request");
    const refusal = isClosed(row) ? await refuseClosed(tx, actor, row, now) : await work(tx, row, revision);
    return refusal ?? loadRequest(tx, actor, id, now);
  });
  return outcome.then((answer) => {
    if (answer instanceof ApiError) throw answer;
    return answer;
  });
}

/** In the order of whoever saves entries and adds players at once: the number of the save first, the roster then. */
async function lockForDecision(tx: Tx, clanId: string, id: string): Promise<number | undefined> {
  const row = await findRequestRow(tx, clanId, id);
  const revision = row?.kind === "value" ? await nextRevision(tx, clanId) : undefined;
  await lockRoster(tx, clanId);
  return revision;
}

const verbs = { accepted: "accepted", declined: "declined", withdrawn: "withdrew" } as const;

async function refuseClosed(tx: Tx, actor: ClanActor, row: RequestRow, now: Date): Promise<ApiError> {
  const { clanId } = actor;
  if (row.state === "settled") await closeSettled(tx, clanId, row.member_id, now);
  const current = await loadRequest(tx, actor, row.id, now);
  const verb = row.state === "settled" || row.state === "open" ? null : verbs[row.state];
  const who = row.state === "withdrawn" ? row.member_name : row.decided_by;
  const message = verb
    ? `${who ?? "Somebody"} ${verb} this request already`
    : "Somebody changed this value meanwhile: the request is settled";
  return new ApiError("conflict", message, { current });
}

export function accept(db: Db, actor: ClanActor, id: string, now = new Date()): Promise<ClanRequest> {
  return decide(db, actor, id, now, async (tx, row, revision) => {
    if (row.kind === "value") await writeValue(tx, actor, row, { now, revision });
    else await writeAway(tx, actor, row);
    await close(tx, actor, row, { state: "accepted", now });
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

export function decline(db: Db, actor: ClanActor, id: string, reason: string, now = new Date()): Promise<ClanRequest> {
  return decide(db, actor, id, now, async (tx, row) => {
    if (row.kind === "away") await requireRow(tx, actor, row);
    await close(tx, actor, row, { state: "declined", now, reason });
  });
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
export function undo(db: Db, actor: ClanActor, id: string, now = currentTime()): Promise<ClanRequest> {
  const { clanId } = actor;
  return db.transaction().execute(async (tx) => {
    const revision = await lockForDecision(tx, clanId, id);
    const row = await findRequestRow(tx, clanId, id);
    if (!row || row.decider_id !== actor.memberId) throw notFound("Request");
    if (!isUndoable(row, actor, now)) throw new ApiError("conflict", "This can no longer be undone");
    const isAccepted = row.state === "accepted";
    if (row.kind === "away" && isAccepted) {
      await requireRow(tx, actor, row);
      await removeAway(tx, clanId, row.member_id, { from: row.starts_on ?? "", to: row.ends_on ?? "" });
    }
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
export function withdraw(db: Db, actor: ClanActor, id: string, now = currentTime()): Promise<ClanRequest> {
  const { clanId, memberId } = actor;
  const work = async (tx: Tx, row: RequestRow) => {
    if (row.member_id !== memberId) throw notFound("Request");
    if (countedAtOnce(row)) return endAway(tx, actor, row, now);
    await closeRequest(tx, clanId, id, { state: "withdrawn", decided_by: memberId, decided_at: now });
    await recordOwn(tx, actor, "request.withdraw", toAudited(row));
  };
  return decide(db, actor, id, now, work, (row) => row.state !== "open" && !countedAtOnce(row));
}

/** Days that are over stay as they counted: an absence that runs has ended yesterday, a later one is taken back. */
async function endAway(tx: Tx, actor: ClanActor, row: RequestRow, now: Date): Promise<void> {
  const { clanId, memberId } = actor;
  const today = toClanDate(await listDayRules(tx, clanId), now);
  const [from, to, last] = [row.starts_on ?? "", row.ends_on ?? "", addDays(today, -1)];
  if (to < today) throw new ApiError("conflict", "This absence is over already");
  if (!(await shortenAway(tx, clanId, memberId, { from, to, last }))) {
    throw new ApiError("conflict", "An officer changed this absence: ask them to end it");
  }
  const hasBegun = from <= last;
  await changeAway(tx, clanId, row.id, hasBegun ? { ends_on: last } : { state: "withdrawn", decided_at: now });
  await (hasBegun
    ? recordOwn(tx, actor, "request.away_ended", { away: `${from} to ${last}` })
    : recordOwn(tx, actor, "request.away_taken_back", toAudited(row)));
}

async function recordOwn(tx: Tx, actor: ClanActor, action: string, after: ReturnType<typeof toAudited>): Promise<void> {
  const target = { type: "member", id: actor.memberId, name: actor.name };
  await recordAudit(tx, actor, { action, target, after, source: "self" });
}
