import { z } from "zod";
import { activeWarning } from "./attention.ts";
import { endpoint } from "./endpoint.ts";
import { periodKinds } from "./rules/periods.ts";
import { valueTypes } from "./rules/scoring.ts";
import { measures } from "./scoreboard-drafts.ts";

/** What a board counts, and of which days. */
export const boardHead = z.object({
  id: z.uuid(),
  title: z.string(),
  measure: z.enum(measures),
  /** The clan dates that count now. */
  period: z.object({
    kind: z.enum(periodKinds),
    days: z.int().nullable(),
    from: z.string(),
    to: z.string(),
    label: z.string(),
  }),
  /** What the values of a board of one activity are said in. */
  activity: z.object({ name: z.string(), value_type: z.enum(valueTypes), unit: z.string() }).nullable(),
});
export type BoardHead = z.infer<typeof boardHead>;

/** An activity that is not entered yet, with its mark. */
export const stillDue = z.object({
  activity_id: z.uuid(),
  name: z.string(),
  icon: z.string(),
  color: z.string(),
  /** Members enter it for themselves, or leave it to their officers. */
  entry_by: z.enum(["maintainers", "members"]),
});
export type StillDue = z.infer<typeof stillDue>;

/** Why somebody has no rank on a board. */
export const unrankedReasons = ["no_values", "not_included", "due_days", "no_score"] as const;

/** The main board, seen by one player. */
export const standingBoard = boardHead.extend({
  /** Null while there is none. */
  rank: z.int().nullable(),
  /** In the period before; null for who was not on the board then. */
  previous_rank: z.int().nullable(),
  /** Players with a rank. */
  ranked: z.int(),
  score: z.number().nullable(),
  /** Who stands next above, and what the score must change by to draw level; null in first place. */
  above: z.object({ name: z.string(), gap: z.number() }).nullable(),
  /** How far the first is ahead of the next; null for everybody else, and without a next. */
  lead: z.number().nullable(),
  unranked: z.enum(unrankedReasons).nullable(),
  /** Days with something due in the period, and how many the board asks for. */
  due_days: z.int(),
  min_due_days: z.int(),
});
export type StandingBoard = z.infer<typeof standingBoard>;

/** What officers said to a request that the caller has not read yet. */
export const standingAnswer = z.object({
  request_id: z.uuid(),
  kind: z.enum(["value", "away"]),
  state: z.enum(["accepted", "declined"]),
  decided_by: z.string(),
  /** Why it was declined. */
  answer: z.string().nullable(),
  /** Of a value. */
  activity: z.object({ name: z.string(), value_type: z.enum(valueTypes), unit: z.string() }).nullable(),
  value: z.number().nullable(),
  /** The day of the value, or those of the absence. */
  from: z.string(),
  to: z.string(),
});
export type StandingAnswer = z.infer<typeof standingAnswer>;

export const myStanding = z.object({
  clan_id: z.uuid(),
  clan_name: z.string(),
  member_id: z.uuid(),
  /** Null without an active board. */
  board: standingBoard.nullable(),
  /** The clan week up to today. */
  week: z.object({
    points: z.number(),
    /** Of the same days of the week before; null for who was not there. */
    points_before: z.number().nullable(),
    days: z.array(z.object({ day: z.string(), points: z.number() })),
    /** Values of complete days, and those of today that are entered already; without excused ones. */
    met: z.int(),
    due: z.int(),
  }),
  /** Complete days in a row on which everything due was met, the latest and the most there ever were. */
  streak: z.object({ days: z.int(), best: z.int() }),
  today: z.object({
    clan_date: z.string(),
    ends_at: z.iso.datetime(),
    due: z.int(),
    /** What is not entered yet, in the clan's order. */
    still_due: z.array(stillDue),
    /** The last day of an absence that today is in. */
    away_until: z.string().nullable(),
    /** For who had no due day yet, as far as it can be foreseen. */
    first_due_on: z.string().nullable(),
  }),
  /** The latest answer that is not read yet. */
  answer: standingAnswer.nullable(),
  /** Of the caller's own player. */
  warning: activeWarning.nullable(),
});
export type MyStanding = z.infer<typeof myStanding>;

/** While nothing was ever counted there is nothing to say. */
export function hasStanding({ board, week, streak, today, answer, warning }: MyStanding): boolean {
  const isToCome = today.away_until !== null || today.first_due_on !== null;
  const isSaid = answer !== null || warning !== null;
  return board !== null || week.due > 0 || streak.best > 0 || today.due > 0 || isToCome || isSaid;
}

export const getMyStanding = endpoint({
  method: "GET",
  path: "/api/me/standing",
  etag: true,
  access: "session",
  cost: "heavy",
  summary: "How the caller is doing in each clan with a player of theirs, the clan used last first.",
  response: z.object({ items: z.array(myStanding) }),
});
