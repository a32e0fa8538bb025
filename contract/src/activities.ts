import { z } from "zod";
import { ofClan } from "./clans.ts";
import { endpoint } from "./endpoint.ts";
import {
  type ActivityFieldName,
  activityFields,
  activityIcons,
  type InitialField,
  initialFields,
} from "./fields/activity-fields.ts";
import { mapFields } from "./fields/field.ts";
import { aggregates, hasTwoDecimals, largestValue, toTwoDecimals, valueTypes } from "./rules/scoring.ts";
import { calendarDate, nameText, noteText, version, wordText } from "./text.ts";

export const activeActivitiesMax = 40;
/** Archived ones and those in the bin count too. */
export const activitiesMax = 400;
/** Days that a deleted activity waits in the bin. */
export const activityBinDays = 30;

export const activityColors = ["", "moss", "ocean", "violet", "rust", "amber", "rose", "teal", "slate"] as const;

/** How an activity is scored, from a clan date on. */
const scoring = {
  points_per_unit: z.number(),
  missing_points: z.number(),
  daily_cap: z.number().nullable(),
  daily_target: z.number().nullable(),
  weekly_target: z.number().nullable(),
  weekdays: z.array(z.int()),
};

export const activityRule = z.object({ effective_from: z.string(), ...scoring });

/** An activity with the scoring that is valid today, and all its dated rules. */
export const activity = z.object({
  id: z.uuid(),
  clan_id: z.uuid(),
  name: z.string(),
  short_label: z.string(),
  description: z.string(),
  category: z.string(),
  icon: z.string(),
  color: z.string(),
  value_type: z.enum(valueTypes),
  unit: z.string(),
  aggregate: z.enum(aggregates),
  ...scoring,
  min_value: z.number().nullable(),
  max_value: z.number().nullable(),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  entry_by: z.enum(["maintainers", "members"]),
  public: z.boolean(),
  active: z.boolean(),
  position: z.int(),
  version: z.int(),
  entry_count: z.int(),
  rules: z.array(activityRule),
  /** Set while it waits in the bin. */
  deleted_at: z.iso.datetime().nullable(),
});
export type Activity = z.infer<typeof activity>;

export const ofActivity = z.object({ clanId: z.uuid(), activityId: z.uuid() });

const amount = z
  .number()
  .min(-largestValue)
  .max(largestValue, `Enter at most ${largestValue}.`)
  .refine(hasTwoDecimals, "Enter at most two decimals.")
  .overwrite(toTwoDecimals);
const positive = amount.min(0, "Enter 0 or more.").nullable();

/** What those who write an activity may say. */
const activitySchemas = {
  name: nameText("The activity's name", 1, 60),
  short_label: nameText("The short label", 1, 12),
  description: noteText("The description", 500),
  category: wordText("A category", 40),
  icon: z.enum(activityIcons, "Choose one of the icons."),
  color: z.enum(activityColors, "Choose one of the colours."),
  value_type: z.enum(valueTypes, "Choose a kind of value."),
  unit: wordText("A unit", 20),
  aggregate: z.enum(aggregates, "Choose how the days of a period read."),
  points_per_unit: z
    .number()
    .min(-1000, "Points are between -1000 and 1000.")
    .max(1000, "Points are between -1000 and 1000.")
    .refine(hasTwoDecimals, "Points can have at most two decimals.")
    .overwrite(toTwoDecimals),
  missing_points: z
    .number()
    .max(0, "A missing value can only cost points: enter 0 or less.")
    .min(-1000, "A missing value can cost at most 1000 points.")
    .refine(hasTwoDecimals, "Points can have at most two decimals.")
    .overwrite(toTwoDecimals),
  daily_cap: positive,
  daily_target: positive,
  weekly_target: positive,
  weekdays: z
    .array(z.int().min(1).max(7))
    .min(1, "Choose at least one weekday.")
    .transform((days) => [...new Set(days)].toSorted((a, b) => a - b)),
  min_value: amount.nullable(),
  max_value: amount.nullable(),
  start_date: calendarDate.nullable(),
  end_date: calendarDate.nullable(),
  entry_by: z.enum(["maintainers", "members"]),
  public: z.boolean(),
} satisfies Record<ActivityFieldName, z.ZodType>;

