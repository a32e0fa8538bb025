import type { activityDraft } from "@clanhall/contract/activities";
import { ruleOn } from "@clanhall/contract/scoring";
import { toNameKey } from "@clanhall/contract/text";
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { ActivityRow } from "../../clan/activities.ts";
import type { ActivityContext } from "./context.ts";

export type Draft = z.output<typeof activityDraft>;

/** A new activity, after the others. Its first rule begins with it, at the latest today, so that a change today replaces it. */
export function toNewRow({ clanId, present, today, now }: ActivityContext, draft: Draft): ActivityRow {
  const { points_per_unit, missing_points, daily_cap, daily_target, weekly_target, weekdays, ...rest } = draft;
  const { public: is_public, start_date = today, ...details } = rest;
  const effective_from = start_date !== null && start_date < today ? start_date : today;
  return {
    ...details,
    clan_id: clanId,
    id: randomUUID(),
    name_key: toNameKey(draft.name),
    start_date,
    is_public,
    is_active: true,
    pauses: [],
    position: Math.max(-1, ...present.map(({ position }) => position)) + 1,
    version: 1,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    rules: [{ effective_from, points_per_unit, missing_points, daily_cap, daily_target, weekly_target, weekdays }],
  };
}

/** An activity as another clan would begin it: with today's scoring, and without what is over already. */
export function toDraft(row: ActivityRow, today: string) {
  const { effective_from: _from, ...scoring } = ruleOn(row.rules, today);
  return {
    name: row.name,
    short_label: row.short_label,
    description: row.description,
    category: row.category,
    icon: row.icon,
    color: row.color,
    value_type: row.value_type,
    unit: row.unit,
    aggregate: row.aggregate,
    ...scoring,
    min_value: row.min_value,
    max_value: row.max_value,
    ...(row.start_date !== null && row.start_date > today && { start_date: row.start_date }),
    end_date: row.end_date !== null && row.end_date >= today ? row.end_date : null,
    entry_by: row.entry_by,
    public: row.is_public,
  };
}

/** What the audit keeps of a new activity: all that was filled in. */
export function toAudited(row: ActivityRow, today: string): Record<string, unknown> {
  const { start_date, end_date } = row;
  const fields = Object.entries({ ...toDraft(row, today), start_date, end_date });
  return Object.fromEntries(fields.filter(([, value]) => value !== null && value !== ""));
}
