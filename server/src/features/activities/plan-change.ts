import type { activityChange } from "@clanhall/contract/activities";
import type { Pause } from "@clanhall/contract/cells";
import { addDays } from "@clanhall/contract/clan-day";
import { ruleOn } from "@clanhall/contract/scoring";
import { toNameKey } from "@clanhall/contract/text";
import type { z } from "zod";
import type { ActivityRow, RuleRow } from "../../clan/activities.ts";
import { invalidField } from "../../errors.ts";
import type { ActivityColumns } from "./activity-writes.queries.ts";

export type Change = z.output<typeof activityChange>;

/** How many days ahead a change of the scoring may be planned. */
const planDays = 366;

/** Those of the activity's own columns that become different. */
export function planDetails(row: ActivityRow, change: Change) {
  const { version: _version, active: _active, effective_from: _from, public: is_public, ...rest } = change;
  const { points_per_unit: _points, missing_points: _missing, daily_cap: _cap, ...more } = rest;
  const { daily_target: _daily, weekly_target: _weekly, weekdays: _days, ...details } = more;
  const planned = differences<ActivityRow>(row, { ...details, is_public });
  if (!planned) return null;
  const { name } = planned.after;
  const columns: ActivityColumns = { ...planned.after, ...(name !== undefined && { name_key: toNameKey(name) }) };
  return { ...planned, columns };
}

/**
 * The rule that a change of the scoring makes. It never begins before today: the points of days that are over were
 * given by the rules of their time, and only a re-score moves both together.
 */
export function planScoring(row: ActivityRow, change: Change, today: string) {
  const { effective_from = today } = change;
  if (effective_from < today) {
    throw invalidField(
      "effective_from",
      "A change counts from today or later. To score earlier days anew, change it from today and then re-score.",
    );
  }
  if (effective_from > addDays(today, planDays)) {
    throw invalidField("effective_from", "Choose a day within the next year.");
  }
  const { points_per_unit, missing_points, daily_cap, daily_target, weekly_target, weekdays } = change;
  const wanted = { points_per_unit, missing_points, daily_cap, daily_target, weekly_target, weekdays };
  const valid = ruleOn(row.rules, effective_from);
  const planned = differences(valid, wanted);
  return planned && { ...planned, rule: { ...valid, ...planned.after, effective_from } satisfies RuleRow };
}

/** Archived from today on, or asked for again from today on. */
export function planPause(row: ActivityRow, active: boolean | undefined, today: string) {
  if (active === undefined || active === row.is_active) return null;
  if (!active) return { is_active: false, pauses: [...row.pauses, { from: today, to: null }] };
  return { is_active: true, pauses: row.pauses.flatMap((pause) => closePause(pause, addDays(today, -1))) };
}

function closePause({ from, to }: Pause, yesterday: string): Pause[] {
  if (to !== null) return [{ from, to }];
  return from <= yesterday ? [{ from, to: yesterday }] : [];
}

/** What is wanted otherwise than it is, before and after. */
function differences<Fields extends object>(
  before: Fields,
  wanted: { [Key in keyof Fields]?: Fields[Key] | undefined },
) {
  const names = (Object.keys(wanted) as (keyof Fields)[]).filter(
    (name) => wanted[name] !== undefined && JSON.stringify(wanted[name]) !== JSON.stringify(before[name]),
  );
  if (names.length === 0) return null;
  const pick = (from: object) =>
    Object.fromEntries(names.map((name) => [name, (from as Fields)[name]])) as Partial<Fields>;
  return { before: pick(before), after: pick(wanted) };
}
