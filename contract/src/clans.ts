import { z } from "zod";
import { clanCrest, clanDescription, clanDraft, clanName, gameName, resetTime, weekStart } from "./clan-drafts.ts";
import { endpoint } from "./endpoint.ts";
import { clanRoles } from "./permissions.ts";
import { valueTypes } from "./rules/scoring.ts";
import { calendarDate, nameText, timeZone, version } from "./text.ts";

export const ownedClansMax = 10;
/** Days until a deleted clan is really gone. */
export const clanGraceDays = 14;

/** Whether an absence that a member announces counts at once, or after an officer accepted it. */
export const awayRules = ["at_once", "approval"] as const;

export const clanToggles = z.object({
  members_see_values: z.boolean(),
  members_enter_own: z.boolean(),
  maintainers_edit_locked: z.boolean(),
  maintainers_invite: z.boolean(),
  maintainers_approve_joins: z.boolean(),
});

export const dayRule = z.object({
  effective_from: z.string(),
  time_zone: z.string(),
  reset_time: z.string(),
  reset_in_utc: z.boolean(),
});

/** Why nothing at all is due on a day. */
export const nothingDue = z.object({
  /** Why no activity is asked for: there is none, none on this weekday, none in this time; null if one is. */
  activities: z.enum(["none", "weekday", "dates"]).nullable(),
  /** Players on the roster, and how many of them are in their first days or away. */
  players: z.int(),
  first_days: z.int(),
  away: z.int(),
  /** When the first of those in their first days has something due. */
  due_from: z.string().nullable(),
});
export type NothingDue = z.infer<typeof nothingDue>;

/** A clan as a card shows it. */
export const clanCard = z.object({
  id: z.uuid(),
  clan_id: z.uuid(),
  name: z.string(),
  description: z.string(),
  role: z.enum(clanRoles),
  /** The caller's own row. */
  member_id: z.uuid(),
  game: z.object({ id: z.uuid(), name: z.string(), icon: z.string() }).nullable(),
  /** The game as the clan calls it, where it is not in the catalogue. */
  game_name: z.string().nullable().default(null),
  game_server: z.string().nullable(),
  /** Without a colour the clan has one by its id. */
  crest: z.object({ tint: z.int().nullable(), symbol: z.string() }).default({ tint: null, symbol: "" }),
  members: z.object({ active: z.int(), total: z.int() }),
  today: z.object({
    clan_date: z.string(),
    ends_at: z.iso.datetime(),
    due: z.int(),
    entered: z.int(),
  }),
  toggles: clanToggles,
  /** Who offers the caller this clan, by the name of their player. */
  offered_by: z.string().nullable().default(null),
  /** When the caller last chose to work on this clan, on any device. */
  last_used_at: z.iso.datetime().nullable().default(null),
  /** The board somebody chose to stand for the clan. */
  main_board_id: z.uuid().nullable().default(null),
  /** The board that does: the chosen one while it is active, else the oldest weekly points board, else the newest. */
  current_main_board_id: z.uuid().nullable().default(null),
  /** What members ask for and nobody has decided; 0 for who may not. */
  open_requests: z.int().default(0),
  archived_at: z.iso.datetime().nullable(),
  deletes_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  created_by: z.uuid().nullable(),
});
export type ClanCard = z.infer<typeof clanCard>;

export const clan = clanCard.extend({
  week_start: z.int(),
  /** How many days back values may still be entered, flagged late. */
  late_days: z.int(),
  /** How many days a new member is not yet due. */
  grace_days: z.int(),
  /** The clan date of its creation: who was on the roster then is due at once. Clans from before have none. */
  first_day: z.string().nullable().default(null),
  members_away: z.enum(awayRules).default("at_once"),
  day_rules: z.array(dayRule),
  /** A transfer that waits for its receiver. */
  transfer: z.object({ to_member_id: z.uuid(), to_name: z.string(), created_at: z.iso.datetime() }).nullable(),
  version: z.int(),
  updated_at: z.iso.datetime(),
});
export type Clan = z.infer<typeof clan>;

export const ofClan = z.object({ clanId: z.uuid() });

export const listMyClans = endpoint({
  method: "GET",
  path: "/api/clans/my",
  access: "session",
  etag: true,
  summary: "The clans the caller belongs to, by name.",
  response: z.array(clanCard),
});

export const createClan = endpoint({
  method: "POST",
  path: "/api/clans",
  access: "session",
  summary: "Creates a clan; the caller becomes its owner with a player of their own.",
  body: clanDraft,
  response: clan,
});

export const getClan = endpoint({
  method: "GET",
  path: "/api/clans/:clanId",
  access: { clan: "clan.view" },
  summary: "One clan with its settings.",
  params: ofClan,
  response: clan,
});

export const findMemberClan = endpoint({
  method: "GET",
  path: "/api/clan-members/:memberId/clan",
  access: "session",
  summary: "The clan that a player belongs to, if the caller is in it.",
  params: z.object({ memberId: z.uuid() }),
  response: z.object({ clan_id: z.uuid() }),
});

export const findBoardClan = endpoint({
  method: "GET",
  path: "/api/scoreboards/:scoreboardId/clan",
  access: "session",
  summary: "The clan that a scoreboard belongs to, if the caller is in it.",
  params: z.object({ scoreboardId: z.uuid() }),
  response: z.object({ clan_id: z.uuid() }),
});

