import { z } from "zod";
import { activeWarning } from "./attention.ts";
import { homeBoard } from "./clan-home.ts";
import { endpoint } from "./endpoint.ts";
import { member, memberTimelineItem, ofMember } from "./members.ts";
import { valueTypes } from "./rules/scoring.ts";
import { memberAward } from "./seasons.ts";

/** Weeks of the calendar, periods of the line of ranks, and complete days that the rates and means are of. */
export const memberPageSpans = { weeks: 26, periods: 12, days: 30 } as const;

const range = { from: z.string(), to: z.string() };

/** An activity with what its values are said in. */
const pageActivity = z.object({
  activity_id: z.uuid(),
  name: z.string(),
  icon: z.string(),
  color: z.string(),
  unit: z.string(),
  value_type: z.enum(valueTypes),
});

const rankedPeriod = z.object({
  ...range,
  /** Null for who was not on the board. */
  rank: z.int().nullable(),
  /** How many were. */
  players: z.int(),
  /** Whether the board keeps a result of these days that can be opened. */
  is_frozen: z.boolean(),
});

const streak = z.object({ ...range, days: z.int() });

export const memberDaySum = z.object({
  day: z.string(),
  points: z.number(),
  due: z.int(),
  met: z.int(),
  missing: z.int(),
  excused: z.int(),
});
export type MemberDaySum = z.infer<typeof memberDaySum>;

/** What a player did. Means of the clan are null for callers who may not see the values of others. */
export const memberFigures = z.object({
  /** On the main board; null without an active one. */
  standing: z
    .object({
      board: homeBoard,
      /** Among all, also below the ranks that the board shows, for owners, maintainers and the player. */
      rank: z.int().nullable(),
      /** For others, the last rank that the board shows, where the player is below it. */
      below_rank: z.int().nullable(),
      previous_rank: z.int().nullable(),
      score: z.number().nullable(),
      players: z.int(),
    })
    .nullable(),
  /** The clan week up to today. */
  week: z.object({ ...range, points: z.number(), clan_mean: z.number().nullable() }),
  /** The last complete days. */
  month: z.object({ ...range, due: z.int(), met: z.int(), excused: z.int(), rate: z.number().nullable() }),
  /** Days in a row on which everything due was met, up to now, and the most there ever were. */
  streak: z.object({ current: streak.nullable(), best: streak.nullable() }),
  /** Days with something due or entered, the earliest first. */
  calendar: z.object({ ...range, days: z.array(memberDaySum) }),
  /** On the main board, the earliest first; the last is the running period. */
  ranks: z.array(rankedPeriod),
  activities: z.array(
    pageActivity.extend({
      /** Of a day. */
      target: z.number().nullable(),
      /** Of the days that count; null without any. */
      mean: z.number().nullable(),
      clan_mean: z.number().nullable(),
      due: z.int(),
      met: z.int(),
      excused: z.int(),
    }),
  ),
  records: z.object({
    day: z.object({ day: z.string(), points: z.number() }).nullable(),
    week: z.object({ ...range, points: z.number() }).nullable(),
    rank: rankedPeriod.extend({ rank: z.int() }).nullable(),
    values: z.array(pageActivity.extend({ value: z.number(), day: z.string() })),
    /** Of seasons that have ended, the latest first. */
    awards: z.array(memberAward),
  }),
});
export type MemberFigures = z.infer<typeof memberFigures>;

export const memberPage = z.object({
  /** As in the roster: what the caller may not know is null or empty. */
  member,
  /** The first day on the roster. */
  joined_on: z.string().nullable(),
  clan_date: z.string(),
  week_start: z.int(),
  /** Null for callers who may not see this player's values. */
  figures: memberFigures.nullable(),
  /** All that were ever given, and the latest that is active. For owners, maintainers and the player, as the timeline. */
  warnings: z.object({ total: z.int(), latest: activeWarning.nullable() }).nullable(),
  /** For owners, maintainers and the player; null for others. */
  timeline: z.array(memberTimelineItem).nullable(),
});
export type MemberPage = z.infer<typeof memberPage>;

export const getMemberPage = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/members/:memberId/page",
  etag: true,
  access: { clan: "clan.view" },
  cost: "heavy",
  summary: "One player with ranks, days, means, records and timeline: as much as the caller may see.",
  params: ofMember,
  response: memberPage,
});
