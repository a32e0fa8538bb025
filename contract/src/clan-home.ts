import { z } from "zod";
import { attentionRules } from "./attention-drafts.ts";
import { bulletin } from "./bulletins.ts";
import { nothingDue, ofClan } from "./clans.ts";
import { firstSteps } from "./dashboard.ts";
import { endpoint } from "./endpoint.ts";
import { boardHead, myStanding, stillDue } from "./my-standing.ts";

/** Players and boards that the cards of a clan's home name. */
export const homeMissingMax = 4;
export const homeTopMax = 5;
export const homeFallingMax = 5;
export const homeBoardsMax = 4;

/** Who is falling: the days compared, how many points of percent they lost, and of how many due values at least. */
export const fallingRule = { days: 7, daysBefore: 28, points: 15, due: 5 } as const;

const player = z.object({ member_id: z.uuid(), name: z.string(), tint: z.int() });

/** A row of a board. */
const standing = player.extend({
  rank: z.int(),
  /** In the period before; null for who was not on the board then, and for callers who may not see values. */
  previous_rank: z.int().nullable(),
  score: z.number(),
});

export const homeBoard = boardHead.extend({ is_main: z.boolean() });

export const homeDay = z.object({
  day: z.string(),
  due: z.int(),
  met: z.int(),
  partly: z.int(),
  missed: z.int(),
  /** Due and not entered. */
  missing: z.int(),
  excused: z.int(),
  /** Percent of due and not excused values that were met. */
  rate: z.number().nullable(),
});
export type HomeDay = z.infer<typeof homeDay>;

export const clanHome = z.object({
  players: z.object({ active: z.int(), linked: z.int() }),
  /** Null for a clan that can only be read. Owners and maintainers get the clan's day, members their own. */
  today: z
    .object({
      clan_date: z.string(),
      ends_at: z.iso.datetime(),
      /** On whose clock the day ends. */
      time_zone: z.string(),
      due: z.int(),
      entered: z.int(),
      /** Why nothing is due, where nothing is. */
      nothing_due: nothingDue.nullable().optional(),
      /** Players with something missing: how many, and the first by how much. For owners and maintainers. */
      missing: z.object({ count: z.int(), players: z.array(player.extend({ missing: z.int() })) }).nullable(),
      /** What the caller's own player has not entered yet. For members. */
      still_due: z.array(stillDue).nullable(),
    })
    .nullable(),
  week: z.object({
    /** The caller's own player where they may not see the values of others. */
    of: z.enum(["clan", "me"]),
    days: z.array(homeDay),
    rate: z.number().nullable(),
    /** Of the same days of the week before. */
    rate_before: z.number().nullable(),
  }),
  /** The first of the main board; null without an active board. */
  top: homeBoard.extend({ rows: z.array(standing) }).nullable(),
  /** How the caller is doing. For members of a clan that is neither archived nor being deleted. */
  standing: myStanding.nullable(),
  /** Steepest first; null for members. */
  falling: z.array(player.extend({ rate: z.number(), rate_before: z.number() })).nullable(),
  /** What waits for a decision, by kind; null for members. */
  to_decide: z
    .object({
      attention: z.int(),
      /** Why somebody needs attention. */
      rules: attentionRules,
      values: z.int(),
      away: z.int(),
      joins: z.int(),
      seasons: z.int(),
    })
    .nullable(),
  bulletin: bulletin
    .pick({ id: true, title: true, content: true, author: true, posted_at: true, is_seen: true, seen_by: true })
    .nullable(),
  /** The main board, then the newest; and how many are active. */
  boards: z.object({ count: z.int(), items: z.array(homeBoard.extend({ leader: standing.nullable() })) }),
  /** What is done of the first steps; null for who does not own the clan, has dismissed the list or is through. */
  steps: z.record(z.enum(firstSteps), z.boolean()).nullable(),
});
export type ClanHome = z.infer<typeof clanHome>;

export const getClanHome = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/home",
  cost: "heavy",
  etag: true,
  access: { clan: "clan.view" },
  summary: "A clan at a glance: its day, its week and its boards, with as much as the caller may see.",
  params: ofClan,
  response: clanHome,
});
