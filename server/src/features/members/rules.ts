import { toNumberText } from "@clanhall/contract/rules/score-text";
import { keptMembersMax, membersMax } from "@clanhall/contract/members";
import { canManageRow } from "@clanhall/contract/permissions";
import { toNameKey } from "@clanhall/contract/text";
import type { ClanActor } from "../../access/actor.ts";
import { lockClan } from "../../clan/lock.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError, notFound } from "../../errors.ts";
import { countMembers, lockMembers, type MemberRow } from "./queries.ts";

/** Writers of one roster come one after the other, so that what they check still holds when they write. */
export async function lockRoster(tx: Db, clanId: string): Promise<void> {
  if (!(await lockClan(tx, clanId))) throw notFound("Clan");
}

export async function getLockedMember(tx: Db, clanId: string, memberId: string): Promise<MemberRow> {
  const [row] = await lockMembers(tx, clanId, [memberId]);
  if (!row) throw notFound("Player");
  return row;
}

type Named = Pick<MemberRow, "id" | "name" | "role">;

/** Managers keep their own row's texts themselves. */
export function mayEdit(actor: ClanActor, row: Named): boolean {
  return row.id === actor.memberId || canManageRow(actor.role, row.role);
}

/** Nobody takes themselves off the roster here: leaving is another thing. */
export function mayMove(actor: ClanActor, row: Named): boolean {
  return row.id !== actor.memberId && canManageRow(actor.role, row.role);
}

export function notYours(actor: ClanActor, row: Named): ApiError {
  if (row.id === actor.memberId) return new ApiError("forbidden", "You cannot do this to your own player");
  const whose = row.role === "owner" ? "the owner's player" : `${row.name}, who is a ${row.role}`;
  return new ApiError("forbidden", `Your role does not allow you to change ${whose}`);
}

export async function requireRoom(tx: Db, clanId: string, more: number): Promise<void> {
  requireFewer((await countMembers(tx, clanId)).present + more);
}

/** Rows that did not exist stay for good, also when they are removed. */
export async function requireRoomToAdd(tx: Db, clanId: string, more: number): Promise<void> {
  if (more === 0) return;
  const { present, kept } = await countMembers(tx, clanId);
  requireFewer(present + more);
  if (kept + more <= keptMembersMax) return;
  const limit = `A clan can have at most ${toNumberText(keptMembersMax)} players, including removed ones`;
  throw new ApiError(
    "conflict",
    `${limit}. No new players can be added; a player who was here before can be restored.`,
  );
}

function requireFewer(players: number): void {
  if (players > membersMax) {
    throw new ApiError("conflict", `A clan can have at most ${toNumberText(membersMax)} players`);
  }
}

export function nameTaken(name: string): ApiError {
  const message = `There is already a player called ${name}`;
  return new ApiError("conflict", message, { details: [{ path: "name", message }] });
}

/** The first of each name as readers compare them, and none that is taken. */
export function toDistinct(names: string[], ...taken: string[]): string[] {
  const seen = new Set(taken.map(toNameKey));
  return names.filter((name) => {
    const key = toNameKey(name);
    return !seen.has(key) && seen.add(key);
  });
}