const initialSchemas = mapFields(initialFields, (name) => {
  const schema: z.ZodType = activitySchemas[name];
  return schema.default(activityFields[name].initial);
}) as { [Name in InitialField]: z.ZodDefault<(typeof activitySchemas)[Name]> };

type Maybe<Value> = Value | null | undefined;
function isInOrder<Bound extends number | string>(first: Maybe<Bound>, last: Maybe<Bound>): boolean {
  if (first === undefined || first === null || last === undefined || last === null) return true;
  return first <= last;
}
const inOrder = (range: { min_value?: Maybe<number>; max_value?: Maybe<number> }) =>
  isInOrder(range.min_value, range.max_value);
const datesInOrder = (range: { start_date?: Maybe<string>; end_date?: Maybe<string> }) =>
  isInOrder(range.start_date, range.end_date);
const wrongRange = { path: ["max_value"], error: "The maximum is below the minimum." };
const wrongDates = { path: ["end_date"], error: "The end is before the start." };

/** A new activity. Without a start it is asked for from today on; `null` means that it always was. */
export const activityDraft = z
  .strictObject({ ...activitySchemas, ...initialSchemas, start_date: activitySchemas.start_date.optional() })
  .refine(inOrder, wrongRange)
  .refine(datesInOrder, wrongDates);
export type ActivityDraft = z.input<typeof activityDraft>;

/** What is not named stays. Scoring counts from `effective_from` on, today unless named; `active: false` archives. */
export const activityChange = z
  .strictObject({
    ...z.object(activitySchemas).partial().shape,
    version,
    active: z.boolean().optional(),
    effective_from: calendarDate.optional(),
  })
  .refine(inOrder, wrongRange)
  .refine(datesInOrder, wrongDates);
export type ActivityChange = z.input<typeof activityChange>;

const many = z.object({ items: z.array(activity) });

export const listActivities = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/activities",
  access: { clan: "clan.view" },
  etag: true,
  summary: "The clan's activities in their order; archived ones too, and those in the bin when asked for.",
  params: ofClan,
  query: z.strictObject({ deleted: z.enum(["true", "false"]).optional() }),
  response: many,
});

export const createActivity = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/activities",
  access: { clan: "clan.manage" },
  summary: "Adds an activity after the others.",
  params: ofClan,
  body: activityDraft,
  response: activity,
});

export const patchActivity = endpoint({
  method: "PATCH",
  path: "/api/clans/:clanId/activities/:activityId",
  access: { clan: "clan.manage" },
  summary: "Changes an activity; a change of its scoring counts from a clan date on.",
  params: ofActivity,
  body: activityChange,
  response: activity,
});

export const deleteActivity = endpoint({
  method: "DELETE",
  path: "/api/clans/:clanId/activities/:activityId",
  access: { clan: "clan.manage" },
  summary: "Puts an activity without entries into the bin for thirty days.",
  params: ofActivity,
  response: z.object({}),
});

export const restoreActivity = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/activities/:activityId/restore",
  access: { clan: "clan.manage" },
  summary: "Takes an activity out of the bin.",
  params: ofActivity,
  response: activity,
});

export const orderActivities = endpoint({
  method: "PUT",
  path: "/api/clans/:clanId/activities/order",
  access: { clan: "clan.manage" },
  summary: "Sets the order of all activities.",
  params: ofClan,
  body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(activitiesMax) }),
  response: many,
});

export const rescoreActivity = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/activities/:activityId/rescore",
  access: { clan: "clan.manage" },
  summary: "Applies today's rule to the entries since a day; a dry run shows the biggest rank changes.",
  params: ofActivity,
  body: z.strictObject({ from: calendarDate, dry_run: z.boolean() }),
  response: z.object({
    /** Entries whose points differ. */
    changed: z.int(),
    points_before: z.number(),
    points_after: z.number(),
    /** Players by what was entered in all activities since that day, those whose rank moves most first; at most ten. */
    ranks: z.array(
      z.object({
        member_id: z.uuid(),
        name: z.string(),
        rank_before: z.int(),
        rank_after: z.int(),
        points_before: z.number(),
        points_after: z.number(),
      }),
    ),
  }),
});
