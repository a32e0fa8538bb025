import { wrongCodes } from "@clanhall/contract/invites";
import type { FastifyRequest } from "fastify";
import { createRateLimitStore } from "../../access/queries.ts";
import type { Secrets } from "../../access/secrets.ts";
import { createToken, hashToken } from "../../access/tokens.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { ApiError } from "../../errors.ts";
import { createNetworkLimit } from "../../http/network-limit.ts";
import { toNetwork } from "../../http/network.ts";
import { recordAudit } from "../audit/index.ts";
import {
  deleteOldGuesses,
  deleteOldInviteSessions,
  insertInviteSession,
  lockGuesses,
  updateGuesses,
} from "./attempts.queries.ts";
import { findObstacle, inviteEnded, type InviteState, isSameCode, sealedFor, toInviteState } from "./invite.ts";
import { toInvitedMember } from "./list.ts";
import { cancelUnusedInvite, findInviteByToken, type InviteRow } from "./queries.ts";

const sessionMinutes = 30;

interface Guess {
  token: string;
  code: string;
  requestId: string;
}

type CodeCheck =
  | { kind: "right"; invite: InviteRow }
  | { kind: "wrong"; triesLeft: number }
  | { kind: "locked"; seconds: number }
  | { kind: "ended"; state: Exclude<InviteState, "open"> };

/** Never an error for a wrong code or a dead invite: some clients take one for a server that does not check codes. */
export async function isCodeRight(db: Db, secrets: Secrets, guess: Guess): Promise<boolean> {
  const checked = await db.transaction().execute((tx) => checkCode(tx, secrets, guess));
  if (checked.kind === "locked") throw refusalFor(checked);
  return checked.kind === "right" && findObstacle(checked.invite) === null;
}

/** Trades the right code for thirty minutes in which somebody who is signed in can be linked. */
export async function verifyCode(db: Db, secrets: Secrets, guess: Guess) {
  const opened = await db.transaction().execute(async (tx) => {
    const checked = await checkCode(tx, secrets, guess);
    // A wrong code is refused only after the commit, or it would not count.
    if (checked.kind !== "right") return checked;
    const { invite } = checked;
    const obstacle = findObstacle(invite);
    if (obstacle) throw obstacle;
    const token = createToken();
    const expiresAt = await insertInviteSession(tx, invite, hashToken(token), sessionMinutes);
    return {
      kind: "opened" as const,
      answer: {
        invite_session_token: token,
        expires_at: expiresAt.toISOString(),
        clan_member: toInvitedMember(invite),
      },
    };
  });
  if (opened.kind !== "opened") throw refusalFor(opened);
  return opened.answer;
}

/** Unknown tokens are checked and counted like real ones, so that nobody can tell them apart. */
async function checkCode(tx: Tx, secrets: Secrets, { token, code, requestId }: Guess): Promise<CodeCheck> {
  const hash = hashToken(token);
  const guesses = await lockGuesses(tx, hash);
  const invite = await findInviteByToken(tx, hash);
  const isUsedUp = guesses.wrong >= wrongCodes.cancelAfter;
  const state = invite ? toInviteState(invite) : isUsedUp ? "cancelled" : "open";
  if (state !== "open") return { kind: "ended", state };
  if (guesses.locked_for !== null) return { kind: "locked", seconds: guesses.locked_for };
  const rightCode = invite && secrets.tryOpen(invite.sealed_code, sealedFor.code);
  if (invite && rightCode && isSameCode(code, rightCode)) return { kind: "right", invite };
  return countWrongCode(tx, hash, guesses.wrong + 1, invite, requestId);
}

async function countWrongCode(
  tx: Tx,
  hash: Buffer,
  wrong: number,
  invite: InviteRow | null,
  requestId: string,
): Promise<CodeCheck> {
  const { lockAfter, lockMinutes, cancelAfter } = wrongCodes;
  if (wrong >= cancelAfter) {
    await updateGuesses(tx, hash, wrong, 0);
    if (invite && (await cancelUnusedInvite(tx, invite.clan_id, invite.id))) {
      await auditGuessing(tx, "invite.cancel", invite, requestId);
    }
    return { kind: "ended", state: "cancelled" };
  }
  const triesLeft = lockAfter - (wrong % lockAfter);
  if (triesLeft < lockAfter) {
    await updateGuesses(tx, hash, wrong, 0);
    return { kind: "wrong", triesLeft };
  }
  await updateGuesses(tx, hash, wrong, lockMinutes);
  if (invite) await auditGuessing(tx, "invite.lock", invite, requestId);
  return { kind: "locked", seconds: lockMinutes * 60 };
}

function auditGuessing(tx: Tx, action: string, { clan_id, id, member_name }: InviteRow, requestId: string) {
  const system = { clanId: clan_id, userId: null, name: null, requestId };
  const target = { type: "invite", id, name: member_name };
  return recordAudit(tx, system, { action, target, reason: "Too many wrong codes", isSecurity: true });
}

function refusalFor(checked: Exclude<CodeCheck, { kind: "right" }>): ApiError {
  if (checked.kind === "ended") return inviteEnded(checked.state);
  if (checked.kind === "locked") {
    return new ApiError("locked", "Too many wrong codes. Please wait before you try again.", {
      retryAfter: checked.seconds,
    });
  }
  const details = [{ path: "tries_left", message: String(checked.triesLeft) }];
  return new ApiError("forbidden", "This code is wrong", { details });
}

/** How many wrong codes one network may try within five minutes, for all invites. */
const allowance = { name: "invite_code", points: 60, duration: 5 * 60 };

/** Counts a try before the code is checked, so that many at once cannot exceed the limit; a right code is not counted. */
export function createGuessLimit(db: Db) {
  const limit = createNetworkLimit(createRateLimitStore(db), allowance);

  return async function takeGuess({ ip }: FastifyRequest): Promise<{ giveBack: () => Promise<void> }> {
    const network = toNetwork(ip);
    const retryAfter = await limit.take(network);
    if (retryAfter > 0) {
      const message = "Too many codes were tried from your network. Please wait a few minutes.";
      throw new ApiError("rate_limited", message, { retryAfter });
    }
    return { giveBack: () => limit.giveBack(network) };
  };
}

/** Deletes expired sessions and old tries. */
export async function cleanUpInvites(db: Db): Promise<void> {
  await deleteOldInviteSessions(db);
  await deleteOldGuesses(db);
}
