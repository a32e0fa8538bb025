import type { AnswerOf, ParsedInput } from "@clanhall/contract/endpoint";
import { canInClan, canManageRow } from "@clanhall/contract/permissions";
import {
  awayDaysMax,
  type ClanRequest,
  type createRequest,
  dailyRequestsMax,
  disputeDays,
  type listRequests,
  openRequestsMax,
  type RequestKind,
} from "@clanhall/contract/requests";
import { addDays, toClanDate } from "@clanhall/contract/rules/clan-day";
import type { ClanActor } from "../../access/actor.ts";
import { listDayRules } from "../../clan/calendar.ts";
import { currentTime } from "../../db/clock.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { ApiError, invalidField, notFound } from "../../errors.ts";
import { toPage, wrongCursor } from "../../http/cursor.ts";
import type { WorkerPool } from "../../workers/worker-pool.ts";
import { recordAudit } from "../audit/index.ts";
import { loadClanDays, previewCell, toWindow } from "../entries/index.ts";
import { addAway, lockRoster } from "../members/index.ts";
import { announce, redrawAll } from "./answers.ts";
import {
  closeSettled,
  countOpenRequests,
  countRequestsOf,
  findOpenAway,
  findRequestRow,
  getAwaySetting,
  insertPictures,
  insertRequest,
  listRequestRows,
  type RequestRow,
} from "./requests.queries.ts";
import { undoMs } from "./warnings.ts";

type Draft = ParsedInput<typeof createRequest>["body"];
type Query = ParsedInput<typeof listRequests>["query"];
type Of<Kind extends RequestKind> = Extract<Draft, { kind: Kind }>;

const dayMs = 24 * 60 * 60_000;

export interface RequestDeps {
  db: Db;
  workers: WorkerPool;
}

/** Officers read all, members their own. */
export async function loadRequests(
  db: Db,
  actor: ClanActor,
  { state, kind, member_id, limit, cursor }: Query,
): Promise<AnswerOf<typeof listRequests>> {
  const now = currentTime();
  const { clanId } = actor;
  const decides = canInClan(actor.role, "request.decide");
  const memberId = decides ? member_id : actor.memberId;
  if (cursor !== undefined) await requireListed(db, clanId, { state, cursor });
  const rows = await listRequestRows(db, clanId, { state, kind, memberId, limit: limit + 1, cursor });
  const open = await countOpenRequests(db, [clanId], memberId);
  const page = toPage(rows, limit, ({ id }) => id);
  const countOf = (wanted: RequestKind) => open.find((count) => count.kind === wanted)?.count ?? 0;
  return {
    ...page,
    items: await toRequests(db, actor, page.items, now),
    open: { value: countOf("value"), away: countOf("away") },
  };
}

/** What a list goes on after. A decision that was undone is not among the others any more. */
async function requireListed(
  db: Db,
  clanId: string,
  { state, cursor }: { state: Query["state"]; cursor: string },
): Promise<void> {
  const last = await findRequestRow(db, clanId, cursor);
  if (!last || (state === "decided" && !last.decided_at)) throw wrongCursor();
}

async function toRequests(db: Db, actor: ClanActor, rows: RequestRow[], now: Date): Promise<ClanRequest[]> {
  if (rows.length === 0) return [];
  const days = await loadClanDays(db, actor.clanId, now);
  const withdraws = !days.isReadOnly && actor.tokenId === null;
  const decides = canInClan(actor.role, "request.decide") && withdraws;
  return rows.map((row) => {
    const isOpen = decides && row.state === "open";
    const common = {
      id: row.id,
      state: row.state,
      member: { id: row.member_id, name: row.member_name, tint: row.tint },
      is_mine: row.member_id === actor.memberId,
      reason: row.reason,
      created_at: row.created_at.toISOString(),
      decided_at: row.decided_at?.toISOString() ?? null,
      decided_by: row.decided_by,
      answer: row.answer,
      may_undo: decides && isUndoable(row, actor, now),
      may_withdraw: withdraws && isWithdrawable(row, actor, days.today),
    };
    if (row.kind === "away") {
      const mayDecide = isOpen && (common.is_mine || canManageRow(actor.role, row.role));
      const period = { from: row.starts_on ?? "", to: row.ends_on ?? "" };
      return { ...common, kind: row.kind, ...period, may_accept: mayDecide, may_decline: mayDecide };
    }
    const day = row.day ?? "";
    return {
      ...common,
      kind: row.kind,
      activity: {
        id: row.activity_id ?? "",
        name: row.activity_name ?? "",
        icon: row.icon ?? "",
        color: row.color ?? "",
        unit: row.unit ?? "",
        value_type: row.value_type ?? "",
      },
      day,
      was: { value: row.was_value, excused: row.was_excused },
      wanted: { value: row.value, excused: row.is_excused },
      pictures: row.pictures,
      may_accept: isOpen && toWindow(days, actor, day).can_write,
      may_decline: isOpen,
    };
  });
}

export async function loadRequest(db: Db, actor: ClanActor, id: string, now: Date): Promise<ClanRequest> {
  const row = await findRequestRow(db, actor.clanId, id);
  const [request] = row ? await toRequests(db, actor, [row], now) : [];
  if (!request) throw notFound("Request");
  return request;
}

