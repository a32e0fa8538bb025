/** What a message is written from when it is sent: ids and clan dates, so that it says what is true then. */
export interface AnnouncedFacts {
  bulletin: { bulletin_id: string };
  daily_summary: { day: string };
  weekly_summary: { from: string; to: string };
  /** The first day of the period whose frozen result is told; null for the board as it stands. */
  scoreboard: { scoreboard_id: string; period: string | null };
  member_joined: { member_id: string };
  reminder: { day: string };
}
