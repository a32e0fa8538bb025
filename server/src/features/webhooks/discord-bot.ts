import type { IncomingMessage } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { DiscordApp } from "../../settings.ts";
import { version } from "../../version.ts";
import type { DiscordAnswer, DiscordOptions } from "./discord-client.ts";
import { refusalsOf, toContent, toSeconds } from "./discord-client.ts";
import { requestGuarded } from "./guarded-request.ts";
import type { DiscordMessage } from "./messages/discord-message.ts";

/** What Discord's API said; status 0 when it did not answer. */
export interface BotAnswer {
  status: number;
  /** Discord's own number of what went wrong. */
  code: number | null;
  body: unknown;
  retryAfter: number;
  /** Discord's clock. */
  date: Date | null;
}

interface BotCall {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Below /api/v10. */
  path: string;
  body?: object;
  /** A body that may have a picture beside it. */
  message?: Pick<DiscordMessage, "picture"> & object;
  /** What the server's own log of Discord says about it. */
  reason?: string;
  /** Less than usual, where somebody waits. */
  timeoutMs?: number;
  /** The token in the path of an interaction is proof enough. */
  withoutToken?: boolean;
}

export interface DiscordBot {
  app: DiscordApp;
  call: (call: BotCall) => Promise<BotAnswer>;
  /** Why nothing is asked for a while: Discord did not know the token, or refused too much; null while all is well. */
  findStop: () => "token" | "refusals" | null;
}

const unknownMessage = 10_008;
const answerBytesMax = 1_048_576;
const stopMs = 600_000;
/** Discord allows 50. */
const callsPerSecond = 40;
const longestWaitMs = 5_000;

const bots = new Map<string, DiscordBot>();

/** One for all parts of a process, so that they share the limits of the token. */
export function openBot(app: DiscordApp | null | undefined, options: DiscordOptions): DiscordBot | null {
  if (!app) return null;
  const key = `${options.discordApi} ${app.id} ${app.botToken}`;
  const bot = bots.get(key) ?? createBot(app, options);
  bots.set(key, bot);
  return bot;
}

function createBot(app: DiscordApp, { discordApi, timeoutMs = 10_000, resolve }: DiscordOptions): DiscordBot {
  const limits = createLimits();
  const refusals = refusalsOf(discordApi);
  let stoppedUntil = 0;
  const findStop = () => (stoppedUntil > Date.now() ? "token" : refusals.areTooMany() ? "refusals" : null);

  async function request(call: BotCall): Promise<BotAnswer> {
    const { method, path, body, message, reason, withoutToken } = call;
    const signal = AbortSignal.timeout(call.timeoutMs ?? timeoutMs);
    try {
      const content = message ? await toContent(message, body) : toJson(body);
      const headers = {
        ...content.headers,
        "user-agent": `DiscordBot (${app.publicUrl}, ${version})`,
        ...(!withoutToken && { authorization: `Bot ${app.botToken}` }),
        ...(reason && { "x-audit-log-reason": toHeader(reason) }),
      };
      const url = new URL(`${discordApi}/api/v10${path}`);
      const answer = await requestGuarded(url, { method, headers, body: content.body, signal, resolve });
      limits.learn(call, answer.headers);
      refusals.note(answer);
      return toAnswer(answer, await readJson(answer));
    } catch {
      return { status: 0, code: null, body: null, retryAfter: 0, date: null };
    }
  }

  return {
    app,
    findStop,
    async call(call) {
      const stop = findStop();
      if (stop === "token" && !call.withoutToken) return unknownToken;
      if (stop === "refusals") return tooManyRefusals;
      await limits.wait(call);
      const answer = await request(call);
      if (answer.status === 401 && !call.withoutToken) stoppedUntil = Date.now() + stopMs;
      return answer;
    },
  };
}

const unknownToken: BotAnswer = { status: 401, code: null, body: null, retryAfter: 600, date: null };
const tooManyRefusals: BotAnswer = { status: 429, code: null, body: null, retryAfter: 600, date: null };

