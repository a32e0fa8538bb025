import { z } from "zod";
import { periodKinds } from "./board-periods.ts";
import { ofClan } from "./clans.ts";
import { endpoint } from "./endpoint.ts";
import { boardColumns, measures, nameDisplays, scoreboardChange, scoreboardDraft } from "./scoreboard-drafts.ts";

/** Boards that a clan may have; archived ones count too, those in the bin do not. */
export const scoreboardsMax = 100;
/** Days that a deleted board waits in the bin. */
export const scoreboardBinDays = 30;

export const boardStates = ["active", "ended", "archived"] as const;
export type BoardState = (typeof boardStates)[number];

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
