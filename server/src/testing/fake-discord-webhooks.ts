import { randomInt } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface PostedEmbed {
  title: string;
  description: string;
  url?: string;
  color: number;
  footer: { text: string };
  timestamp: string;
  image?: { url: string };
}

/** A message in a channel, as the last post or edit left it. */
interface PostedMessage {
  id: string;
  embeds: PostedEmbed[];
  allowed_mentions: unknown;
  attachments: unknown[];
  /** Bytes of the picture that came with it. */
  pictureBytes: number;
  edits: number;
}

/** What is not accepted is posted nowhere. */
export type Mood = (response: ServerResponse, accept: () => void) => void;

/** How Discord, or whoever stands in its way, may answer. */
export const moods = {
  busy: (seconds: number, as: "body" | "header") => (response: ServerResponse) =>
    void response
      .writeHead(429, {
        "content-type": "application/json",
        ...(as === "header" && { "retry-after": String(seconds) }),
      })
      .end(as === "body" ? JSON.stringify({ message: "You are being rate limited.", retry_after: seconds }) : ""),
  status: (code: number) => (response: ServerResponse) => void response.writeHead(code).end("{}"),
  silent: () => undefined,
  dropped: (response: ServerResponse) => void response.destroy(),
  plain: (_: ServerResponse, accept: () => void) => accept(),
  patient: (until: Promise<void>) => (_: ServerResponse, accept: () => void) => void until.then(accept),
  redirect: (to: string) => (response: ServerResponse) => void response.writeHead(302, { location: to }).end(),
};

type Afterthought = (response: ServerResponse, message: string) => void;

/** What Discord may say after it has posted a message. */
export const afterthoughts = {
  plain: (response: ServerResponse, message: string) =>
    void response.writeHead(200, { "content-type": "application/json" }).end(message),
  empty: (response: ServerResponse) => void response.writeHead(204).end(),
  brokenJson: (response: ServerResponse) => void response.writeHead(200).end('{"id": "12'),
  endless: (response: ServerResponse) => {
    response.writeHead(200);
    const pour = () => {
      while (!response.destroyed && response.write("x".repeat(65_536)));
    };
    response.on("drain", pour);
    pour();
  },
  stuck: (response: ServerResponse) => void response.writeHead(200).write('{"id": "'),
} satisfies Record<string, Afterthought>;

type Channels = Map<string, PostedMessage[]>;

/**
 * Discord's webhooks on loopback: they post, edit and forget messages, and answer as the test says. A second door to the
 * same channels says who called.
 */
export async function startFakeDiscordWebhooks({
  channels = new Map(),
  port = 0,
}: { channels?: Channels; port?: number } = {}) {
  const requests: { method: string; path: string }[] = [];
  const next: Mood[] = [];
  const ofChannels = new Map<string, Mood>();
  const discord = { afterthought: afterthoughts.plain as Afterthought };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    requests.push({ method: request.method ?? "", path: `${url.pathname}${url.search}` });
    const sent = await readMessage(request);
    const mood = next.shift() ?? ofChannels.get(readPath(url).key) ?? moods.plain;
    mood(response, () => accept(url, request.method, sent, response));
  }

  function accept(url: URL, method: string | undefined, sent: Sent, response: ServerResponse): void {
    const { key, messageId } = readPath(url);
    const channel = channels.get(key);
    if (!channel) return refuse(response, 10_015, "Unknown Webhook");
    if (messageId === undefined) {
      if (url.searchParams.get("wait") !== "true") return void response.writeHead(204).end();
      const message = { ...sent, id: String(randomInt(1e14, 3e14)), edits: 0 };
      channel.push(message);
      return discord.afterthought(response, JSON.stringify({ id: message.id }));
    }
    const message = channel.find(({ id }) => id === messageId);
    if (!message || method !== "PATCH") return refuse(response, 10_008, "Unknown Message");
    Object.assign(message, sent, { edits: message.edits + 1 });
    return discord.afterthought(response, JSON.stringify({ id: message.id }));
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => void server.listen(port, "127.0.0.1", resolve));
  return Object.assign(discord, {
    api: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    channels,
    /** How the next requests are answered, one after the other. */
    next,
    /** A channel with a webhook: the address that Discord shows, and what is posted there. */
    channel() {
      const key = `${randomInt(1e14, 2e14)}${randomInt(1000, 9999)}/${randomText(68)}`;
      const messages: PostedMessage[] = [];
      channels.set(key, messages);
      return {
        url: `https://discord.com/api/webhooks/${key}`,
        messages,
        /** How its requests are answered from now on. */
        answerBy: (mood: Mood) => ofChannels.set(key, mood),
        close: () => channels.delete(key),
      };
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()),
  });
}

function readPath({ pathname }: URL): { key: string; messageId: string | undefined } {
  const [, key = "", messageId] = /^\/api\/v10\/webhooks\/(\d+\/[\w-]+)(?:\/messages\/(\d+))?$/.exec(pathname) ?? [];
  return { key, messageId };
}

function refuse(response: ServerResponse, code: number, message: string): void {
  response.writeHead(404, { "content-type": "application/json" }).end(JSON.stringify({ code, message }));
}

function randomText(length: number): string {
  const characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  return Array.from({ length }, () => characters[randomInt(characters.length)]).join("");
}

type Sent = Omit<PostedMessage, "id" | "edits">;

async function readMessage(request: IncomingMessage): Promise<Sent> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = new Uint8Array(Buffer.concat(chunks));
  const type = request.headers["content-type"] ?? "";
  if (!type.startsWith("multipart/")) return { ...JSON.parse(Buffer.from(body).toString()), pictureBytes: 0 };
  const form = await new Response(body, { headers: { "content-type": type } }).formData();
  const [payload, picture] = [form.get("payload_json"), form.get("files[0]")];
  return {
    ...JSON.parse(typeof payload === "string" ? payload : "{}"),
    pictureBytes: picture instanceof Blob ? picture.size : 0,
  };
}
