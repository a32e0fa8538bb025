import { randomInt, timingSafeEqual } from "node:crypto";
import { inviteCodeLength } from "@clanhall/contract/invites";
import { hashToken } from "../../access/tokens.ts";
import { ApiError } from "../../errors.ts";

export type InviteState = "open" | "expired" | "cancelled" | "used";

interface Dates {
  is_processed: boolean;
  cancelled_at: Date | null;
  expires_at: Date | null;
  /** The database's time, which every instance shares. */
  now: Date;
}

/** An expired invite stays expired when a new one cancels it. */
export function toInviteState({ is_processed, cancelled_at, expires_at, now }: Dates): InviteState {
  if (is_processed) return "used";
  if (expires_at && expires_at <= (cancelled_at ?? now)) return "expired";
  return cancelled_at ? "cancelled" : "open";
}

const endings = {
  expired: "This invite has expired. Ask for a new one.",
  cancelled: "This invite was cancelled. Ask for a new one.",
  used: "This invite has already been used.",
};

export function inviteEnded(state: Exclude<InviteState, "open">): ApiError {
  return new ApiError("gone", endings[state], { details: [{ path: "state", message: state }] });
}

interface InvitedMember {
  member_status: string;
  member_user_id: string | null;
  archived_at: Date | null;
  deletes_at: Date | null;
}

/** Why an open invite cannot be accepted. Names the clan, so it is only for somebody with the right code. */
export function findObstacle({
  member_status,
  member_user_id,
  archived_at,
  deletes_at,
}: InvitedMember): ApiError | null {
  if (deletes_at) return new ApiError("gone", "This clan is being deleted.");
  if (archived_at) return new ApiError("conflict", "This clan is archived, so nobody can join it now.");
  if (member_status !== "active") return new ApiError("gone", "This player is no longer active in the clan.");
  if (member_user_id) return new ApiError("conflict", "This player is already linked to another account.");
  return null;
}

/** Encrypted, so that link and code can be shown again. */
export const sealedFor = { token: "invite token", code: "invite code" };

export function createCode(): string {
  return String(randomInt(10 ** inviteCodeLength)).padStart(inviteCodeLength, "0");
}

/** Takes as long for a near miss as for a wild guess. Spaces between the digits are how some people copy codes. */
export function isSameCode(given: string, code: string): boolean {
  return timingSafeEqual(hashToken(given.replaceAll(/\s/g, "")), hashToken(code));
}