export const clanChange = z.strictObject({
  version,
  name: clanName.optional(),
  description: clanDescription.optional(),
  game_id: z.uuid().nullable().optional(),
  game_name: gameName.nullable().optional(),
  game_server: nameText("The server", 1, 60).nullable().optional(),
  crest: clanCrest.optional(),
  week_start: weekStart.optional(),
  late_days: z.int().min(0).max(14, "The late window can be at most 14 days long.").optional(),
  grace_days: z.int().min(0).max(30, "The grace for new members can be at most 30 days long.").optional(),
  members_away: z.enum(awayRules).optional(),
  toggles: clanToggles.partial().strict().optional(),
  /** Zone and reset from a coming clan date on; days before keep theirs. */
  day: z
    .strictObject({
      effective_from: calendarDate,
      time_zone: timeZone,
      reset_time: resetTime,
      reset_in_utc: z.boolean(),
    })
    .optional(),
});
export type ClanChange = z.input<typeof clanChange>;

export const patchClan = endpoint({
  method: "PATCH",
  path: "/api/clans/:clanId",
  access: { clan: "settings.manage" },
  summary: "Changes a clan's settings; what is not named stays.",
  params: ofClan,
  body: clanChange,
  response: clan,
});

export const putMainBoard = endpoint({
  method: "PUT",
  path: "/api/clans/:clanId/main-board",
  access: { clan: "clan.manage" },
  summary: "Chooses the board that stands for the clan on its home. It has to be active.",
  params: ofClan,
  body: z.strictObject({ scoreboard_id: z.uuid() }),
  response: z.object({ main_board_id: z.uuid() }),
});

export const isClanAdmin = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/is-admin",
  access: { clan: "clan.view" },
  summary: "Whether the caller manages the clan.",
  params: ofClan,
  response: z.object({ isAdmin: z.boolean() }),
});

export const exportClan = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/export",
  access: { clan: "settings.view" },
  cost: "heavy",
  summary: "Everything of a clan as one ZIP of CSV and JSON files.",
  params: ofClan,
  response: z.void(),
  content: "application/zip",
});

/** Numbers for the clan admin's first tab. */
export const getClanOverview = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/overview",
  access: { clan: "settings.view" },
  summary: "Counts of a clan's members, invites, open days and links that end soon.",
  params: ofClan,
  response: z.object({
    members: z.object({
      active: z.int(),
      inactive: z.int(),
      removed: z.int(),
      linked: z.int(),
      away: z.int(),
    }),
    invites: z.object({ open: z.int(), expiring: z.int() }),
    today: clanCard.shape.today.extend({ nothing_due: nothingDue.nullable().optional() }),
    /** Players with at least one due cell without an entry today; the first eight by name, with how many. */
    missing_today: z.object({
      count: z.int(),
      players: z.array(z.object({ member_id: z.uuid(), name: z.string(), missing: z.int() })),
    }),
    /** Who is below the weekly target of which activity in the running week; the first eight by name. */
    below_weekly: z.object({
      count: z.int(),
      players: z.array(
        z.object({
          member_id: z.uuid(),
          name: z.string(),
          activity: z.string(),
          unit: z.string(),
          /** Days done are so many times yes. */
          value_type: z.enum(valueTypes),
          /** What the days of the week so far come to, by the activity's aggregate. */
          value: z.number(),
          target: z.number(),
        }),
      ),
    }),
    /** Shared boards whose link ends within a week; the first eight, the soonest before the others. */
    expiring_boards: z.object({
      count: z.int(),
      boards: z.array(z.object({ scoreboard_id: z.uuid(), title: z.string(), expires_at: z.iso.datetime() })),
    }),
  }),
});

export const deleteClan = endpoint({
  method: "DELETE",
  path: "/api/clans/:clanId",
  access: { clan: "clan.own" },
  summary: "Deletes the clan after a grace of 14 days; its name has to be typed.",
  params: ofClan,
  body: z.strictObject({ name: z.string() }),
  response: z.object({ deletes_at: z.iso.datetime() }),
});

export const restoreClan = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/restore",
  access: { clan: "clan.own" },
  summary: "Takes back the deletion of a clan.",
  params: ofClan,
  response: clan,
});

export const archiveClan = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/archive",
  access: { clan: "clan.own" },
  summary: "Makes a clan read-only and switches its links off.",
  params: ofClan,
  response: clan,
});

export const unarchiveClan = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/unarchive",
  access: { clan: "clan.own" },
  summary: "Opens an archived clan again.",
  params: ofClan,
  response: clan,
});

export const acceptTransfer = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/transfer/accept",
  access: { clan: "clan.view" },
  summary: "Takes over a clan that its owner offered.",
  params: ofClan,
  response: clan,
});

export const transferClan = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/transfer",
  access: { clan: "clan.own" },
  summary: "Offers the clan to another member, who has to accept.",
  params: ofClan,
  body: z.strictObject({ member_id: z.uuid() }),
  response: clan,
});

export const declineTransfer = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/transfer/decline",
  access: { clan: "clan.view" },
  summary: "Turns down a clan that was offered.",
  params: ofClan,
  response: clan,
});

export const cancelTransfer = endpoint({
  method: "DELETE",
  path: "/api/clans/:clanId/transfer",
  access: { clan: "clan.own" },
  summary: "Takes back the offer of a clan.",
  params: ofClan,
  response: clan,
});

export const leaveClan = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/leave",
  // Not only for those to whom the clan is open: whoever was inactivated may leave as well.
  access: "session",
  summary: "Leaves a clan, also as an inactive player; the player's history stays.",
  params: ofClan,
  response: z.object({}),
});