/** Waits by what the headers of the last answers said, and never asks more often than allowed in all. */
function createLimits() {
  const buckets = new Map<string, { remaining: number; resetsAt: number }>();
  let second = { startsAt: 0, calls: 0 };
  // Discord counts by channel and by server, whichever message or member of it is meant.
  const keyOf = ({ method, path }: BotCall) =>
    `${method} ${path.replaceAll(/(\/(?:messages|members|roles)\/)\d+/gu, "$1")}`;

  return {
    learn(call: BotCall, headers: IncomingMessage["headers"]): void {
      const [remaining, after] = [headers["x-ratelimit-remaining"], headers["x-ratelimit-reset-after"]];
      if (remaining === undefined || after === undefined) return;
      if (buckets.size > 1_000) buckets.clear();
      buckets.set(keyOf(call), { remaining: Number(remaining), resetsAt: Date.now() + Number(after) * 1000 });
    },
    async wait(call: BotCall): Promise<void> {
      const bucket = buckets.get(keyOf(call));
      const pause = bucket && bucket.remaining <= 0 ? bucket.resetsAt - Date.now() : 0;
      if (pause > 0) await wait(Math.min(pause, longestWaitMs));
      if (bucket) bucket.remaining -= 1;
      const now = Date.now();
      if (now - second.startsAt >= 1000) second = { startsAt: now, calls: 0 };
      second.calls += 1;
      if (second.calls > callsPerSecond) await wait(1000 * Math.floor(second.calls / callsPerSecond));
    },
  };
}

const headerMax = 512;

/** Whole characters only, as many as a header of Discord takes. */
function toHeader(text: string): string {
  let encoded = "";
  for (const character of text.toWellFormed()) {
    const longer = encoded + encodeURIComponent(character);
    if (longer.length > headerMax) break;
    encoded = longer;
  }
  return encoded;
}

function toJson(body: object | undefined) {
  if (!body) return { headers: {}, body: new Uint8Array() };
  return { headers: { "content-type": "application/json" }, body: Buffer.from(JSON.stringify(body)) };
}

async function readJson(answer: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > answerBytesMax) return null;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    return null;
  }
}

function toAnswer({ statusCode = 0, headers }: IncomingMessage, body: unknown): BotAnswer {
  const fields: { code?: unknown; retry_after?: unknown } = typeof body === "object" && body !== null ? body : {};
  const { code, retry_after } = fields;
  const date = headers.date ? new Date(headers.date) : null;
  return {
    status: statusCode,
    code: typeof code === "number" ? code : null,
    body,
    retryAfter: toSeconds(typeof retry_after === "number" ? retry_after : headers["retry-after"]),
    date: date && !Number.isNaN(date.getTime()) ? date : null,
  };
}

const problems: Record<number, string> = {
  10_003: "The channel no longer exists in Discord.",
  50_001: "The bot cannot see this channel: let it view the channel.",
  50_013: "The bot may not write here: let it send messages, embed links and attach files.",
};

interface Sending {
  messageId: string | null;
  nonce: string;
}

/** Posts to a channel, or edits the message with the id. The nonce lets a repeated try post once. */
export async function sendByBot(
  bot: DiscordBot | null,
  channelId: string,
  { more = [], ...message }: DiscordMessage,
  sending: Sending,
): Promise<DiscordAnswer> {
  const answer = await postOne(bot, channelId, message, sending);
  // An edit mentions nobody again. Whom the rest would mention is not worth posting the first message twice.
  if (answer.kind !== "sent" || sending.messageId !== null) return answer;
  for (const [index, next] of more.entries()) {
    const nonce = `${index + 2}${sending.nonce}`.slice(0, sending.nonce.length);
    await postOne(bot, channelId, { ...next, picture: null }, { messageId: null, nonce });
  }
  return answer;
}

async function postOne(
  bot: DiscordBot | null,
  channelId: string,
  message: Pick<DiscordMessage, "picture"> & object,
  { messageId, nonce }: Sending,
): Promise<DiscordAnswer> {
  if (!bot) return { kind: "refused", status: 0, problem: "The Discord app is not set up on this server." };
  const path = `/channels/${channelId}/messages${messageId === null ? "" : `/${messageId}`}`;
  const { status, code, body, retryAfter } = await bot.call({
    method: messageId === null ? "POST" : "PATCH",
    path,
    message,
    ...(messageId === null && { body: { nonce, enforce_nonce: true } }),
  });
  if (status >= 200 && status < 300) return { kind: "sent", status, messageId: idOf(body) ?? messageId };
  if (status === 429) return { kind: "wait", status, seconds: retryAfter };
  if (status === 401) return { kind: "error", status, problem: "Discord does not know the bot's token." };
  if (status === 0) return { kind: "error", status: null, problem: "Discord could not be reached." };
  if (status >= 500 || status === 408) return { kind: "error", status, problem: `Discord answered ${status}.` };
  if (status === 404 && code === unknownMessage) return { kind: "message_gone", status };
  const problem = code === null ? undefined : problems[code];
  return { kind: "refused", status, ...(problem && { problem }) };
}

function idOf(body: unknown): string | null {
  const id = typeof body === "object" && body !== null && "id" in body ? body.id : null;
  return typeof id === "string" && /^\d{1,25}$/u.test(id) ? id : null;
}
