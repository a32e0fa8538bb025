import { asRecord } from "../../../lib/compat/read-answer.ts";
import type { DraftKey } from "../sheet/stored-drafts.ts";

export type EntryMode = "activity" | "player";

/** Where somebody is in a day's entry, by ids: rows and columns may be others after a reload. */
export interface KeptPosition {
  mode: EntryMode;
  activityId: string;
  memberId: string;
}

const nameOf = ({ userId, clanId, day }: DraftKey) => `entry:${userId}:${clanId}:${day}`;

/** A phone that was locked may have to load the page again. */
export function readPosition(key: DraftKey): KeptPosition | null {
  try {
    const { mode, activityId, memberId } = asRecord(JSON.parse(sessionStorage.getItem(nameOf(key)) ?? "null"));
    if (typeof activityId !== "string" || typeof memberId !== "string") return null;
    return { mode: mode === "player" ? "player" : "activity", activityId, memberId };
  } catch {
    return null;
  }
}

export function keepPosition(key: DraftKey, position: KeptPosition): void {
  try {
    sessionStorage.setItem(nameOf(key), JSON.stringify(position));
  } catch {
    // The next visit begins at the top.
  }
}
