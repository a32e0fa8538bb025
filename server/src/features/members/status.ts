import { toClanDate } from "@clanhall/contract/rules/clan-day";
import type { FieldProblem } from "@clanhall/contract/errors";
import { memberFields } from "@clanhall/contract/fields/member-fields";
import type { bulkMembers, Member, MemberStatus } from "@clanhall/contract/members";
import { toNameKey } from "@clanhall/contract/text";
import type { z } from "zod";
import type { ClanActor } from "../../access/actor.ts";
import { listDayRules } from "../../clan/calendar.ts";
import { currentTime } from "../../db/clock.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { ApiError, invalidField, staleVersion } from "../../errors.ts";
import { findLastChange, recordAudit } from "../audit/index.ts";
import { cancelInvitesOf, deleteTransfersTo, eraseMember, listPlayersOfUser, moveAlts } from "./links.queries.ts";
import { loadMember } from "./member.ts";
import {
  closeSpans,
  listNamesakes,
  lockMembers,
  type MemberRow,
  openSpans,
  updateGroups,
  updateMembers,
} from "./queries.ts";
import { getLockedMember, lockRoster, mayEdit, mayMove, nameTaken, notYours, requireRoom } from "./rules.ts";

interface Move {
  from: MemberStatus[];
  to: MemberStatus;
  audit: string;
}

/** The ways from one status to another. */
const moves = {
  inactivate: { from: ["active"], to: "inactive", audit: "member.inactivate" },
  reactivate: { from: ["inactive"], to: "active", audit: "member.reactivate" },
  "mark-removed": { from: ["active", "inactive"], to: "removed", audit: "member.remove" },
  restore: { from: ["removed"], to: "active", audit: "member.restore" },
} as const satisfies Record<string, Move>;
type MoveName = keyof typeof moves;

export function changeStatus(
  db: Db,
  actor: ClanActor,
  memberId: string,
  move: MoveName,
  reason?: string,
  now = currentTime(),
): Promise<Member> {
  return db.transaction().execute(async (tx) => {
    await lockRoster(tx, actor.clanId);
    const row = await getLockedMember(tx, actor.clanId, memberId);
    if (!mayMove(actor, row)) throw notYours(actor, row);
    const problem = findMoveProblem(row, moves[move]);
    if (problem) throw new ApiError("conflict", problem);
    await moveRows(tx, actor, [row], move, reason, now);
    return loadMember(tx, actor, row.id, now);
  });
}

function findMoveProblem(row: MemberRow, { from, to }: Move): string | null {
  if (row.merged_into_id !== null) return `${row.name} was merged into another player: undo that instead`;
  if (from.includes(row.status)) return null;
  return row.status === to ? `${row.name} is already ${to}` : `${row.name} is ${row.status}`;
}

/** Rows are locked, and the move is theirs to make. */
async function moveRows(
  tx: Tx,
  actor: ClanActor,
  rows: MemberRow[],
  move: MoveName,
  reason: string | undefined,
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const { clanId } = actor;
  const { to, audit } = moves[move];
  const ids = rows.map(({ id }) => id);
  if (move === "restore") await requireRestorable(tx, clanId, rows);
  if (to === "removed") await endMemberships(tx, clanId, ids, now);
  else {
    const today = toClanDate(await listDayRules(tx, clanId), now);
    await updateMembers(tx, clanId, ids, { status: to, ...(move === "restore" && withoutLinks) });
    if (to === "active") await openSpans(tx, clanId, ids, today);
    else await endPresence(tx, clanId, ids, today);
  }
  const auditEvents = rows.map(({ id, name, status }) => ({
    action: audit,
    target: { type: "member", id, name },
    before: { status },
    after: { status: to },
    reason: reason || undefined,
  }));
  await recordAudit(tx, actor, ...auditEvents);
}

/** A player who is removed, however that came, has no account and no rights that the next account could inherit. */
const withoutLinks = { user_id: null, role: "member", main_member_id: null } as const;

async function requireRestorable(tx: Tx, clanId: string, rows: MemberRow[]): Promise<void> {
  await requireRoom(tx, clanId, rows.length);
  const keys = rows.map(({ name_key }) => name_key);
  const [namesake] = await listNamesakes(tx, clanId, keys);
  if (namesake) throw nameTaken(namesake.name);
  const twin = rows.find(({ name_key }, index) => keys.indexOf(name_key) !== index);
  if (twin) throw nameTaken(twin.name);
}

export function unlinkAccount(db: Db, actor: ClanActor, memberId: string): Promise<Member> {
  const now = currentTime();
  const { clanId } = actor;
  return db.transaction().execute(async (tx) => {
    await lockRoster(tx, clanId);
    const row = await getLockedMember(tx, clanId, memberId);
    if (!mayMove(actor, row)) throw notYours(actor, row);
    if (row.user_id === null) throw new ApiError("conflict", `${row.name} has no account`);
    await updateMembers(tx, clanId, [row.id], { user_id: null });
    await deleteTransfersTo(tx, clanId, [row.id]);
    await recordAudit(tx, actor, {
      action: "member.unlink",
      target: { type: "member", id: row.id, name: row.name },
    });
    return loadMember(tx, actor, row.id, now);
  });
}

