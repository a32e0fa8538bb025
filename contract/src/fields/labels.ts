/** What the fields of a scoreboard are called, in its form and in the audit log. */
export const boardLabels = {
  title: "Title",
  description: "Description",
  measure: "Measure",
  activities: "Activities",
  period: "Period",
  members: "Who takes part",
  include_former: "Players who left",
  min_due_days: "Due days to qualify",
  top_n: "How many places",
  ties: "Same score",
  order: "Order",
  name_display: "Names for visitors",
  columns: "Columns",
};

/** Those of a bulletin. */
export const bulletinLabels = {
  title: "Title",
  content: "Message",
  publish_at: "Publish",
  expires_at: "Expires",
  pinned: "Pinned",
  audience: "Who may read it",
  post_to_discord: "Post to Discord",
};

/** Those of a clan's settings. */
export const clanLabels = {
  name: "Clan name",
  description: "Description",
  game_id: "Game",
  game_name: "Game",
  game_server: "Server or region",
  crest_tint: "Crest colour",
  crest_symbol: "Crest symbol",
  week_start: "The week starts on",
  late_days: "Late window in days",
  grace_days: "Grace for new players in days",
  effective_from: "From this clan day on",
  time_zone: "Time zone",
  reset_time: "Daily reset",
  reset_in_utc: "The reset is fixed in UTC and ignores daylight saving",
  members_see_values: "Members see each other’s values",
  members_enter_own: "Members enter their own values",
  maintainers_edit_locked: "Maintainers edit locked days",
  maintainers_invite: "Maintainers invite people",
  maintainers_approve_joins: "Maintainers let people in",
  members_away: "Officers approve time away",
};
