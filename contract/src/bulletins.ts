import { z } from "zod";
import { bulletinAudiences, bulletinChange, bulletinContent, bulletinDraft } from "./bulletin-drafts.ts";
import { ofClan } from "./clans.ts";
import { endpoint } from "./endpoint.ts";
import { clanRoles } from "./permissions.ts";
import { searchText } from "./text.ts";

/** Bulletins that a clan may have; expired ones count too, those in the bin do not. */
export const bulletinsMax = 1_000;
/** Days that a deleted bulletin waits in the bin. */
export const bulletinBinDays = 30;
/** Bulletins that may be pinned at a time; expired ones do not count. */
export const pinnedMax = 3;

export const bulletinStates = ["draft", "scheduled", "live", "expired"] as const;
export type BulletinState = (typeof bulletinStates)[number];
/** A bulletin can be read from the moment it is published until it expires. */
export function bulletinStateAt(times: { publish_at: Date | null; expires_at: Date | null }, now: Date): BulletinState {
  if (times.publish_at === null) return "draft";
  if (times.expires_at !== null && times.expires_at <= now) return "expired";
  return times.publish_at <= now ? "live" : "scheduled";
}

export const bulletin = z.object({
  id: z.uuid(),
  clan_id: z.uuid(),
  clan_name: z.string(),
  /** The caller's own. */
  clan_role: z.enum(clanRoles),
  title: z.string(),
  /** Sanitised HTML. */
  content: z.string(),
  content_format: z.literal("html"),
  state: z.enum(bulletinStates),
  audience: z.enum(bulletinAudiences),
  pinned: z.boolean(),
  post_to_discord: z.boolean(),
  publish_at: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime().nullable(),
  /** When it could first be read; null before. */
  posted_at: z.iso.datetime().nullable(),
  /** When its words last changed after that. */
  edited_at: z.iso.datetime().nullable(),
  created_by_user_id: z.uuid().nullable(),
  /** The author's player; null when they are gone. */
  author: z.string().nullable(),
  /** Whether the caller has opened it. */
  is_seen: z.boolean(),
  /** How many have opened it, of how many who could; for managers alone. */
  seen_by: z.object({ seen: z.int(), of: z.int() }).nullable(),
  /** Set while it waits in the bin. */
  deleted_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  version: z.int(),
});
export type Bulletin = z.infer<typeof bulletin>;

const ofBulletin = ofClan.extend({ bulletinId: z.uuid() });
const bodyLimit = 64 * 1024;

export const listBulletins = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/bulletins",
  access: { clan: "clan.view" },
  etag: true,
  summary: "A clan's bulletins, pinned first, then the newest: all of them for managers, the live ones for members.",
  params: ofClan,
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(200).default(50),
    cursor: z.string().max(200).optional(),
    state: z.enum(bulletinStates).optional(),
    /** Looked for in the title and the text. */
    q: searchText(100).optional(),
    /** Those in the bin instead; for managers. */
    deleted: z.enum(["true", "false"]).default("false"),
  }),
  response: z.object({
    items: z.array(bulletin),
    /** How many there are in each state, whatever is asked for; managers alone see other states than live. */
    counts: z.record(z.enum(bulletinStates), z.int()),
    next_cursor: z.string().nullable(),
  }),
});

export const getBulletin = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/bulletins/:bulletinId",
  access: { clan: "clan.view" },
  etag: true,
  summary: "One bulletin: whichever is not in the bin for managers, a live one for members.",
  params: ofBulletin,
  response: bulletin,
});

export const listMyBulletins = endpoint({
  method: "GET",
  path: "/api/bulletins",
  access: "session",
  etag: true,
  summary: "The live bulletins of the caller's clans, so many of each (pinned ones before others), the newest first.",
  query: z.strictObject({ limitPerClan: z.coerce.number().int().min(1).max(50).default(5) }),
  response: z.object({ items: z.array(bulletin) }),
});

export const createBulletin = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/bulletins",
  access: { clan: "clan.manage" },
  summary: "Writes a bulletin: a draft, one for later, or one that can be read at once.",
  params: ofClan,
  body: bulletinDraft,
  bodyLimit,
  response: bulletin,
});

export const patchBulletin = endpoint({
  method: "PATCH",
  path: "/api/clans/:clanId/bulletins/:bulletinId",
  access: { clan: "clan.manage" },
  summary: "Changes a bulletin; what is not named stays, and what it said before is kept.",
  params: ofBulletin,
  body: bulletinChange,
  bodyLimit,
  response: bulletin,
});

export const deleteBulletin = endpoint({
  method: "DELETE",
  path: "/api/clans/:clanId/bulletins/:bulletinId",
  access: { clan: "clan.manage" },
  summary: "Moves a bulletin to the bin, from where it can be restored for 30 days.",
  params: ofBulletin,
  response: z.object({}),
});

export const restoreBulletin = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/bulletins/:bulletinId/restore",
  access: { clan: "clan.manage" },
  summary: "Takes a bulletin out of the bin.",
  params: ofBulletin,
  response: bulletin,
});

/** The preview shows exactly what would be stored. */
export const previewBulletin = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/bulletins/preview",
  access: { clan: "clan.manage" },
  cost: "heavy",
  summary: "What would be stored of a message, without storing it.",
  params: ofClan,
  body: z.strictObject({ content: bulletinContent }),
  bodyLimit,
  response: z.object({ content: z.string() }),
});

export const markBulletinSeen = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/bulletins/:bulletinId/seen",
  access: { clan: "clan.view" },
  summary: "Notes that the caller has opened a live bulletin.",
  params: ofBulletin,
  response: z.object({}),
});

export const listBulletinReaders = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/bulletins/:bulletinId/seen",
  access: { clan: "clan.manage" },
  summary: "Who has opened a bulletin, the first first, and who has not.",
  params: ofBulletin,
  response: z.object({
    items: z.array(z.object({ member_id: z.uuid(), name: z.string(), seen_at: z.iso.datetime().nullable() })),
  }),
});

export const bulletinVersion = z.object({
  version: z.int(),
  title: z.string(),
  content: z.string(),
  /** The writer's player; null when they are gone. */
  written_by: z.string().nullable(),
  written_at: z.iso.datetime(),
});
export type BulletinVersion = z.infer<typeof bulletinVersion>;

export const listBulletinVersions = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/bulletins/:bulletinId/history",
  access: { clan: "clan.manage" },
  summary: "What a bulletin said before each change of its words, the latest first.",
  params: ofBulletin,
  response: z.object({ items: z.array(bulletinVersion) }),
});