export function changeRole(
  db: Db,
  actor: ClanActor,
  memberId: string,
  { role, version }: { role: "maintainer" | "member"; version?: number | undefined },
  now = currentTime(),
): Promise<Member> {
  const { clanId } = actor;
  return db.transaction().execute(async (tx) => {
    await lockRoster(tx, clanId);
    const row = await getLockedMember(tx, clanId, memberId);
    if (!mayMove(actor, row)) throw notYours(actor, row);
    if (version !== undefined && version !== row.version) {
      const last = await findLastChange(tx, clanId, { type: "member", id: row.id });
      throw staleVersion(row.name, await loadMember(tx, actor, row.id, now), last);
    }
    if (row.status !== "active") throw new ApiError("conflict", `${row.name} is ${row.status}`);
    if (row.role !== role) {
      await updateMembers(tx, clanId, [row.id], { role });
      await recordAudit(tx, actor, {
        action: "member.role",
        target: { type: "member", id: row.id, name: row.name },
        before: { role: row.role },
        after: { role },
        isSecurity: true,
      });
    }
    return loadMember(tx, actor, row.id, now);
  });
}

/** Takes players off the roster and their accounts off the players; what they did stays. The roster is locked. */
export async function endMemberships(tx: Tx, clanId: string, memberIds: string[], now: Date): Promise<void> {
  await updateMembers(tx, clanId, memberIds, { status: "removed", ...withoutLinks });
  await endPresence(tx, clanId, memberIds, toClanDate(await listDayRules(tx, clanId), now));
  await cancelInvitesOf(tx, clanId, memberIds, now);
  await moveAlts(tx, clanId, memberIds, null);
}

async function endPresence(tx: Tx, clanId: string, memberIds: string[], today: string): Promise<void> {
  await closeSpans(tx, clanId, memberIds, today);
  await deleteTransfersTo(tx, clanId, memberIds);
}

/** The players of an account that ends stay for what they did, without what was said about them and off the roster. */
export async function eraseUser(tx: Tx, userId: string, now: Date): Promise<void> {
  for (const { clan_id, id } of await listPlayersOfUser(tx, userId)) {
    await endMemberships(tx, clan_id, [id], now);
    await eraseMember(tx, clan_id, id, now);
  }
}

/** The owner, if there is one, first: a clan never has two. */
export async function changeOwner(tx: Tx, clanId: string, owner: string | null, receiver: string): Promise<void> {
  if (owner) await updateMembers(tx, clanId, [owner], { role: "maintainer" });
  await updateMembers(tx, clanId, [receiver], { role: "owner" });
}

type BulkInput = z.output<(typeof bulkMembers)["body"]>;

/** Says which of the chosen players an action is not for, and why. */
type FindProblem = (row: MemberRow) => string | null;

export function changeMany(db: Db, actor: ClanActor, input: BulkInput): Promise<{ changed: number }> {
  const now = currentTime();
  const ids = [...new Set(input.member_ids.map((id) => id.toLowerCase()))];
  return db.transaction().execute(async (tx) => {
    await lockRoster(tx, actor.clanId);
    const rows = await lockMembers(tx, actor.clanId, ids);
    requireAllThere(ids, rows);
    const changed = await act(tx, actor, rows, input, now);
    return { changed };
  });
}

async function act(tx: Tx, actor: ClanActor, rows: MemberRow[], input: BulkInput, now: Date): Promise<number> {
  const { action, group, reason } = input;
  if (action === "add-group" || action === "remove-group") {
    refuseSome("forbidden", rows, (row) => (mayEdit(actor, row) ? null : notYours(actor, row).message));
    return regroup(tx, actor, rows, action, group);
  }
  const move = moves[action];
  refuseSome("forbidden", rows, (row) => (mayMove(actor, row) ? null : notYours(actor, row).message));
  const moving = rows.filter(({ status }) => status !== move.to);
  refuseSome("conflict", moving, (row) => findMoveProblem(row, move));
  await moveRows(tx, actor, moving, action, reason, now);
  return moving.length;
}

function requireAllThere(ids: string[], rows: MemberRow[]): void {
  const there = new Set(rows.map(({ id }) => id));
  const missing = ids.filter((id) => !there.has(id));
  if (missing.length === 0) return;
  const details = missing.map((id) => ({ path: id, message: "Player not found" }));
  throw new ApiError("not_found", "Some of these players are not on the roster", { details });
}

function refuseSome(code: "forbidden" | "conflict", rows: MemberRow[], findProblem: FindProblem): void {
  const details = rows.flatMap((row): FieldProblem[] => {
    const message = findProblem(row);
    return message === null ? [] : [{ path: row.id, message }];
  });
  if (details[0]) throw new ApiError(code, details[0].message, { details });
}

async function regroup(
  tx: Tx,
  actor: ClanActor,
  rows: MemberRow[],
  action: "add-group" | "remove-group",
  group: string | undefined,
): Promise<number> {
  if (group === undefined) throw invalidField("group", "Choose a group.");
  const key = toNameKey(group);
  const isIn = ({ groups }: MemberRow) => groups.some((name) => toNameKey(name) === key);
  const isAdding = action === "add-group";
  const changing = rows.filter((row) => isIn(row) !== isAdding);
  if (isAdding) {
    const { max } = memberFields.groups;
    refuseSome("conflict", changing, ({ name, groups }) =>
      groups.length < max ? null : `${name} is already in ${max} groups`,
    );
  }
  const changed = changing.map(({ id, groups }) => ({
    id,
    groups: isAdding ? [...groups, group] : groups.filter((name) => toNameKey(name) !== key),
  }));
  if (changed.length === 0) return 0;
  await updateGroups(tx, actor.clanId, changed);
  const auditEvents = changing.map(({ id, name, groups }, index) => ({
    action: "member.update",
    target: { type: "member", id, name },
    before: { groups },
    after: { groups: changed[index]?.groups },
  }));
  await recordAudit(tx, actor, ...auditEvents);
  return changed.length;
}
