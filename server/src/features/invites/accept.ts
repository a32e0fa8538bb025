import type { Actor } from "../../access/actor.ts";
import { hashToken } from "../../access/tokens.ts";
import { lockClan } from "../../clan/lock.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { ApiError } from "../../errors.ts";
import { queueMemberMails, queueWebhook } from "../../outbox/queue.ts";
import { recordAudit } from "../audit/index.ts";
import { useInviteSession } from "./attempts.queries.ts";
import { findObstacle, inviteEnded, toInviteState } from "./invite.ts";
import {
  findInviteByToken,
  hasPlayerIn,
  type InviteRow,
  linkMemberToUser,
  lockAccount,
  lockMember,
  lockUnusedInvite,
  markInviteProcessed,
} from "./queries.ts";

interface Tokens {
  token: string;
  inviteSessionToken: string;
}

/** Links the caller's account to the invited member. An invite works once. */
export function acceptInvite(db: Db, actor: Actor, { token, inviteSessionToken }: Tokens) {
  return db.transaction().execute(async (tx) => {
    const invite = await getLockedInvite(tx, hashToken(token), actor.userId);
    const state = toInviteState(invite);
    // The answer to the first call may have been lost.
    if (state === "used") return toLinked(invite);
    if (state !== "open") throw inviteEnded(state);
    if (!(await useInviteSession(tx, invite, hashToken(inviteSessionToken)))) throw askForCode();
    await requireAcceptable(tx, invite, actor.userId);
    if (!(await markInviteProcessed(tx, invite.clan_id, invite.id, actor.userId))) throw inviteEnded("cancelled");
    await linkMemberToUser(tx, invite.clan_id, invite.clan_member_id, actor.userId);
    await auditLink(tx, actor, invite);
    const facts = { member_id: invite.clan_member_id };
    await queueWebhook(tx, { clanId: invite.clan_id, event: "member_joined", subject: invite.id, facts });
    await queueMemberMails(tx, { clanId: invite.clan_id, kind: "invite_accepted", subject: invite.id });
    return toLinked(invite);
  });
}

/** Checks before it locks, so that late callers do not wait for a lock. */
async function getLockedInvite(tx: Tx, tokenHash: Buffer, userId: string): Promise<InviteRow> {
  const { clan_id, clan_member_id } = await getInviteFor(tx, tokenHash, userId);
  if (!(await lockAccount(tx, userId))) throw new ApiError("unauthorized", "Please log in to continue");
  await lockClan(tx, clan_id);
  await lockUnusedInvite(tx, clan_id, clan_member_id);
  await lockMember(tx, clan_id, clan_member_id);
  return getInviteFor(tx, tokenHash, userId);
}

async function getInviteFor(tx: Tx, tokenHash: Buffer, userId: string): Promise<InviteRow> {
  const invite = await findInviteByToken(tx, tokenHash);
  if (!invite) throw askForCode();
  if (isUsedBySomebodyElse(invite, userId)) throw new ApiError("conflict", "This invite has already been used.");
  return invite;
}

async function requireAcceptable(tx: Tx, invite: InviteRow, userId: string): Promise<void> {
  const obstacle = findObstacle(invite);
  if (obstacle) throw obstacle;
  if (await hasPlayerIn(tx, invite.clan_id, userId)) {
    throw new ApiError("conflict", "You already have a player in this clan.");
  }
}

/** Also true for the user who used it, once they are unlinked again. */
function isUsedBySomebodyElse(
  { is_processed, processed_by_user_id, member_user_id }: InviteRow,
  userId: string,
): boolean {
  return is_processed && (processed_by_user_id !== userId || member_user_id !== userId);
}

/** One answer for an unknown token, a skipped step and an expired session. */
function askForCode(): ApiError {
  return new ApiError("forbidden", "Please enter the invite's code again.");
}

function toLinked({ clan_id, clan_member_id, clan_name, member_name }: InviteRow) {
  return { clan_id, clan_member_id, clan_name, member_name };
}

function auditLink(tx: Tx, { userId, requestId }: Actor, { clan_id, id, clan_member_id, member_name }: InviteRow) {
  const actor = { clanId: clan_id, userId, name: member_name, requestId };
  const how = { source: "self", isSecurity: true } as const;
  return recordAudit(
    tx,
    actor,
    { action: "invite.accept", target: { type: "invite", id, name: member_name }, ...how },
    { action: "member.link", target: { type: "member", id: clan_member_id, name: member_name }, ...how },
  );
}
