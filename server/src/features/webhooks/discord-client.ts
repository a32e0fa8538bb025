import type { IncomingMessage } from "node:http";
import { discordWebhookPattern } from "@clanhall/contract/webhooks";
import { z } from "zod";
import type { Secrets } from "../../access/secrets.ts";
import type { DiscordApp } from "../../settings.ts";
import { requestGuarded, type Resolve } from "./guarded-request.ts";
import type { DiscordMessage } from "./messages/discord-message.ts";

/** The result of sending a message. */
export type DiscordAnswer =
  | { kind: "sent"; status: number; messageId: string | null }
  | { kind: "wait"; status: number; seconds: number }
  | { kind: "webhook_gone" | "message_gone"; status: number }
  /** With a reason where Discord gave one. */
  | { kind: "refused"; status: number; problem?: string }
  | { kind: "error"; status: number | null; problem: string };

export interface DiscordOptions {
  /** The origin of Discord's API. */
  discordApi: string;
  timeoutMs?: number | undefined;
  resolve?: Resolve | undefined;
  /** The installation's own app, which posts as a bot. */
  discordApp?: DiscordApp | null;
}

const answerBytesMax = 65_536;
const unknownMessage = 10_008;
const usualWaitSeconds = 5;
const longestWaitSeconds = 86_400;

/** Posts a message, or edits the one with the id. Follows no redirect and calls no address that is not public. */
export async function sendToDiscord(
  { discordApi, timeoutMs = 10_000, resolve }: DiscordOptions,
  { id, token }: DiscordWebhook,
  message: DiscordMessage,
  messageId: string | null,
): Promise<DiscordAnswer> {
  const query = message.components ? "with_components=true" : "";
  const path =
    messageId === null
      ? `?${["wait=true", query].filter(Boolean).join("&")}`
      : `/messages/${messageId}${query && `?${query}`}`;
  const url = new URL(`${discordApi}/api/v10/webhooks/${id}/${token}${path}`);
  const method = messageId === null ? "POST" : "PATCH";
  const known = refusalsOf(discordApi);
  if (known.areTooMany()) return { kind: "wait", status: 429, seconds: windowMinutes * 60 };
  const content = await toContent(message);
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await requestGuarded(url, { method, ...content, signal, resolve });
    known.note(answer);
    return toAnswer(answer, await readAnswer(answer), messageId);
  } catch {
    const problem = signal.aborted ? "Discord did not answer in time." : "Discord could not be reached.";
    return { kind: "error", status: null, problem };
  }
}

const windowMinutes = 10;
/** Discord bans an address after 10,000; other instances may share ours. */
const refusalsMax = 4_000;

/** Counts what Discord refused in the last minutes. What a limit shared with others refused does not count. */
export function createRefusals(now = () => Date.now()) {
  const minutes = new Map<number, number>();
  const minuteOf = () => Math.floor(now() / 60_000);
  return {
    note({ statusCode = 0, headers }: Pick<IncomingMessage, "statusCode" | "headers">): void {
      if (![401, 403, 429].includes(statusCode) || headers["x-ratelimit-scope"] === "shared") return;
      minutes.set(minuteOf(), (minutes.get(minuteOf()) ?? 0) + 1);
    },
    areTooMany(): boolean {
      for (const minute of minutes.keys()) if (minute <= minuteOf() - windowMinutes) minutes.delete(minute);
      return [...minutes.values()].reduce((sum, count) => sum + count, 0) >= refusalsMax;
    },
  };
}

const refusals = new Map<string, ReturnType<typeof createRefusals>>();

/** One for all calls of this process: Discord counts by address, whoever calls. */
export function refusalsOf(discordApi: string) {
  const own = refusals.get(discordApi) ?? createRefusals();
  refusals.set(discordApi, own);
  return own;
}

const agentName = { "user-agent": "Clanhall" };

/** With a form where there is a picture. */
export async function toContent({ picture, ...message }: Pick<DiscordMessage, "picture"> & object, more: object = {}) {
  const json = JSON.stringify({ ...message, ...more });
  if (!picture) return { headers: { ...agentName, "content-type": "application/json" }, body: Buffer.from(json) };
  const form = new FormData();
  form.append("payload_json", json);
  form.append("files[0]", new Blob([Uint8Array.from(picture.png)], { type: "image/png" }), picture.name);
  const written = new Response(form);
  const type = written.headers.get("content-type") ?? "";
  return { headers: { ...agentName, "content-type": type }, body: await written.bytes() };
}

const body = z.object({
  id: z
    .string()
    .regex(/^\d{1,25}$/u)
    .optional()
    .catch(undefined),
  code: z.number().optional().catch(undefined),
  retry_after: z.number().optional().catch(undefined),
});
type Body = z.output<typeof body>;

/** The body is used only if it is short and valid: the status alone decides the result. */
async function readAnswer(answer: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > answerBytesMax) return {};
      chunks.push(chunk);
    }
    return body.parse(JSON.parse(Buffer.concat(chunks).toString("utf8")));
  } catch {
    return {};
  }
}

function toAnswer({ statusCode, headers }: IncomingMessage, reply: Body, messageId: string | null): DiscordAnswer {
  const status = statusCode ?? 0;
  if (status >= 200 && status < 300) return { kind: "sent", status, messageId: reply.id ?? messageId };
  if (status === 429) return { kind: "wait", status, seconds: toSeconds(reply.retry_after ?? headers["retry-after"]) };
  if (status >= 500 || status === 408) return { kind: "error", status, problem: `Discord answered ${status}.` };
  if (status === 404 && reply.code === unknownMessage) return { kind: "message_gone", status };
  if (status === 401 || status === 403 || status === 404) return { kind: "webhook_gone", status };
  return { kind: "refused", status };
}

export function toSeconds(wait: number | string | undefined): number {
  const seconds = Math.ceil(Number(wait ?? Number.NaN));
  return seconds > 0 ? Math.min(seconds, longestWaitSeconds) : usualWaitSeconds;
}

const purpose = "webhook address";

/** Discord's id of a webhook, and the token that allows posting to it. */
export interface DiscordWebhook {
  id: string;
  token: string;
}

export function sealAddress(secrets: Secrets, url: string) {
  return { url_sealed: secrets.seal(url, purpose), url_hint: url.slice(-4) };
}

export function openAddress(secrets: Secrets, sealed: Buffer): string | null {
  return secrets.tryOpen(sealed, purpose);
}

export function toMaskedUrl(hint: string | null): string {
  return `https://discord.com/api/webhooks/…${hint ?? ""}`;
}

/** Only id and token are taken from an address: the host is never what somebody typed. */
export function readAddress(url: string): DiscordWebhook {
  const [, id, token] = discordWebhookPattern.exec(url) ?? [];
  if (!id || !token) throw new Error("this is not the address of a Discord webhook");
  return { id, token };
}
