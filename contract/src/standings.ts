import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { valueTypes } from "./rules/scoring.ts";
import { boardColumns, measures } from "./scoreboard-drafts.ts";
import { boardStates, ofBoard } from "./scoreboards.ts";
import { publicSeason } from "./seasons.ts";
import { calendarDate } from "./text.ts";

/** Days that the small line of each player shows. */
export const trendDays = 8;

/** The board as its readers see it. */
export const standingsBoard = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  clan: z.object({ name: z.string() }),
  measure: z.enum(measures),
  period: z.object({ from: z.string(), to: z.string(), label: z.string(), time_zone: z.string() }),
  /** When the clan's day begins, such as "08:00". */
  reset_time: z.string(),
  state: z.enum(boardStates),
  columns: z.array(z.enum(boardColumns)),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable(),
});

export const activityScore = z.object({
  /** One of the activities' keys. */
  activity: z.string(),
  /** By the activity's aggregate; null without an entry. */
  value: z.number().nullable(),
  points: z.number(),
});

export const standingRow = z.object({
  rank: z.int(),
  /** In the period before; null for whoever was not on the board then. */
  previous_rank: z.int().nullable(),
  name: z.string(),
  /** The colour of the avatar, 1 to 8; 0, which is grey, for whoever hides their name from visitors. */
  tint: z.int(),
  score: z.number(),
  per_activity: z.array(activityScore).optional(),
  /** Due cells that were met, and those that counted: due and not excused. */
  days_met: z.int().optional(),
  days_due: z.int().optional(),
  /** One number for each of the last days, the earliest first; null where nothing counted. */
  trend: z.array(z.number().nullable()),
});

const standingsFields = {
  board: standingsBoard,
  /** Changes whenever anything of the answer does. */
  version: z.string(),
  updated_at: z.iso.datetime(),
  /** A frozen result, which never moves again. */
  is_final: z.boolean(),
  /** False until the first value of the period is entered. */
  has_results: z.boolean(),
  activities: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      icon: z.string(),
      color: z.string(),
      unit: z.string(),
      value_type: z.enum(valueTypes),
    }),
  ),
  /** Results of earlier weeks or months, the latest first. */
  earlier: z.array(z.object({ from: z.string(), to: z.string(), label: z.string() })),
};

/** For members: with the real names, and who is who. */
export const standings = z.object({
  ...standingsFields,
  rows: z.array(standingRow.extend({ member_id: z.uuid() })),
  /** Players who are left out: too few due days, or nothing to measure. */
  left_out: z.int(),
  /** When a value that counts was last saved; null before the first, and for a frozen result. */
  scores_moved_at: z.iso.datetime().nullable(),
  /** When the clan's day ends, from which on the board may count other days. */
  day_ends_at: z.iso.datetime(),
});
export type Standings = z.infer<typeof standings>;

/** For everybody who has the link: names as the board and each player allow. */
export const publicStandings = z.object({
  ...standingsFields,
  /** Activities of the board that visitors may not see. No score here counts them. */
  not_counted: z.int(),
  /** The season that ended with this board, with its awards; null for other boards. */
  season: publicSeason.nullable(),
  rows: z.array(standingRow.extend({ member_key: z.string() })),
});
export type PublicStandings = z.infer<typeof publicStandings>;

const view = { clan: "clan.view" } as const;
const period = calendarDate
  .optional()
  .meta({ description: "The first day of an earlier week or month, for its frozen result." });
export const ofPeriod = z.strictObject({ period });

export const getStandings = endpoint({
  method: "GET",
  path: "/api/scoreboards/:scoreboardId/standings",
  access: view,
  etag: "own",
  token: "scoreboards:read",
  summary: "Who stands where. Members who may not see values of others get rank, name and score alone.",
  params: ofBoard,
  query: ofPeriod,
  response: standings,
});

export const getStandingsCsv = endpoint({
  method: "GET",
  path: "/api/scoreboards/:scoreboardId/standings.csv",
  access: view,
  cost: "heavy",
  token: "scoreboards:read",
  summary: "The standings as a table for spreadsheets, with as much as the caller may see.",
  params: ofBoard,
  query: ofPeriod,
  response: z.void(),
  content: "text/csv",
});

export const getStandingsPng = endpoint({
  method: "GET",
  path: "/api/scoreboards/:scoreboardId/standings.png",
  access: { clan: "clan.manage" },
  cost: "heavy",
  summary: "The standings as a picture, with names as visitors see them.",
  params: ofBoard,
  query: ofPeriod,
  response: z.void(),
  content: "image/png",
});

export const listPeriods = endpoint({
  method: "GET",
  path: "/api/scoreboards/:scoreboardId/periods",
  access: view,
  token: "scoreboards:read",
  summary: "The frozen results of a recurring board, the latest first, each with its three best.",
  params: ofBoard,
  response: z.object({
    items: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        label: z.string(),
        frozen_at: z.iso.datetime(),
        players: z.int(),
        top: z.array(z.object({ rank: z.int(), name: z.string(), tint: z.int(), score: z.number() })),
      }),
    ),
  }),
});

export const recountPeriod = endpoint({
  method: "POST",
  path: "/api/scoreboards/:scoreboardId/periods/:from/recount",
  access: { clan: "clan.manage" },
  cost: "heavy",
  summary: "Recalculates the result of a past period, so that values entered after its end count.",
  params: ofBoard.extend({ from: calendarDate }),
  response: z.object({ from: z.string(), to: z.string(), frozen_at: z.iso.datetime() }),
});

/** How a score came about, down to each cell. */
export const explanation = z.object({
  member_id: z.uuid(),
  name: z.string(),
  tint: z.int(),
  range: z.object({ from: z.string(), to: z.string(), label: z.string() }),
  measure: z.enum(measures),
  score: z.number().nullable(),
  /** The result is frozen; the cells are those of today. */
  is_final: z.boolean(),
  /** Improvement alone: what the same stretch of the period before came to. */
  before: z.object({ from: z.string(), to: z.string(), label: z.string(), points: z.number() }).nullable(),
  activities: z.array(
    z.object({
      activity_id: z.uuid(),
      name: z.string(),
      icon: z.string(),
      color: z.string(),
      unit: z.string(),
      value_type: z.enum(valueTypes),
      /** The total counts the days on which it was done, whatever a day's value is. */
      counts_days: z.boolean(),
      weight: z.number(),
      value: z.number().nullable(),
      /** Of entries and of missing cells, and both under the weight. */
      points: z.number(),
      missing_points: z.number(),
      weighted: z.number(),
      due: z.int(),
      met: z.int(),
      excused: z.int(),
      missing: z.int(),
    }),
  ),
  cells: z.array(
    z.object({
      day: z.string(),
      activity_id: z.uuid(),
      state: z.enum(["value", "excused", "missing"]),
      is_due: z.boolean(),
      value: z.number().nullable(),
      points: z.number(),
      is_met: z.boolean(),
    }),
  ),
});
export type Explanation = z.infer<typeof explanation>;

export const explainStanding = endpoint({
  method: "GET",
  path: "/api/scoreboards/:scoreboardId/explain",
  access: view,
  token: "scoreboards:read",
  summary: "How one player's score is calculated. Members who may not see others' values can ask only for their own.",
  params: ofBoard,
  query: z.strictObject({ member_id: z.uuid(), period }),
  response: explanation,
});
