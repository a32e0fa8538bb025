import { z } from "zod";
import { ofClan } from "./clans.ts";
import { endpoint } from "./endpoint.ts";

export const inviteHours = [24, 72, 168, 336, 720] as const;
export const defaultInviteHours = 168;
export const inviteCodeLength = 6;
/** Each time so many wrong codes lock an invite for a while; so many in all end it. */
export const wrongCodes = { lockAfter: 5, lockMinutes: 15, cancelAfter: 15 };
export const mostInvitesPerDay = 200;

export const invite = z.object({
  id: z.uuid(),
  clan_id: z.uuid(),
  clan_member_id: z.uuid(),
  /** Only while it is open, and only where the clan's own invites are asked for. */
  invite_token: z.string().nullable(),
  verification_code: z.string().nullable(),
  is_processed: z.boolean(),
  processed_at: z.iso.datetime().nullable(),
  processed_by_user_id: z.uuid().nullable(),
  cancelled_at: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  created_by: z.uuid().nullable(),
  updated_at: z.iso.datetime(),
  clan_member: z.object({
    id: z.uuid(),
    name: z.string(),
    tint: z.int(),
    clan: z.object({ id: z.uuid(), name: z.string() }),
  }),
});
export type Invite = z.infer<typeof invite>;

/** Open until it is used, cancelled or past its time. */
export function isOutstanding(
  {
    is_processed,
    cancelled_at,
    expires_at,
  }: { is_processed: boolean; cancelled_at?: string | null; expires_at: string | null },
  now: Date,
): boolean {
  return !is_processed && !cancelled_at && (expires_at === null || new Date(expires_at) > now);
}

const hours = z
  .int()
  .min(1, "An invite must last at least one hour.")
  .max(720, "An invite can last at most 720 hours.");
/** The token of its link, of any length: one that cannot be ours is answered like any other unknown one. */
const byToken = z.object({ invite: z.string() });
/** Its id, under the same name: paths that differ in a parameter's name alone are one path to client generators. */
const byId = z.object({ invite: z.uuid() });

export const createInvite = endpoint({
  method: "POST",
  path: "/api/invites",
  access: { clan: "invite.manage" },
  summary: "Invites the person behind a player; the answer carries link token and code.",
  body: z.strictObject({
    clanMemberId: z.uuid(),
    expiresInHours: hours.default(defaultInviteHours),
    /** Cancels an open invite of the same player. */
    replace: z.boolean().default(false),
  }),
  response: invite,
});

export const listMyInvites = endpoint({
  method: "GET",
  path: "/api/invites",
  access: "session",
  summary: "Invites of the clans in which the caller may invite, the soonest to expire first.",
  response: z.object({ invites: z.array(invite) }),
});

export const listMyInvitesAlias = endpoint({
  method: "GET",
  path: "/api/invites/my",
  access: "session",
  summary: "The same list under its other name.",
  response: z.object({ invites: z.array(invite) }),
});

export const listClanInvites = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/invites",
  access: { clan: "invite.manage" },
  summary: "All invites of a clan, the soonest to expire first.",
  params: ofClan,
  response: z.object({ invites: z.array(invite) }),
});

export const listClanInvitesRaw = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/invites-raw",
  access: { clan: "invite.manage" },
  summary: "The same invites as a bare list.",
  params: ofClan,
  response: z.array(invite),
});

/** Tells the state and never the clan: that takes the right code. */
export const getInvite = endpoint({
  method: "GET",
  path: "/api/invites/:invite",
  access: "session",
  summary: "The state of an invite, for whoever holds its link.",
  params: byToken,
  response: z.object({
    state: z.enum(["open", "expired", "cancelled", "used"]),
    expires_at: z.iso.datetime().nullable(),
    is_processed: z.boolean(),
    used_by_me: z.boolean(),
    /** Seconds until another code can be tried; none when it is not locked. */
    locked_for: z.int().nullable(),
  }),
});

const code = z.strictObject({ verificationCode: z.string().max(20) });

export const validateInvite = endpoint({
  method: "POST",
  path: "/api/invites/:invite/validate",
  access: "public",
  summary: "Whether a code fits an invite; wrong codes count.",
  params: byToken,
  body: code,
  response: z.object({ valid: z.boolean() }),
});

export const processInvite = endpoint({
  method: "POST",
  path: "/api/invites/:invite/process",
  access: "public",
  summary: "Trades the right code for a session token of the invite, and tells whom it is for.",
  params: byToken,
  body: code,
  response: z.object({
    invite_session_token: z.string(),
    expires_at: z.iso.datetime(),
    clan_member: z.object({
      id: z.uuid(),
      name: z.string(),
      tint: z.int(),
      clan: z.object({ id: z.uuid(), name: z.string() }),
    }),
  }),
});

export const linkInvite = endpoint({
  method: "POST",
  path: "/api/invites/:invite/link",
  access: "session",
  summary: "Ties the caller's account to the player the invite was written for. An invite works once.",
  params: byToken,
  body: z.strictObject({ inviteSessionToken: z.string().max(200) }),
  response: z.object({
    clan_id: z.uuid(),
    clan_member_id: z.uuid(),
    clan_name: z.string(),
    member_name: z.string(),
  }),
});

export const cancelInvite = endpoint({
  method: "DELETE",
  path: "/api/invites/:invite",
  access: { clan: "invite.manage" },
  summary: "Cancels an open invite.",
  params: byId,
  response: z.object({}),
});

export const cancelInviteAlias = endpoint({
  method: "PUT",
  path: "/api/invites/:invite/cancel",
  access: { clan: "invite.manage" },
  summary: "Cancels an open invite, under its other name.",
  params: byId,
  response: z.object({}),
});

export const extendInvite = endpoint({
  method: "POST",
  path: "/api/invites/:invite/extend",
  access: { clan: "invite.manage" },
  summary: "Gives an open invite more time from now on.",
  params: byId,
  body: z.strictObject({ expiresInHours: hours }),
  response: invite,
});

export const renewInviteCode = endpoint({
  method: "POST",
  path: "/api/invites/:invite/new-code",
  access: { clan: "invite.manage" },
  summary: "Gives an open invite a new code and forgets wrong tries.",
  params: byId,
  response: invite,
});

export const getInviteHistory = endpoint({
  method: "GET",
  path: "/api/invites/:invite/history",
  access: { clan: "invite.manage" },
  summary: "What happened to an invite, the latest first.",
  params: byId,
  response: z.object({
    items: z.array(z.object({ at: z.iso.datetime(), action: z.string(), actor: z.string().nullable() })),
  }),
});
