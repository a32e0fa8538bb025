import { z } from "zod";
import { ofClan } from "./clans.ts";
import { endpoint } from "./endpoint.ts";
import { awardKinds } from "./rules/awards.ts";
import { countDays } from "./rules/clan-day.ts";
import { fixedDaysMax } from "./rules/periods.ts";
import { valueTypes } from "./rules/scoring.ts";
import { measures } from "./scoreboard-drafts.ts";
import { boardStates } from "./scoreboards.ts";
import { calendarDate, nameText, version } from "./text.ts";

/** Seasons that a clan may have. */
export const seasonsMax = 100;
/** Boards that may end with a season, beside its own. */
const seasonBoardsMax = 20;

/** Over is a season whose last day has passed and that nobody has ended yet. */
const seasonStates = ["upcoming", "running", "over", "ended"] as const;
export type SeasonState = (typeof seasonStates)[number];

/** Whose values an award counts, with what they are said in. */
const awardActivity = z.object({
  name: z.string(),
  icon: z.string(),
  color: z.string(),
  unit: z.string(),
  value_type: z.enum(valueTypes),
});

const award = { kind: z.enum(awardKinds), activity: awardActivity.nullable() };

/** Names as on the board: by the board's setting and each player's own choice. */
export const publicSeason = z.object({
  name: z.string(),
  awards: z.array(
    z.object({ ...award, score: z.number(), winners: z.array(z.object({ name: z.string(), tint: z.int() })) }),
  ),
});
export type PublicSeason = z.infer<typeof publicSeason>;

const seasonPlayer = z.object({ member_id: z.uuid(), name: z.string(), tint: z.int() });

export const season = z.object({
  id: z.uuid(),
  clan_id: z.uuid(),
  name: z.string(),
  from: z.string(),
  to: z.string(),
  label: z.string(),
  state: z.enum(seasonStates),
  /** The season's own board, which carries its link; null once it is deleted. */
  board_id: z.uuid().nullable(),
  /** All boards that end with it, its own first. */
  boards: z.array(z.object({ id: z.uuid(), title: z.string(), state: z.enum(boardStates) })),
  ended_at: z.iso.datetime().nullable(),
  ended_by: z.string().nullable(),
  /** What the scores of the podium are; the activity is that of a board of one. */
  measure: z.enum(measures),
  activity: awardActivity.nullable(),
  /** The first three ranks, as everything below only once it has ended. */
  podium: z.array(seasonPlayer.extend({ rank: z.int(), score: z.number() })),
  /** Who may not see the values of others gets no scores, and none of the awards for one activity. */
  awards: z.array(z.object({ ...award, score: z.number().nullable(), winners: z.array(seasonPlayer) })),
  created_at: z.iso.datetime(),
  version: z.int(),
});
export type Season = z.infer<typeof season>;

/** An award as the page of its winner says it: "Longest streak", "23 days". */
export const memberAward = z.object({
  title: z.string(),
  score: z.string(),
  season_id: z.uuid(),
  season: z.string(),
  from: z.string(),
  to: z.string(),
});

const name = nameText("The name", 1, 60);
const isForward = ({ from, to }: { from: string; to: string }) => from <= to;
const isShort = (range: { from: string; to: string }) => countDays(range) <= fixedDaysMax;
const backward = { path: ["to"], error: "The season ends before it begins." };
const tooLong = { path: ["to"], error: `A season can be at most ${fixedDaysMax} days long.` };
const boardIds = z.array(z.uuid()).max(seasonBoardsMax, `Choose at most ${seasonBoardsMax} boards.`);

const draftFields = { name, from: calendarDate, to: calendarDate, board_ids: boardIds };

export const seasonDraft = z
  .strictObject({ ...draftFields, board_ids: boardIds.default([]) })
  .refine(isForward, backward)
  .refine(isShort, tooLong);
export type SeasonDraft = z.input<typeof seasonDraft>;

const ofSeason = ofClan.extend({ seasonId: z.uuid() });
const manage = { clan: "clan.manage" } as const;

export const listSeasons = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/seasons",
  access: { clan: "clan.view" },
  token: "scoreboards:read",
  etag: true,
  summary: "The seasons of a clan, the latest first; those that have ended with their podium and awards.",
  params: ofClan,
  response: z.object({ items: z.array(season) }),
});

export const createSeason = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/seasons",
  access: manage,
  summary: "Makes a season with a board of its own. Seasons do not overlap.",
  params: ofClan,
  body: seasonDraft,
  response: season,
});

export const patchSeason = endpoint({
  method: "PATCH",
  path: "/api/clans/:clanId/seasons/:seasonId",
  access: manage,
  summary: "Changes what is given of a season. Of one that has ended only the name changes.",
  params: ofSeason,
  body: z.strictObject({ ...z.object(draftFields).partial().shape, version }),
  response: season,
});

export const endSeason = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/seasons/:seasonId/end",
  access: manage,
  cost: "heavy",
  summary: "Ends a season: its boards are frozen and its awards given. Of several who end it at once one does.",
  params: ofSeason,
  response: season,
});

export const deleteSeason = endpoint({
  method: "DELETE",
  path: "/api/clans/:clanId/seasons/:seasonId",
  access: manage,
  summary: "Deletes a season and its awards; its boards stay.",
  params: ofSeason,
  response: z.object({}),
});

export const getSeasonPng = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/seasons/:seasonId/awards.png",
  access: manage,
  cost: "heavy",
  summary: "The awards of a season that has ended as a picture, with names as visitors see them.",
  params: ofSeason,
  response: z.void(),
  content: "image/png",
});
