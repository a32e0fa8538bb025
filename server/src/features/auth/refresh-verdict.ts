interface RefreshState {
  refresh_counter: number;
  min_counter: number;
  rotated_at: Date;
}

/**
 * What a genuine token is worth. Inside the reuse window `repeat` hands out the current token again: to a tab that lost
 * the race, or whose answer got lost. After it an older token has been copied: the session is over for everyone.
 */
export function judgeRefresh(
  { refresh_counter, min_counter, rotated_at }: RefreshState,
  counter: number,
  now: Date,
  reuseSeconds: number,
): "rotate" | "repeat" | "refuse" | "revoke" {
  // Ahead of the row is a token from after the backup that the row was restored from.
  if (counter >= refresh_counter) return "rotate";
  const isInWindow = now.getTime() - rotated_at.getTime() <= reuseSeconds * 1000;
  if (!isInWindow) return "revoke";
  return counter < min_counter ? "refuse" : "repeat";
}
