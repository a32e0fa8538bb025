import { z } from "zod";
import { countDays, fixedDaysMax, periodKinds, rollingDays } from "./board-periods.ts";
import { ofClan } from "./clans.ts";
import { endpoint } from "./endpoint.ts";
import { calendarDate, nameText, noteText, version } from "./text.ts";

/** Boards that a clan may have; archived ones count too, those in the bin do not. */
export const scoreboardsMax = 100;
/** Days that a deleted board waits in the bin. */
export const scoreboardBinDays = 30;
export const boardActivitiesMax = 40;
export const boardMembersMax = 5000;

export const measures = ["points", "activity", "consistency", "streak", "improvement"] as const;
export type Measure = (typeof measures)[number];
export const boardStates = ["active", "ended", "archived"] as const;
export type BoardState = (typeof boardStates)[number];
/** What a board may show beside rank, name and score. */
export const boardColumns = ["change", "trend", "days_met", "activities"] as const;
export type BoardColumn = (typeof boardColumns)[number];
export const nameDisplays = ["name", "alias", "initials"] as const;
export type NameDisplay = (typeof nameDisplays)[number];

const period = z.object({
  kind: z.enum(periodKinds),
  from: z.string().nullable(),
  to: z.string().nullable(),
  days: z.int().nullable(),
});

/** A link to the board for everybody who has it. */
export const boardShare = z.object({
  token: z.string(),
  /** Null is for ever. */
  expires_at: z.iso.datetime().nullable(),
  has_passcode: z.boolean(),
  views: z.int(),
});

export const scoreboard = z.object({
  id: z.uuid(),
  clan_id: z.uuid(),
  clan_name: z.string(),
  title: z.string(),
  description: z.string(),
  /** False once it has ended or is archived. */
  is_active: z.boolean(),
  state: z.enum(boardStates),
  measure: z.enum(measures),
  activities: z.array(z.object({ activity_id: z.uuid(), weight: z.number() })),
  period,
  /** The days that count now; those of the result when it has ended. */
  range: z.object({ from: z.string(), to: z.string(), label: z.string() }),
  members: z.object({ kind: z.enum(["active", "groups", "chosen"]), ids: z.array(z.string()) }),
  include_former: z.boolean(),
  min_due_days: z.int(),
  top_n: z.int().nullable(),
  ties: z.enum(["standard", "dense"]),
  order: z.enum(["high", "low"]),
  name_display: z.enum(nameDisplays),
  columns: z.array(z.enum(boardColumns)),
  /** Activities that visitors may see. Without any, the board is not shown to them, link or not. */
  public_activities: z.int(),
  /** Those that they may not see, which public scores leave out. */
  hidden_activities: z.int(),
  /** Null while the link is off. */
  share: boardShare.nullable(),
  /** Of a link that works now, for readers that know no `share`. */
  share_token: z.string().nullable(),
  expires_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
  /** Set while it waits in the bin. */
  deleted_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  version: z.int(),
});
export type Scoreboard = z.infer<typeof scoreboard>;

const cents = (number: number) => Math.abs(number * 100 - Math.round(number * 100)) < 1e-6 * Math.max(1, number);

const fixedPeriod = z
  .strictObject({ kind: z.literal("fixed"), from: calendarDate, to: calendarDate })
  .refine(({ from, to }) => from <= to, { path: ["to"], error: "The period ends before it begins." })
  .refine((range) => countDays(range) <= fixedDaysMax, {
    path: ["to"],
    error: `A period has at most ${fixedDaysMax} days.`,
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
          .refine(cents, "A weight has at most two decimals.")
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

export const ofBoard = z.object({ scoreboardId: z.uuid() });
const manage = { clan: "clan.manage" } as const;
const view = { clan: "clan.view" } as const;

export const listScoreboards = endpoint({
  method: "GET",
  path: "/api/scoreboards",
  access: "session",
  summary: "The boards of all the caller's clans, newest first: active and ended ones, and to managers archived ones.",
  query: z.strictObject({ is_active: z.enum(["true", "false"]).optional() }),
  response: z.array(scoreboard),
});

export const listActiveScoreboards = endpoint({
  method: "GET",
  path: "/api/scoreboards/active",
  access: "session",
  summary: "The active boards of all the caller's clans, newest first.",
  response: z.array(scoreboard),
});

export const listClanScoreboards = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/scoreboards",
  access: view,
  token: "scoreboards:read",
  summary: "The boards of one clan, newest first; to managers those in the bin when asked for.",
  params: ofClan,
  query: z.strictObject({ deleted: z.enum(["true", "false"]).optional() }),
  response: z.object({ items: z.array(scoreboard) }),
});

export const createScoreboard = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/scoreboards",
  access: manage,
  summary: "Makes a board; its link is off until somebody shares it.",
  params: ofClan,
  body: scoreboardDraft,
  response: scoreboard,
});

export const getScoreboard = endpoint({
  method: "GET",
  path: "/api/scoreboards/:scoreboardId",
  access: view,
  token: "scoreboards:read",
  summary: "One board.",
  params: ofBoard,
  response: scoreboard,
});

export const patchScoreboard = endpoint({
  method: "PATCH",
  path: "/api/scoreboards/:scoreboardId",
  access: manage,
  summary: "Changes a board that has not ended.",
  params: ofBoard,
  body: scoreboardChange,
  response: scoreboard,
});

export const deleteScoreboard = endpoint({
  method: "DELETE",
  path: "/api/scoreboards/:scoreboardId",
  access: manage,
  summary: "Puts a board into the bin for thirty days; its link stops working at once.",
  params: ofBoard,
  response: z.object({}),
});
