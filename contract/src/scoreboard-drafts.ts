import { z } from "zod";
import { countDays } from "./rules/clan-day.ts";
import { fixedDaysMax, rollingDays } from "./rules/periods.ts";
import { hasTwoDecimals, toTwoDecimals } from "./rules/scoring.ts";
import { calendarDate, nameText, noteText, version } from "./text.ts";

export const boardActivitiesMax = 40;
export const boardMembersMax = 5000;

export const measures = ["points", "activity", "consistency", "streak", "improvement"] as const;
export type Measure = (typeof measures)[number];
/** What a board may show beside rank, name and score. */
export const boardColumns = ["change", "trend", "days_met", "activities"] as const;
export type BoardColumn = (typeof boardColumns)[number];
export const nameDisplays = ["name", "alias", "initials"] as const;
export type NameDisplay = (typeof nameDisplays)[number];

const fixedPeriod = z
  .strictObject({ kind: z.literal("fixed"), from: calendarDate, to: calendarDate })
  .refine(({ from, to }) => from <= to, { path: ["to"], error: "The period ends before it begins." })
  .refine((range) => countDays(range) <= fixedDaysMax, {
    path: ["to"],
    error: `A period can be at most ${fixedDaysMax} days long.`,
  });
const draftPeriod = z.discriminatedUnion("kind", [
  fixedPeriod,
  z.strictObject({
    kind: z.literal("rolling"),
    days: z.union(
      rollingDays.map((days) => z.literal(days)),
      "Choose 7, 14, 30 or 90 days.",
    ),
  }),
  z.strictObject({ kind: z.literal("weekly") }),
  z.strictObject({ kind: z.literal("monthly") }),
]);

const draftFields = {
  title: nameText("The title", 1, 80),
  description: noteText("The description", 500),
  measure: z.enum(measures, "Choose what the board measures."),
  activities: z
    .array(
      z.strictObject({
        activity_id: z.uuid(),
        weight: z
          .number()
          .min(0, "A weight is between 0 and 100.")
          .max(100, "A weight is between 0 and 100.")
          .refine(hasTwoDecimals, "A weight can have at most two decimals.")
          .overwrite(toTwoDecimals)
          .default(1),
      }),
    )
    .min(1, "Choose at least one activity.")
    .max(boardActivitiesMax, `Choose at most ${boardActivitiesMax} activities.`)
    .refine((list) => new Set(list.map(({ activity_id }) => activity_id)).size === list.length, {
      error: "An activity is chosen twice.",
    }),
  period: draftPeriod,
  members: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("active"), ids: z.array(z.never()).max(0).default([]) }),
    z.strictObject({
      kind: z.literal("groups"),
      ids: z.array(z.string().min(1).max(60)).min(1, "Choose at least one group.").max(100),
    }),
    z.strictObject({
      kind: z.literal("chosen"),
      ids: z.array(z.uuid()).min(1, "Choose at least one player.").max(boardMembersMax),
    }),
  ]),
  include_former: z.boolean(),
  min_due_days: z.int("Enter a whole number.").min(0, "Enter 0 or more.").max(fixedDaysMax, "Enter 366 or less."),
  top_n: z.int("Enter a whole number.").min(1, "Enter 1 or more.").max(boardMembersMax).nullable(),
  ties: z.enum(["standard", "dense"]),
  order: z.enum(["high", "low"]),
  name_display: z.enum(nameDisplays),
  columns: z.array(z.enum(boardColumns)).transform((columns) => [...new Set(columns)]),
};

const hasOneActivity = ({
  measure,
  activities,
}: {
  measure?: Measure | undefined;
  activities?: unknown[] | undefined;
}) => measure !== "activity" || activities === undefined || activities.length === 1;
const notOne = { path: ["activities"], error: "A board of one activity has exactly one." };

export const scoreboardDraft = z
  .strictObject({
    ...draftFields,
    description: draftFields.description.default(""),
    measure: draftFields.measure.default("points"),
    period: draftPeriod.default({ kind: "rolling", days: 7 }),
    members: draftFields.members.default({ kind: "active", ids: [] }),
    include_former: draftFields.include_former.default(false),
    min_due_days: draftFields.min_due_days.default(0),
    top_n: draftFields.top_n.default(null),
    ties: draftFields.ties.default("standard"),
    order: draftFields.order.default("high"),
    name_display: draftFields.name_display.default("name"),
    columns: draftFields.columns.default(["change", "trend", "days_met"]),
  })
  .refine(hasOneActivity, notOne);
export type ScoreboardDraft = z.input<typeof scoreboardDraft>;

/** What is not named stays. `is_active: false` archives, `true` makes it count again. */
export const scoreboardChange = z
  .strictObject({ ...z.object(draftFields).partial().shape, version, is_active: z.boolean().optional() })
  .refine(hasOneActivity, notOne);
export type ScoreboardChange = z.input<typeof scoreboardChange>;
