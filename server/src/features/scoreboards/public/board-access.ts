import type { Secrets } from "../../../access/secrets.ts";
import { isUnlocked } from "./access.ts";
import type { SharedBoard } from "./queries.ts";

/** Why somebody sees nothing of a board. */
export type ClosedState = "passcode" | "expired" | "switched_off" | "not_found";

/** What a board is to somebody who has its link, and maybe what they got for its passcode. */
export function stateOf(
  secrets: Secrets,
  board: SharedBoard | null,
  unlock: string | undefined,
  now: Date,
): "open" | ClosedState {
  if (!board || board.is_closed) return "not_found";
  if (board.share_expires_at && board.share_expires_at.getTime() <= now.getTime()) return "expired";
  if (board.public_activities === 0) return "switched_off";
  const isOpen = !board.has_passcode || (unlock !== undefined && isUnlocked(secrets, unlock, board, now));
  return isOpen ? "open" : "passcode";
}
