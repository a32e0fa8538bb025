import type { ScoreboardDraft } from "@clanhall/contract/scoreboard-drafts";

/** A board to begin with. */
export interface BoardPreset {
  key: string;
  title: string;
  sentence: string;
  /** Its settings, over all of these activities. */
  draft: (activityIds: string[]) => ScoreboardDraft;
}

const allOf = (activityIds: string[]) => activityIds.map((activity_id) => ({ activity_id, weight: 1 }));

/** What a clan's first board may be. */
export const boardPresets: BoardPreset[] = [
  {
    key: "week",
    title: "This week’s points",
    sentence: "Everything counts, and every week everybody starts from nothing.",
    draft: (activityIds) => ({
      title: "This week’s points",
      measure: "points",
      activities: allOf(activityIds),
      period: { kind: "weekly" },
    }),
  },
  {
    key: "reliable",
    title: "Most reliable, 30 days",
    sentence: "Who did what was due, whatever it was worth. New players need a week before they count.",
    draft: (activityIds) => ({
      title: "Most reliable, 30 days",
      measure: "consistency",
      activities: allOf(activityIds),
      period: { kind: "rolling", days: 30 },
      min_due_days: 7,
    }),
  },
  {
    key: "month",
    title: "Month race",
    sentence: "Points of the whole month; at its end the result is kept for good.",
    draft: (activityIds) => ({
      title: "Month race",
      measure: "points",
      activities: allOf(activityIds),
      period: { kind: "monthly" },
      columns: ["change", "trend", "days_met", "activities"],
    }),
  },
];
