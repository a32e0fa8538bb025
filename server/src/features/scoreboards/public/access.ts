import { z } from "zod";
import { createRateLimitStore } from "../../../access/queries.ts";
import type { Secrets } from "../../../access/secrets.ts";
import { hashToken } from "../../../access/tokens.ts";
import type { Db } from "../../../db/tables.ts";
import { ApiError, nothingHere } from "../../../errors.ts";
import { createNetworkLimit } from "../../../http/network-limit.ts";
import { toNetwork } from "../../../http/network.ts";
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

/** What a program gets instead of a board. It does not show whether there ever was one. */
export function toClosedError(state: ClosedState): ApiError {
  if (state === "expired") return new ApiError("gone", "This link has expired");
  if (state === "passcode") return new ApiError("unauthorized", "This board asks for a passcode");
  if (state === "switched_off") return new ApiError("not_found", "This scoreboard is switched off for visitors");
  return nothingHere();
}

const purpose = { preview: "scoreboard preview", unlock: "scoreboard unlock" };
const previewPrefix = "preview.";
const sealedMax = 1_000;

/** How long a passcode opens a board. */
export const unlockSeconds = 12 * 3600;

/** Anything else in an address leads nowhere, without asking the database. */
export function isShareToken(token: string): boolean {
  return /^[\w-]{43}$/.test(token);
}

export function isPreviewToken(token: string): boolean {
  return token.startsWith(previewPrefix);
}

const sealedPreview = z.object({ board: z.uuid(), clan: z.uuid(), until: z.number() });

/** Null for what is none, or is over. */
export function readPreview(secrets: Secrets, token: string, now: Date) {
  const preview = sealedPreview.safeParse(openSealed(secrets, token.slice(previewPrefix.length), purpose.preview));
  return preview.success && preview.data.until > now.getTime() ? preview.data : null;
}

const sealedUnlock = z.object({ board: z.uuid(), passcode_version: z.number(), until: z.number() });

type LockedBoard = Pick<SharedBoard, "id" | "passcode_version">;

export function sealUnlock(secrets: Secrets, board: LockedBoard, now: Date): string {
  const until = now.getTime() + unlockSeconds * 1000;
  const text = JSON.stringify({ board: board.id, passcode_version: board.passcode_version, until });
  return secrets.seal(text, purpose.unlock).toString("base64url");
}

/** Until when somebody who gave the passcode that the board has now may see it; null when they did not give it. */
function readUnlock(secrets: Secrets, unlock: string, { id, passcode_version }: LockedBoard): number | null {
  const { data } = sealedUnlock.safeParse(openSealed(secrets, unlock, purpose.unlock));
  return data?.board === id && data.passcode_version === passcode_version ? data.until : null;
}

function isUnlocked(secrets: Secrets, unlock: string, board: LockedBoard, now: Date): boolean {
  return (readUnlock(secrets, unlock, board) ?? 0) > now.getTime();
}

/** Whether somebody gave the board's passcode at any time. */
export function wasUnlocked(secrets: Secrets, unlock: string, board: LockedBoard): boolean {
  return readUnlock(secrets, unlock, board) !== null;
}

function openSealed(secrets: Secrets, text: string, use: string): unknown {
  if (text.length > sealedMax) return null;
  try {
    return JSON.parse(secrets.open(Buffer.from(text, "base64url"), use));
  } catch {
    return null;
  }
}

/** Wrong passcodes within five minutes, at whatever boards. */
const allowance = { points: 20, duration: 5 * 60 };

interface Visitor {
  ip: string;
  /** What a browser that knew the board's passcode before got for it, long over or not. */
  earlierUnlock: string | null;
}

/**
 * Counts a try before the passcode is checked, so that many tries at once cannot get through; a right one is given back.
 * A browser that knew the passcode has a count of its own: nobody else's tries keep it out, nor does it gain by them.
 */
export function createPasscodeLimit(db: Db) {
  const store = createRateLimitStore(db);
  const ofNetwork = createNetworkLimit(store, { name: "board_passcode_network", ...allowance });
  const ofBrowser = createNetworkLimit(store, { name: "board_passcode_browser", ...allowance });

  return async function takeTry({ ip, earlierUnlock }: Visitor): Promise<{ giveBack: () => Promise<void> }> {
    const isKnown = earlierUnlock !== null;
    const limit = isKnown ? ofBrowser : ofNetwork;
    const key = isKnown ? hashToken(earlierUnlock).toString("base64url") : toNetwork(ip);
    const retryAfter = await limit.take(key, { isKnown });
    if (retryAfter > 0) {
      const message = "Too many passcodes were tried. Please wait a while and try again.";
      throw new ApiError("rate_limited", message, { retryAfter });
    }
    return { giveBack: () => limit.giveBack(key, { isKnown }) };
  };
}
