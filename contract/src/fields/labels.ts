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
