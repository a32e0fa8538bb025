import { z } from "zod";
import { ofClan } from "./clans.ts";
import { endpoint } from "./endpoint.ts";
import { clanRoles } from "./permissions.ts";
import { nameText, version } from "./text.ts";
import { webhook } from "./webhooks.ts";

/** Minutes that a code can be typed in Discord. */
export const discordCodeMinutes = 10;

/** A line of the list that says what still has to be done. */
export const discordCheck = z.object({
  key: z.enum(["app", "bot", "channel", "commands", "test", "roles", "linked"]),
  state: z.enum(["ok", "open", "problem"]),
  text: z.string(),
  /** What to do about it; null when nothing is. */
  repair: z.string().nullable(),
  /** A text to post in the server, where that is what helps. */
  post: z.string().optional(),
});
export type DiscordCheck = z.infer<typeof discordCheck>;

export const roleRulesMax = 20;

/** Who gets a role: a role in the clan, a group, every linked player, or the best of a board's last frozen result. */
export const roleCondition = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("clan_role"), role: z.enum(clanRoles) }),
  z.strictObject({ kind: z.literal("group"), group: nameText("The group", 1, 40) }),
  z.strictObject({ kind: z.literal("linked") }),
  z.strictObject({
    kind: z.literal("top"),
    scoreboard_id: z.uuid(),
    count: z.int().min(1, "Between 1 and 50 players.").max(50, "Between 1 and 50 players."),
  }),
]);
export type RoleCondition = z.infer<typeof roleCondition>;

/** A number that Discord gives to servers, roles and people. */
const snowflake = z.string().regex(/^\d{1,25}$/u, "Choose one of the list.");

export const roleRuleDraft = z.strictObject({ guild_id: snowflake, role_id: snowflake, rule: roleCondition });
export type RoleRuleDraft = z.infer<typeof roleRuleDraft>;

export const discordRoleRule = z.object({
  ...roleRuleDraft.shape,
  id: z.uuid(),
  /** Null once no channel of the server is connected: then nobody has the role by this rule. */
  server: z.string().nullable(),
  role_name: z.string(),
  /** Who gets it, as a few words. */
  label: z.string(),
  /** Players who have the role by the bot. */
  given: z.int(),
  /** What keeps the bot from giving it. */
  problem: z.string().nullable(),
  version,
});
export type DiscordRoleRule = z.infer<typeof discordRoleRule>;

export const clanDiscord = z.object({
  /** False where whoever runs the server has not set up the app. */
  is_configured: z.boolean(),
  /** The page of Discord that adds the bot to a server; null without the app. */
  install_url: z.string().nullable(),
  /** The same with the right to give roles. */
  install_url_with_roles: z.string().nullable(),
  rules: z.array(discordRoleRule),
  channels: z.array(webhook),
  linked: z.object({ linked: z.int(), players: z.int() }),
  checks: z.array(discordCheck),
});
export type ClanDiscord = z.infer<typeof clanDiscord>;

export const getClanDiscord = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/discord",
  access: { clan: "settings.view" },
  cost: "heavy",
  summary: "The Discord channels of the clan, who is linked, and what still has to be done.",
  params: ofClan,
  response: clanDiscord,
});

const code = z.object({
  /** Typed as /link code:… */
  code: z.string(),
  expires_at: z.iso.datetime(),
});

export const createServerCode = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/discord/codes",
  access: { clan: "settings.manage" },
  summary: "Makes a code that connects the channel it is typed in, once and within ten minutes.",
  params: ofClan,
  response: code.extend({ install_url: z.string() }),
});

export const deleteDiscordChannel = endpoint({
  method: "DELETE",
  path: "/api/clans/:clanId/discord/channels/:webhookId",
  access: { clan: "settings.manage" },
  summary: "Disconnects a channel that the bot posts to.",
  params: ofClan.extend({ webhookId: z.uuid() }),
  response: z.object({}),
});

/** A server with the roles the bot can give there, the highest first. */
export const discordServer = z.object({
  guild_id: z.string(),
  name: z.string(),
  roles: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Why there are none. */
  problem: z.string().nullable(),
});
export type DiscordServer = z.infer<typeof discordServer>;

export const listDiscordRoles = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/discord/roles",
  access: { clan: "settings.manage" },
  cost: "heavy",
  summary: "The connected Discord servers and the roles that the bot can give there.",
  params: ofClan,
  response: z.object({ items: z.array(discordServer) }),
});

export const createRoleRule = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/discord/role-rules",
  access: { clan: "settings.manage" },
  summary: "Gives a Discord role to players; a clan can have at most 20 such rules.",
  params: ofClan,
  body: roleRuleDraft,
  response: discordRoleRule,
});

const ofRule = ofClan.extend({ ruleId: z.uuid() });

export const patchRoleRule = endpoint({
  method: "PATCH",
  path: "/api/clans/:clanId/discord/role-rules/:ruleId",
  access: { clan: "settings.manage" },
  summary: "Changes which Discord role is given to whom.",
  params: ofRule,
  body: roleRuleDraft.partial().extend({ version }),
  response: discordRoleRule,
});

export const deleteRoleRule = endpoint({
  method: "DELETE",
  path: "/api/clans/:clanId/discord/role-rules/:ruleId",
  access: { clan: "settings.manage" },
  summary: "Deletes a rule; the bot takes back the roles that it gave by it.",
  params: ofRule,
  body: z.strictObject({ version }),
  response: z.object({}),
});

export const myDiscord = z.object({
  is_configured: z.boolean(),
  /** Null for whoever Discord's bot does not know. */
  link: z
    .object({
      name: z.string(),
      created_at: z.iso.datetime(),
      /** Whoever signs in with Discord is known by that, and unlinks it there. */
      by: z.enum(["code", "sign_in"]),
    })
    .nullable(),
});
export type MyDiscord = z.infer<typeof myDiscord>;

export const getMyDiscord = endpoint({
  method: "GET",
  path: "/api/me/discord",
  access: "session",
  summary: "The caller's Discord account, as the bot knows it.",
  response: myDiscord,
});

export const createPersonCode = endpoint({
  method: "POST",
  path: "/api/me/discord/codes",
  access: "session",
  summary: "Makes a code that links the caller's account to whoever types it in Discord, once and within ten minutes.",
  response: code,
});

export const deleteMyDiscord = endpoint({
  method: "DELETE",
  path: "/api/me/discord",
  access: "session",
  summary: "Unlinks the caller's Discord account.",
  response: z.object({}),
});
