import { createHash } from "node:crypto";
import { z } from "zod";
import type { Secrets } from "../../../access/secrets.ts";

const purpose = { preview: "scoreboard preview", unlock: "scoreboard unlock" };
const previewPrefix = "preview.";
const sealedMax = 1_000;

/** How long a passcode opens a board. */
export const unlockSeconds = 12 * 3600;

/** Whatever else stands in an address leads nowhere, and nobody needs to look it up. */
export function isShareToken(token: string): boolean {
  return /^[\w-]{43}$/.test(token);
}

export function isPreviewToken(token: string): boolean {
  return token.startsWith(previewPrefix);
}

export function toShareHash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

const sealedPreview = z.object({ board: z.uuid(), clan: z.uuid(), until: z.number() });

/** Null for what is none, or is over. */
export function readPreview(secrets: Secrets, token: string, now: Date) {
  const preview = sealedPreview.safeParse(openSealed(secrets, token.slice(previewPrefix.length), purpose.preview));
  return preview.success && preview.data.until > now.getTime() ? preview.data : null;
}

const sealedUnlock = z.object({ board: z.uuid(), passcode_version: z.number(), until: z.number() });

export function sealUnlock(secrets: Secrets, board: { id: string; passcode_version: number }, now: Date): string {
  const until = now.getTime() + unlockSeconds * 1000;
  const text = JSON.stringify({ board: board.id, passcode_version: board.passcode_version, until });
  return secrets.seal(text, purpose.unlock).toString("base64url");
}

interface LockedBoard {
  id: string;
  passcode_version: number;
}

/** Until when somebody who gave the passcode that the board has now may see it; null when they did not give it. */
function readUnlock(secrets: Secrets, unlock: string, { id, passcode_version }: LockedBoard): number | null {
  const { data } = sealedUnlock.safeParse(openSealed(secrets, unlock, purpose.unlock));
  return data?.board === id && data.passcode_version === passcode_version ? data.until : null;
}

export function isUnlocked(secrets: Secrets, unlock: string, board: LockedBoard, now: Date): boolean {
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
