import { z } from "zod";
import type { DiscordMessage } from "./messages/discord-message.ts";
import type { DiscordWebhook } from "./webhook-address.ts";

/** What became of a message. */
export type DiscordAnswer =
  | { kind: "sent"; status: number; messageId: string | null }
  | { kind: "wait"; status: number; seconds: number }
  | { kind: "webhook_gone" | "message_gone" | "refused"; status: number }
  | { kind: "trouble"; status: number | null; problem: string };

export interface DiscordLine {
  /** The origin of Discord's API. */
  discordApi: string;
  patienceMs?: number;
}

const answerBytesMax = 65_536;
const unknownMessage = 10_008;
const usualWaitSeconds = 5;
const longestWaitSeconds = 86_400;

/** Posts a message, or edits the one with the id. Follows no redirect, so that it only ever talks to Discord. */
export async function sendToDiscord(
  { discordApi, patienceMs = 10_000 }: DiscordLine,
  { id, token }: DiscordWebhook,
  message: DiscordMessage,
  messageId: string | null,
): Promise<DiscordAnswer> {
  const path = messageId === null ? "?wait=true" : `/messages/${messageId}`;
  let answer: Response;
  try {
    answer = await fetch(`${discordApi}/api/v10/webhooks/${id}/${token}${path}`, {
      method: messageId === null ? "POST" : "PATCH",
      redirect: "manual",
      signal: AbortSignal.timeout(patienceMs),
      ...toRequest(message),
    });
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === "TimeoutError";
    const problem = isLate ? "Discord did not answer in time." : "Discord could not be reached.";
    return { kind: "trouble", status: null, problem };
  }
  return toAnswer(answer, await readAnswer(answer), messageId);
}

function toRequest({ picture, ...message }: DiscordMessage): Pick<RequestInit, "headers" | "body"> {
  if (!picture) return { headers: { "content-type": "application/json" }, body: JSON.stringify(message) };
  const form = new FormData();
  form.append("payload_json", JSON.stringify(message));
  form.append("files[0]", new Blob([Uint8Array.from(picture.png)], { type: "image/png" }), picture.name);
  return { body: form };
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

/** What Discord says counts only if it is short and makes sense: the status alone decides what became of the message. */
async function readAnswer(answer: Response): Promise<Body> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of answer.body ?? []) {
      size += chunk.length;
      if (size > answerBytesMax) return {};
      chunks.push(chunk);
    }
    return body.parse(JSON.parse(Buffer.concat(chunks).toString("utf8")));
  } catch {
    return {};
  }
}

function toAnswer({ ok, status, headers }: Response, said: Body, messageId: string | null): DiscordAnswer {
  if (ok) return { kind: "sent", status, messageId: said.id ?? messageId };
  if (status === 429)
    return { kind: "wait", status, seconds: toSeconds(said.retry_after ?? headers.get("retry-after")) };
  if (status >= 500 || status === 408) return { kind: "trouble", status, problem: `Discord answered ${status}.` };
  if (status === 404 && said.code === unknownMessage) return { kind: "message_gone", status };
  if (status === 401 || status === 403 || status === 404) return { kind: "webhook_gone", status };
  return { kind: "refused", status };
}

function toSeconds(wait: number | string | null): number {
  const seconds = Math.ceil(Number(wait ?? Number.NaN));
  return seconds > 0 ? Math.min(seconds, longestWaitSeconds) : usualWaitSeconds;
}
