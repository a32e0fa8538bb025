import type { DayRange } from "@clanhall/contract/board-periods";
import { toNumberText } from "@clanhall/contract/score-text";
import type { Scoreboard } from "@clanhall/contract/scoreboards";
import type { Explanation } from "@clanhall/contract/standings";
import { plural } from "../../lib/format.ts";
import { scoreText } from "./format.ts";

type ActivityPart = Explanation["activities"][number];

/** All activities together, to the cent. */
export function sumOf({ activities }: Pick<Explanation, "activities">): number {
  return Math.round(activities.reduce((sum, { weighted }) => sum + weighted, 0) * 100) / 100;
}

/** In what an activity's total is said. */
export function kindOfTotal({ unit, value_type, counts_days }: ActivityPart) {
  return { unit, value_type: counts_days ? ("yes_no" as const) : value_type };
}

/** What the score is made of, in a sentence. */
export function workingText(explanation: Explanation): string {
  const { measure, score, activities, before } = explanation;
  if (score === null) return "Not on the board: too few due days, or nothing to measure.";
  const result = scoreText(score, measure, activities[0] && kindOfTotal(activities[0]));
  if (measure === "activity") return `${activities[0]?.name ?? "The activity"}: ${result}.`;
  if (measure === "streak") return `Everything due was met on ${result} in a row, counted back from the last.`;
  if (measure === "consistency") return `${rateWords(activities)} = ${result}.`;
  if (measure === "improvement" && before) {
    const now = plural(sumOf(explanation), "point");
    return `${now} now, ${toNumberText(before.points)} in ${before.label}: ${result}.`;
  }
  return `${plural(score, "point")} in all.`;
}

function rateWords(activities: ActivityPart[]): string {
  const total = (name: "met" | "due" | "excused") => activities.reduce((sum, part) => sum + part[name], 0);
  return `${toNumberText(total("met"))} met of ${toNumberText(total("due"))} due − ${toNumberText(total("excused"))} excused`;
}

/** The address of exactly these entries in the history. */
export function historySearch(
  board: Pick<Scoreboard, "clan_id" | "include_former">,
  { member_id, activities }: Pick<Explanation, "member_id"> & { activities: { activity_id: string }[] },
  { from, to }: DayRange,
) {
  return {
    clan: board.clan_id,
    from,
    to,
    member: member_id,
    activity: activities.map(({ activity_id }) => activity_id).join(","),
    ...(board.include_former && { former: true }),
  };
}
