import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { periodKinds } from "./rules/periods.ts";
import { measures } from "./scoreboard-drafts.ts";
import { boardStates } from "./scoreboards.ts";
import { searchText } from "./text.ts";

/** Fewer characters would find nearly everybody. */
export const findFrom = 2;
/** Rows of each kind in one answer. */
export const findMax = 5;

export const foundPlayer = z.object({
  member_id: z.uuid(),
  clan_id: z.uuid(),
  clan_name: z.string(),
  name: z.string(),
  tint: z.int(),
  /** The alias that was found, where the name was not. */
  alias: z.string().nullable(),
  /** On the clan's main board, and how many have one there; null for who is not on it. */
  rank: z.int().nullable(),
  ranked: z.int(),
});
export type FoundPlayer = z.infer<typeof foundPlayer>;

export const foundScoreboard = z.object({
  scoreboard_id: z.uuid(),
  clan_id: z.uuid(),
  clan_name: z.string(),
  title: z.string(),
  measure: z.enum(measures),
  period: z.object({ kind: z.enum(periodKinds), days: z.int().nullable() }),
  state: z.enum(boardStates),
  /** Whether a link has been made for it. */
  has_link: z.boolean(),
});
export type FoundScoreboard = z.infer<typeof foundScoreboard>;

export const findMine = endpoint({
  method: "GET",
  path: "/api/me/find",
  access: "session",
  summary:
    "Players by name or alias, and scoreboards by title, in all the caller's clans: five of each at most, those of one clan first if it is named.",
  query: z.strictObject({ q: searchText(100), clan: z.uuid().optional() }),
  response: z.object({ players: z.array(foundPlayer), scoreboards: z.array(foundScoreboard) }),
});