/** Only by whoever decided it, and only at once. */
export function isUndoable({ state, decider_id, decided_at }: RequestRow, { memberId }: ClanActor, now: Date): boolean {
  const isDecided = (state === "accepted" || state === "declined") && decider_id === memberId;
  return isDecided && decided_at !== null && now.getTime() - decided_at.getTime() <= undoMs;
}

/** Absences that counted at once are the player's own affair; what an officer accepted is not. */
export function countedAtOnce({ kind, state, decider_id }: RequestRow): boolean {
  return kind === "away" && state === "accepted" && decider_id === null;
}

function isWithdrawable(row: RequestRow, { memberId }: ClanActor, today: string): boolean {
  if (row.member_id !== memberId) return false;
  return row.state === "open" || (countedAtOnce(row) && !row.is_away_changed && (row.ends_on ?? "") >= today);
}

/** Requests of one clan come one after the other, so that what is checked still holds when it is written. */
export async function makeRequest(
  { db, workers }: RequestDeps,
  actor: ClanActor,
  draft: Draft,
  now = currentTime(),
): Promise<ClanRequest> {
  const { clanId, memberId } = actor;
  const pictures = draft.kind === "value" ? await redrawAll(workers, actor, draft.pictures) : [];
  return db.transaction().execute(async (tx) => {
    await lockRoster(tx, clanId);
    await closeSettled(tx, clanId, memberId, now);
    const { open, lately } = await countRequestsOf(tx, clanId, memberId, new Date(now.getTime() - dayMs));
    if (lately >= dailyRequestsMax) {
      throw new ApiError("rate_limited", "You asked for a lot today. Try again tomorrow.", { retryAfter: 3_600 });
    }
    if (open >= openRequestsMax) {
      throw new ApiError("conflict", `You already have ${open} open requests: wait for an answer or withdraw one`);
    }
    const id =
      draft.kind === "value" ? await askForValue(tx, actor, draft, now) : await askForAway(tx, actor, draft, now);
    await insertPictures(tx, clanId, id, pictures);
    const request = await loadRequest(tx, actor, id, now);
    if (request.state === "open") await announce(tx, clanId, request);
    return request;
  });
}

async function askForValue(tx: Tx, actor: ClanActor, draft: Of<"value">, now: Date): Promise<string> {
  const { clanId, memberId } = actor;
  const { day, value, excused, reason } = draft;
  const activity_id = draft.activity_id.toLowerCase();
  if (excused === (value !== null)) throw invalidField("value", "Enter the right value, or that you were excused.");
  const cell = { member_id: memberId, activity_id, day, value, excused };
  const current = await previewCell(tx, clanId, cell, now);
  if (current.problem) {
    const path = current.problem.field === "member_id" ? "day" : current.problem.field;
    throw invalidField(path, current.problem.message);
  }
  if (day < addDays(current.today, -disputeDays)) {
    throw invalidField("day", `Only values of the last ${disputeDays} days can be disputed.`);
  }
  if (current.value === value && current.excused === excused) {
    throw invalidField("value", "This is what is already entered.");
  }
  const open = await listRequestRows(tx, clanId, { state: "open", kind: "value", memberId, limit: openRequestsMax });
  if (open.some((row) => row.activity_id === activity_id && row.day === day)) {
    throw new ApiError("conflict", "You have already asked for this value: wait for the answer or withdraw it");
  }
  const id = await insertRequest(tx, {
    clan_id: clanId,
    member_id: memberId,
    kind: "value",
    activity_id,
    day,
    value,
    is_excused: excused,
    base_version: current.version,
    was_value: current.value,
    was_excused: current.excused,
    reason,
    created_at: now,
  });
  await recordAudit(tx, actor, {
    action: "request.value",
    target: targetOf(actor),
    after: { activity: current.activity?.name, day, value: excused ? "excused" : value },
    source: "self",
  });
  return id;
}

async function askForAway(tx: Tx, actor: ClanActor, { from, to, reason }: Of<"away">, now: Date): Promise<string> {
  const { clanId, memberId } = actor;
  const today = toClanDate(await listDayRules(tx, clanId), now);
  requirePeriod(from, to, today);
  const open = await findOpenAway(tx, clanId, memberId, from, to);
  if (open) {
    throw new ApiError("conflict", `You have already asked to be away from ${open.starts_on} to ${open.ends_on}`);
  }
  const countsAtOnce = from >= today && (await getAwaySetting(tx, clanId)) === "at_once";
  if (countsAtOnce) await addAway(tx, clanId, memberId, { from, to, reason });
  const id = await insertRequest(tx, {
    clan_id: clanId,
    member_id: memberId,
    kind: "away",
    starts_on: from,
    ends_on: to,
    reason,
    created_at: now,
    ...(countsAtOnce && { state: "accepted", decided_at: now }),
  });
  await recordAudit(tx, actor, {
    action: countsAtOnce ? "request.away_at_once" : "request.away",
    target: targetOf(actor),
    after: { away: `${from} to ${to}` },
    source: "self",
  });
  return id;
}

function requirePeriod(from: string, to: string, today: string): void {
  if (to < from) throw invalidField("to", "The last day is before the first.");
  if (to > addDays(from, awayDaysMax - 1)) throw invalidField("to", `Choose at most ${awayDaysMax} days.`);
  if (from < addDays(today, -awayDaysMax)) throw invalidField("from", "This is too long ago.");
  if (from > addDays(today, 366)) throw invalidField("from", "Choose a day within the next year.");
}

const targetOf = ({ memberId, name }: ClanActor) => ({ type: "member", id: memberId, name });
