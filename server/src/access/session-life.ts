/** How long somebody stays signed in: without coming back, and at the very longest. */
export interface SessionLife {
  idleDays: number;
  maxDays: number;
}

const day = 86_400_000;

export function isSessionOver(
  { created_at, refreshed_at }: { created_at: Date; refreshed_at: Date },
  { idleDays, maxDays }: SessionLife,
  now: Date,
): boolean {
  return (
    now.getTime() - refreshed_at.getTime() > idleDays * day || now.getTime() - created_at.getTime() > maxDays * day
  );
}

export function isBanned({ banned_until }: { banned_until: Date | null }, now: Date): boolean {
  return banned_until !== null && banned_until > now;
}
