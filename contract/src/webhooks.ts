import { z } from "zod";
import { ofClan } from "./clans.ts";
import { endpoint } from "./endpoint.ts";
import { ofBoard } from "./scoreboards.ts";
import { nameText, version } from "./text.ts";

export const webhooksMax = 10;
/** Failed deliveries in a row after which a webhook is switched off. */
export const webhookFailuresMax = 10;

/** What a webhook can post. */
export const webhookEvents = [
  "bulletin",
  "daily_summary",
  "weekly_summary",
  "scoreboard",
  "member_joined",
  "join_request",
  "request",
  "reminder",
  "warning",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** What Discord gives out: its own host and path and nothing else. */
export const discordWebhookPattern =
  /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/api(?:\/v\d{1,2})?\/webhooks\/(\d{15,22})\/([\w-]{40,100})$/u;

export const delivery = z.object({
  id: z.uuid(),
  event: z.enum([...webhookEvents, "test"]),
  /** What it was about, in words. */
  subject: z.string(),
  state: z.enum(["waiting", "sent", "failed", "skipped"]),
  attempts: z.int(),
  status: z.int().nullable(),
  problem: z.string().nullable(),
  created_at: z.iso.datetime(),
  sent_at: z.iso.datetime().nullable(),
});
export type Delivery = z.infer<typeof delivery>;

export const webhook = z.object({
  id: z.uuid(),
  name: z.string(),
  /** An address that Discord gave out, or a channel that our bot posts to. */
  kind: z.enum(["webhook", "bot"]),
  /** Whether reminders mention linked players who miss something; only the bot can. */
  mention_missing: z.boolean(),
  /** The address with all but its last four letters hidden; the channel and its server for the bot. */
  masked_url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  reminder_hours: z.int(),
  is_active: z.boolean(),
  /** Why it was switched off; null while it is on. */
  disabled_reason: z.string().nullable(),
  disabled_at: z.iso.datetime().nullable(),
  last_delivery: delivery.nullable(),
  created_at: z.iso.datetime(),
  version: z.int(),
});
export type Webhook = z.infer<typeof webhook>;

const url = z.string().trim().regex(discordWebhookPattern, "Paste the whole webhook address that Discord shows.");
const events = z
  .array(z.enum(webhookEvents))
  .min(1, "Choose at least one event.")
  .transform((list) => webhookEvents.filter((event) => list.includes(event)));
const reminderHours = z.int().min(1, "Between 1 and 12 hours.").max(12, "Between 1 and 12 hours.");

export const webhookDraft = z.strictObject({
  name: nameText("The webhook's name", 1, 60),
  url,
  events,
  reminder_hours: reminderHours.default(2),
});
export type WebhookDraft = z.input<typeof webhookDraft>;

/** Only what is given changes; switching on forgets the failures. */
export const webhookChange = z
  .strictObject({
    name: nameText("The webhook's name", 1, 60),
    url,
    events,
    reminder_hours: reminderHours,
    is_active: z.boolean(),
    mention_missing: z.boolean(),
  })
  .partial()
  .extend({ version });
export type WebhookChange = z.input<typeof webhookChange>;

const ofWebhook = ofClan.extend({ webhookId: z.uuid() });

export const listWebhooks = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/webhooks",
  access: { clan: "settings.view" },
  summary: "The clan's Discord webhooks, their addresses masked.",
  params: ofClan,
  response: z.object({ items: z.array(webhook) }),
});

export const createWebhook = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/webhooks",
  access: { clan: "settings.manage" },
  summary: "Connects a Discord channel; its address is kept sealed and never shown again.",
  params: ofClan,
  body: webhookDraft,
  response: webhook,
});

export const patchWebhook = endpoint({
  method: "PATCH",
  path: "/api/clans/:clanId/webhooks/:webhookId",
  access: { clan: "settings.manage" },
  summary: "Changes a webhook; what is not named stays.",
  params: ofWebhook,
  body: webhookChange,
  response: webhook,
});

export const deleteWebhook = endpoint({
  method: "DELETE",
  path: "/api/clans/:clanId/webhooks/:webhookId",
  access: { clan: "settings.manage" },
  summary: "Disconnects a Discord channel.",
  params: ofWebhook,
  response: z.object({}),
});

export const testWebhook = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/webhooks/:webhookId/test",
  access: { clan: "settings.manage" },
  summary: "Posts a test message at once and says what Discord answered.",
  params: ofWebhook,
  response: delivery,
});

export const listDeliveries = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/webhooks/:webhookId/deliveries",
  access: { clan: "settings.view" },
  summary: "What was posted to a webhook in the last 30 days, the latest first.",
  params: ofWebhook,
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(200).default(50),
    cursor: z.string().max(200).optional(),
  }),
  response: z.object({ items: z.array(delivery), next_cursor: z.string().nullable() }),
});

export const postScoreboard = endpoint({
  method: "POST",
  path: "/api/scoreboards/:scoreboardId/post",
  access: { clan: "clan.manage" },
  summary: "Posts a board with its picture to the webhooks that post scoreboards.",
  params: ofBoard,
  response: z.object({ webhooks: z.int() }),
});
