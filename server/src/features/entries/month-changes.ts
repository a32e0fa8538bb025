import type { NewEntry, MonthChange } from "./save-cells.queries.ts";

type Counted = Pick<NewEntry, "state" | "value" | "points" | "is_met">;

/** What a save adds to the sums of each month, from what stood in its cells to what stands there now. */
export function toMonthChanges(written: { entry: NewEntry; before: Counted | null }[]): MonthChange[] {
  const changes = new Map<string, MonthChange>();
  for (const { entry, before } of written) {
    const { member_id, activity_id } = entry;
    const month = `${entry.day.slice(0, 7)}-01`;
    const key = `${month} ${member_id} ${activity_id}`;
    const change = changes.get(key) ?? { month, member_id, activity_id, ...nothing };
    changes.set(key, change);
    count(change, entry, 1);
    if (before) count(change, before, -1);
  }
  return [...changes.values()];
}

const nothing = { value_sum: 0, points: 0, days_entered: 0, days_done: 0, days_met: 0, days_excused: 0 };

function count(change: MonthChange, { state, value, points, is_met }: Counted, sign: 1 | -1): void {
  change.value_sum += sign * (value ?? 0);
  change.points += sign * points;
  if (state === "value") change.days_entered += sign;
  if (state === "excused") change.days_excused += sign;
  if ((value ?? 0) > 0) change.days_done += sign;
  if (is_met) change.days_met += sign;
}
