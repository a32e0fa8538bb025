import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { canInClan, type ClanAction, type ClanRole, type ClanToggles } from "./permissions.ts";

/** What a clan can send its members a mail about. Nothing is sent to whoever did not ask for it. */
export const notificationKinds = [
  "bulletin",
  "reminder",
  "board_ended",
  "request_decided",
  "warning",
  "request",
  "invite_accepted",
  "join_request",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** A kind is for those who can do something about it. */
const rightFor: Record<NotificationKind, ClanAction> = {
  bulletin: "clan.view",
  reminder: "entry.write",
  board_ended: "clan.view",
  request_decided: "request.make",
  warning: "clan.view",
  request: "request.decide",
  invite_accepted: "invite.manage",
  join_request: "join.decide",
};

export function mayBeNotified(kind: NotificationKind, role: ClanRole, toggles: ClanToggles): boolean {
  return canInClan(role, rightFor[kind], toggles);
}

const mailChoices = z.strictObject({
  bulletin: z.boolean(),
  reminder: z.boolean(),
  board_ended: z.boolean(),
  request_decided: z.boolean(),
  warning: z.boolean(),
  request: z.boolean(),
  invite_accepted: z.boolean(),
  join_request: z.boolean(),
} satisfies Record<NotificationKind, z.ZodType>);

/** What the clan's bot mentions people for: without a choice, unless they hide their name. */
const mentions = z.strictObject({ reminder: z.boolean() });

export const clanNotifications = z.object({
  clan_id: z.uuid(),
  clan_name: z.string(),
  /** Kinds that are for the caller as long as they have their place in the clan. */
  offered: z.array(z.enum(notificationKinds)),
  mail: mailChoices,
  discord: mentions,
});
export type ClanNotifications = z.infer<typeof clanNotifications>;

export const getMyNotifications = endpoint({
  method: "GET",
  path: "/api/me/notifications",
  access: "session",
  summary: "What each of the caller's clans sends them mails about, and mentions them for in Discord.",
  response: z.object({ items: z.array(clanNotifications) }),
});

export const putMyNotifications = endpoint({
  method: "PUT",
  path: "/api/me/notifications",
  access: "session",
  summary: "Switches mails and mentions of one of the caller's clans on or off; what is not named stays.",
  body: z.strictObject({
    clan_id: z.uuid(),
    mail: mailChoices.partial().optional(),
    discord: mentions.optional(),
  }),
  response: clanNotifications,
});

export const unsubscribe = endpoint({
  method: "POST",
  path: "/api/unsubscribe/:token",
  access: "public",
  summary: "Switches off the kind of mail that the token came with; also takes the form that RFC 8058 describes.",
  params: z.object({ token: z.string() }),
  body: z.strictObject({ "List-Unsubscribe": z.literal("One-Click").optional() }),
  bodyLimit: 4096,
  response: z.object({}),
});
