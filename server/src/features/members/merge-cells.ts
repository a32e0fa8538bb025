import type { mergeMembers } from "@clanhall/contract/member-imports";
import { addUp, largestValue, outcomeOf, pointsOf, ruleOn } from "@clanhall/contract/scoring";
import type { z } from "zod";
import type { ActivityRow } from "../../clan/activities.ts";
import type { CellContent } from "./merges.queries.ts";

export type Policy = z.output<(typeof mergeMembers)["body"]>["policy"];

/** One activity on one day, for which the row that goes has an entry. */
export interface MeetingCell {
  day: string;
  activity_id: string;
  keep: CellContent | null;
  drop: CellContent;
  result: CellContent;
}

/** What becomes of two entries for one cell: a value counts more than excused, and of two values the policy decides. */
export function uniteContent(
  { keep, drop, day }: Omit<MeetingCell, "result">,
  policy: Policy,
  activity: ActivityRow | undefined,
): CellContent {
  if (keep === null) return drop;
  if (keep.value === null || drop.value === null) return keep.value === null && drop.value !== null ? drop : keep;
  if (policy === "add" && activity) {
    const value = clamp(activity, addUp([keep.value, drop.value]));
    if (value === keep.value) return keep;
    const rule = ruleOn(activity.rules, day);
    const points = pointsOf(activity.aggregate, rule, value);
    const is_met = outcomeOf(rule, value) === "met";
    return { state: "value", value, points, is_met, late: keep.late || drop.late };
  }
  return policy === "drop" && drop.value !== keep.value ? drop : keep;
}

/** A sum stays within what the activity takes. */
function clamp({ value_type, min_value, max_value }: ActivityRow, value: number): number {
  if (value_type === "yes_no") return Math.min(value, 1);
  return Math.max(min_value ?? 0, Math.min(value, max_value ?? largestValue));
}

/** A cell as the preview of a merge shows it. */
export function toContentText(content: CellContent | null, valueType: ActivityRow["value_type"]): string {
  if (content === null) return "—";
  if (content.value === null) return "Excused";
  if (valueType === "yes_no") return content.value > 0 ? "Yes" : "No";
  if (valueType !== "duration") return String(content.value);
  return `${Math.floor(content.value / 60)}:${String(content.value % 60).padStart(2, "0")}`;
}
