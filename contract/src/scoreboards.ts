import { z } from "zod";
import { periodKinds } from "./rules/periods.ts";
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
  /** When somebody changed its settings. */
  updated_at: z.iso.datetime(),
  /** When a value that counts on it was last entered or changed; said of active boards, in the list of a clan. */
  scores_moved_at: z.iso.datetime().nullable().default(null),
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
  etag: true,
  summary: "The boards of all the caller's clans, newest first: active and ended ones, and to managers archived ones.",
  query: z.strictObject({ is_active: z.enum(["true", "false"]).optional() }),
  response: z.array(scoreboard),
});

export const listActiveScoreboards = endpoint({
  method: "GET",
  path: "/api/scoreboards/active",
  access: "session",
  etag: true,
  summary: "The active boards of all the caller's clans, newest first.",
  response: z.array(scoreboard),
});

export const listClanScoreboards = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/scoreboards",
  access: view,
  token: "scoreboards:read",
  etag: true,
  summary: "The boards of one clan, newest first; to managers those in the bin when asked for.",
  params: ofClan,
  query: z.strictObject({ deleted: z.enum(["true", "false"]).optional() }),
  response: z.object({ items: z.array(scoreboard) }),
});

export const createScoreboard = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/scoreboards",
  access: manage,
  summary: "Makes a board; its link is off until someone shares it.",
  params: ofClan,
  body: scoreboardDraft,
  response: scoreboard,
});

export const getScoreboard = endpoint({
  method: "GET",
  path: "/api/scoreboards/:scoreboardId",
  access: view,
  token: "scoreboards:read",
  etag: true,
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

function boardAction<const Verb extends string>(verb: Verb, summary: string) {
  return endpoint({
    method: "POST",
    path: `/api/scoreboards/:scoreboardId/${verb}`,
    access: manage,
    summary,
    params: ofBoard,
    response: scoreboard,
  });
}

export const restoreScoreboard = boardAction("restore", "Takes a board out of the bin.");
export const endScoreboard = boardAction("end", "Ends a board now: its result is frozen and never moves again.");
export const reopenScoreboard = boardAction("reopen", "Makes an ended or archived board count again.");
export const archiveScoreboard = boardAction("archive", "Puts a board aside: managers still find it, its link is off.");
export const duplicateScoreboard = boardAction("duplicate", "Makes a new board with the same settings and no link.");

/** Days that a link lives when nobody says otherwise. */
export const shareDays = 30;
export const passcodeMin = 6;

export const shareScoreboard = endpoint({
  method: "POST",
  path: "/api/scoreboards/:scoreboardId/share",
  access: manage,
  cost: "heavy",
  summary:
    "Switches the link on, or changes its expiry and passcode. What is not named stays; a new link lives 30 days.",
  params: ofBoard,
  body: z.strictObject({
    /** Null is for ever. */
    expires_at: z.iso.datetime({ offset: true, error: "Enter a moment, or null for no end." }).nullable().optional(),
    /** Null takes it away. */
    passcode: z
      .string()
      .min(passcodeMin, `A passcode has at least ${passcodeMin} characters.`)
      .max(64, "A passcode can have at most 64 characters.")
      .nullable()
      .optional(),
  }),
  response: scoreboard,
});

export const rotateShare = endpoint({
  method: "POST",
  path: "/api/scoreboards/:scoreboardId/share/rotate",
  access: manage,
  summary: "Gives the board a new link; the old one stops working at once.",
  params: ofBoard,
  response: scoreboard,
});

export const unshareScoreboard = endpoint({
  method: "DELETE",
  path: "/api/scoreboards/:scoreboardId/share",
  access: manage,
  summary: "Switches the link off for good; the next one is a new one.",
  params: ofBoard,
  response: scoreboard,
});

export const previewScoreboard = endpoint({
  method: "POST",
  path: "/api/scoreboards/:scoreboardId/preview",
  access: manage,
  summary: "An address that shows the board for some minutes as a visitor would see it, link on or off.",
  params: ofBoard,
  response: z.object({ path: z.string(), expires_in: z.int() }),
});
