/** How long somebody stays signed in: without coming back, and at the very longest. */
export interface SessionLife {
  idleDays: number;
  maxDays: number;
}

const day = 86_400_000;

interface SessionTimes {
  created_at: Date;
  refreshed_at: Date;
  /** Set when one of its refresh tokens turned up twice. */
  reused_at: Date | null;
}

export function isSessionOver(
  { created_at, refreshed_at, reused_at }: SessionTimes,
  { idleDays, maxDays }: SessionLife,
  now: Date,
): boolean {
  const isIdle = now.getTime() - refreshed_at.getTime() > idleDays * day;
  return reused_at !== null || isIdle || now.getTime() - created_at.getTime() > maxDays * day;
}

export function isBanned({ banned_until }: { banned_until: Date | null }, now: Date): boolean {
  return banned_until !== null && banned_until > now;
}
