import type { DraftPlace } from "./sheet/stored-drafts.ts";

const nameOf = ({ userId, clanId, day }: DraftPlace) => `reason:${userId}:${clanId}:${day}`;

/** Why somebody changes a locked day: asked once, and remembered until the tab is closed. */
export function readReason(place: DraftPlace): string | null {
  try {
    return sessionStorage.getItem(nameOf(place));
  } catch {
    return null;
  }
}

export function keepReason(place: DraftPlace, reason: string): void {
  try {
    sessionStorage.setItem(nameOf(place), reason);
  } catch {
    // It is asked for again on the next visit.
  }
}
