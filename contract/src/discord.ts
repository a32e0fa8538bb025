import { z } from "zod";
import { ofClan } from "./clans.ts";
import { endpoint } from "./endpoint.ts";
import { webhook } from "./webhooks.ts";

/** Minutes that a code can be typed in Discord. */
export const discordCodeMinutes = 10;

/** A line of the list that says what still has to be done. */
export const discordCheck = z.object({
  key: z.enum(["app", "bot", "channel", "commands", "test", "linked"]),
  state: z.enum(["ok", "open", "problem"]),
  text: z.string(),
  /** What to do about it; null when nothing is. */
  repair: z.string().nullable(),
});
export type DiscordCheck = z.infer<typeof discordCheck>;

export const clanDiscord = z.object({
  /** False where whoever runs the server has not set up the app. */
  is_configured: z.boolean(),
  /** The page of Discord that adds the bot to a server; null without the app. */
  install_url: z.string().nullable(),
  channels: z.array(webhook),
  linked: z.object({ linked: z.int(), players: z.int() }),
  checks: z.array(discordCheck),
});
export type ClanDiscord = z.infer<typeof clanDiscord>;

export const getClanDiscord = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/discord",
  access: { clan: "settings.view" },
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
