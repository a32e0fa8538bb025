import { generateKeyPairSync, randomInt, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, vi } from "vitest";
import { createTestApp, type TestApp } from "./test-app.ts";

interface RestCall {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
  pictureBytes: number;
}

export interface Person {
  id: string;
  username: string;
}

interface Sent {
  type?: number;
  name?: string;
  customId?: string;
  options?: Record<string, string>;
  focused?: string;
  fields?: Record<string, string>;
  messageAt?: Date;
  id?: string;
  guildId?: string | null;
  channelId?: string;
  permissions?: string;
  applicationId?: string;
  /** Fills the body up to so many bytes. */
  bytes?: number;
}

interface Tamper {
  signature?: (signature: string) => string | null;
  timestamp?: (timestamp: string) => string | null;
  body?: (body: string) => string;
  /** Signs with a key that is not the application's. */
  isForged?: boolean;
  at?: Date;
  contentType?: string;
}

interface FakeRole {
  id: string;
  name: string;
  position: number;
  managed: boolean;
  permissions: string;
}

/** A server with the bot in it: who has which roles, who is not there, what channels say about rights. */
interface FakeServer {
  roles: FakeRole[];
  members: Map<string, Set<string>>;
  absent: Set<string>;
  overwrites: Map<string, { id: string; type: number; allow: string; deny: string }[]>;
}

const mayPost = String((1n << 10n) | (1n << 11n) | (1n << 14n) | (1n << 15n));

function createServerState(guildId: string, botId: string): FakeServer {
  const bot = { id: snowflake(), name: "Clanhall", position: 10, managed: true, permissions: String(1n << 28n) };
  const everyone = { id: guildId, name: "@everyone", position: 0, managed: false, permissions: mayPost };
  return {
    roles: [everyone, bot],
    members: new Map([[botId, new Set([bot.id])]]),
    absent: new Set(),
    overwrites: new Map(),
  };
}

const epoch = 1_420_070_400_000n;
/** An id as Discord makes them: the time, then what tells them apart. */
export function snowflake(at = new Date()): string {
  return String(((BigInt(at.getTime()) - epoch) << 22n) + BigInt(randomInt(1 << 22)));
}

/**
 * Discord as an application sees it: signs interactions with a real key, and answers the REST calls of the bot, which
 * it records. A channel's messages keep their nonces, as Discord's do.
 */
export async function startFakeDiscordApp() {
  const [own, foreign] = [generateKeyPairSync("ed25519"), generateKeyPairSync("ed25519")];
  const publicKey = Buffer.from(own.publicKey.export({ format: "jwk" }).x ?? "", "base64url").toString("hex");
  const appId = snowflake();
  const calls: RestCall[] = [];
  const channels = new Map<string, { id: string; nonce: unknown; body: Record<string, unknown> }[]>();
  const servers = new Map<string, FakeServer>();
  const serverOf = (id: string): FakeServer => {
    const server = servers.get(id) ?? createServerState(id, appId);
    servers.set(id, server);
    return server;
  };
  /** How the next calls are answered, one after the other. */
  const next: ((response: ServerResponse) => void)[] = [];
  const application: Record<string, unknown> = { id: appId, verify_key: publicKey, interactions_endpoint_url: null };

  const answer = (response: ServerResponse, status: number, body: object) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request);
    calls.push(call);
    const mood = next.shift();
    if (mood) return mood(response);
    const [, channelId, messageId] = /^\/channels\/(\d+)\/messages(?:\/(\d+))?$/u.exec(call.path) ?? [];
    if (channelId) return post(response, call, channelId, messageId);
    if (call.path === "/applications/@me") {
      if (call.method === "PATCH") Object.assign(application, call.body);
      return answer(response, 200, application);
    }
    const [, guildId, userId, roleId] =
      /^\/guilds\/(\d+)(?:\/members\/(\d+)(?:\/roles\/(\d+))?)?$/u.exec(call.path) ?? [];
    if (guildId && userId) return answerMember(response, call, { guildId, userId, roleId });
    if (guildId) return answer(response, 200, { id: guildId, name: "Owl Tower", roles: serverOf(guildId).roles });
    const [, room] = /^\/channels\/(\d+)$/u.exec(call.path) ?? [];
    if (room) {
      const said = [...servers.values()].flatMap(({ overwrites }) => overwrites.get(room) ?? []);
      return answer(response, 200, { id: room, permission_overwrites: said });
    }
    return answer(response, 200, { id: snowflake() });
  }

  function answerMember(
    response: ServerResponse,
    { method }: RestCall,
    { guildId, userId, roleId }: { guildId: string; userId: string; roleId: string | undefined },
  ): void {
    const guild = serverOf(guildId);
    if (guild.absent.has(userId)) return answer(response, 404, { code: 10_007 });
    const held = guild.members.get(userId) ?? new Set<string>();
    guild.members.set(userId, held);
    if (!roleId) return answer(response, 200, { user: { id: userId }, roles: [...held] });
    const role = guild.roles.find(({ id }) => id === roleId);
    if (!role) return answer(response, 404, { code: 10_011 });
    const ofBot = guild.roles.filter(({ id }) => guild.members.get(appId)?.has(id) === true);
    if (role.position >= Math.max(0, ...ofBot.map(({ position }) => position))) {
      return answer(response, 403, { code: 50_013 });
    }
    if (method === "PUT") held.add(roleId);
    else held.delete(roleId);
    response.writeHead(204).end();
  }

  function post(response: ServerResponse, { body }: RestCall, channelId: string, messageId: string | undefined): void {
    const channel = channels.get(channelId) ?? [];
    channels.set(channelId, channel);
    const same = messageId
      ? channel.find(({ id }) => id === messageId)
      : channel.find(({ nonce }) => body["enforce_nonce"] === true && nonce === body["nonce"]);
    if (messageId && !same) return answer(response, 404, { code: 10_008 });
    if (messageId && same) same.body = body;
    if (same) return answer(response, 200, { id: same.id });
    const message = { id: snowflake(), nonce: body["nonce"], body };
    channel.push(message);
    return answer(response, 200, { id: message.id });
  }

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const token = `bot.${snowflake()}.token-of-tests`;
  const guildId = snowflake();
  const channelId = snowflake();

  const toPayload = (from: Person, sent: Sent) => ({
    id: sent.id ?? snowflake(),
    application_id: sent.applicationId ?? appId,
    type: sent.type ?? 2,
    token: `interaction-${snowflake()}`,
    ...(sent.guildId !== null && {
      guild_id: sent.guildId ?? guildId,
      member: { user: from, permissions: sent.permissions ?? "0" },
    }),
    ...(sent.guildId === null && { user: from }),
    channel_id: sent.channelId ?? channelId,
    channel: { id: sent.channelId ?? channelId, name: "war-room" },
    app_permissions: "274877959168",
    locale: "en-GB",
    ...(sent.messageAt && { message: { id: snowflake(sent.messageAt) } }),
    data: {
      ...(sent.name && { name: sent.name }),
      ...(sent.customId && { custom_id: sent.customId }),
      options: Object.entries(sent.options ?? {}).map(([name, value]) => ({
        type: 3,
        name,
        value,
        ...(name === sent.focused && { focused: true }),
      })),
      components: Object.entries(sent.fields ?? {}).map(([custom_id, value]) => ({
        type: 18,
        component: { type: 4, custom_id, value },
      })),
    },
    something_new: { of: "Discord" },
  });

  function signBody(body: string, { at = new Date(), isForged = false }: Tamper = {}) {
    const timestamp = String(Math.floor(at.getTime() / 1000));
    const key = isForged ? foreign.privateKey : own.privateKey;
    return { timestamp, signature: sign(null, Buffer.from(timestamp + body), key).toString("hex") };
  }

  function inject(world: Pick<TestApp, "app">, body: string, tamper: Tamper = {}) {
    const { timestamp, signature } = signBody(body, tamper);
    const shown = tamper.signature ? tamper.signature(signature) : signature;
    const shownTime = tamper.timestamp ? tamper.timestamp(timestamp) : timestamp;
    return world.app.server.inject({
      method: "POST",
      url: "/api/discord/interactions",
      headers: {
        "content-type": tamper.contentType ?? "application/json",
        ...(shown !== null && { "x-signature-ed25519": shown }),
        ...(shownTime !== null && { "x-signature-timestamp": shownTime }),
      },
      payload: tamper.body ? tamper.body(body) : body,
    });
  }

  return {
    api,
    appId,
    guildId,
    channelId,
    calls,
    channels,
    /** Adds a role to a server, below the bot's unless told otherwise. */
    addRole(ofGuild: string, name: string, more: Partial<FakeRole> = {}): FakeRole {
      const role = { id: snowflake(), name, position: 1, managed: false, permissions: "0", ...more };
      serverOf(ofGuild).roles.push(role);
      return role;
    },
    serverOf,
    next,
    application,
    env: { DISCORD_API: api, DISCORD_APP_ID: appId, DISCORD_PUBLIC_KEY: publicKey, DISCORD_BOT_TOKEN: token },
    token,
    person: (username = "kara"): Person => ({ id: snowflake(), username }),
    interact: (world: Pick<TestApp, "app">, from: Person, sent: Sent, tamper?: Tamper) =>
      inject(world, JSON.stringify(toPayload(from, sent)).padEnd(sent.bytes ?? 0), tamper),
    /** The same as a request that can be sent over the network. */
    signed(from: Person, sent: Sent) {
      const body = JSON.stringify(toPayload(from, sent));
      const { timestamp, signature } = signBody(body);
      const headers = {
        "content-type": "application/json",
        "x-signature-ed25519": signature,
        "x-signature-timestamp": timestamp,
      };
      return { body, headers };
    },
    /** What somebody reads in the end, also if it was announced first; and the call that brought it then. */
    async talk(world: Pick<TestApp, "app">, from: Person, sent: Sent) {
      const payload = toPayload(from, sent);
      const first = (await inject(world, JSON.stringify(payload))).json();
      if (first.type !== 5) return { first, data: first.data, edits: [] };
      const listEdits = () => calls.filter(({ path }) => path.includes(`/${payload.token}/messages/@original`));
      await vi.waitFor(() => expect(listEdits()).not.toEqual([]), 15_000);
      const [edit] = listEdits();
      return { first, data: { ...first.data, ...edit?.body }, edits: listEdits() };
    },
    /** Edits of announced answers. */
    edits: () => calls.filter(({ path }) => path.endsWith("/messages/@original")),
    close: () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}

export type FakeDiscordApp = Awaited<ReturnType<typeof startFakeDiscordApp>>;

async function readCall(request: IncomingMessage): Promise<RestCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = new Uint8Array(Buffer.concat(chunks));
  const head = {
    method: request.method ?? "",
    path: (request.url ?? "").replace("/api/v10", ""),
    headers: request.headers,
  };
  const type = request.headers["content-type"] ?? "";
  if (!type.startsWith("multipart/")) {
    return { ...head, body: bytes.length > 0 ? JSON.parse(Buffer.from(bytes).toString()) : {}, pictureBytes: 0 };
  }
  const form = await new Response(bytes, { headers: { "content-type": type } }).formData();
  const [payload, picture] = [form.get("payload_json"), form.get("files[0]")];
  return {
    ...head,
    body: JSON.parse(typeof payload === "string" ? payload : "{}"),
    pictureBytes: picture instanceof Blob ? picture.size : 0,
  };
}

/** The settings of an app that posts to the fake. */
export function toDeliveryApp({ env, token }: Pick<FakeDiscordApp, "env" | "token">) {
  return {
    id: env.DISCORD_APP_ID,
    publicKey: env.DISCORD_PUBLIC_KEY,
    botToken: token,
    publicUrl: "http://localhost:3000",
  };
}

export type Caller = Pick<Awaited<ReturnType<TestApp["memberOf"]>>, "send">;

/** An app that is known to the fake, and how people come to it. Its tests close it. */
export async function openDiscordWorld(env: Record<string, string> = {}) {
  const discord = await startFakeDiscordApp();
  const world = await createTestApp({ env: { ...discord.env, PUBLIC_URL: "https://hall.clan.test", ...env } });
  return {
    discord,
    world,
    /** Another instance of it, over the same database. */
    openBeside: () => createTestApp({ beside: world, env: discord.env }),
    link: (user: Caller, username?: string) => linkTo(discord, world, user, username),
    connect: (clan: { id: string }, owner: Caller, guildId?: string) => connectTo(discord, world, clan, owner, guildId),
    /** What limits people and servers counted so far is forgotten. */
    forgetLimits: () => world.db.deleteFrom("auth_rate_limits").where("key", "like", "discord_%").execute(),
    async close() {
      await world.close();
      await discord.close();
    },
  };
}

export type DiscordWorld = Awaited<ReturnType<typeof openDiscordWorld>>;

/** Links somebody by a code, as they would. */
async function linkTo(
  discord: FakeDiscordApp,
  world: Pick<TestApp, "app">,
  user: Caller,
  username?: string,
): Promise<Person> {
  const person = discord.person(username);
  const { code } = (await user.send("POST", "/api/me/discord/codes")).json<{ code: string }>();
  const answer = await discord.talk(world, person, { name: "link", options: { code } });
  expect(answer.data).toMatchObject({ content: "Your Discord account is linked. Try /me.", flags: 64 });
  return person;
}

/** Connects a channel of a server, a new one unless it is named, to a clan. */
async function connectTo(
  discord: FakeDiscordApp,
  world: Pick<TestApp, "app">,
  { id }: { id: string },
  owner: Caller,
  guildId = snowflake(),
) {
  const made = await owner.send("POST", `/api/clans/${id}/discord/codes`);
  const { code, install_url } = made.json<{ code: string; install_url: string }>();
  expect(code).toMatch(/^S-[0-9A-Z]{4}-[0-9A-Z]{4}$/u);
  expect(install_url).toContain(`client_id=${discord.appId}`);
  const channelId = snowflake();
  const sent = { name: "link", options: { code: code.toLowerCase() }, guildId, channelId, permissions: "32" };
  const answer = await discord.talk(world, discord.person("lord"), sent);
  expect(answer.data.content).toContain("is connected");
  /** A command in that channel. */
  const ask = (person: Person, name: string, options: Record<string, string> = {}) =>
    discord.talk(world, person, { name, options, guildId, channelId });
  return { guildId, channelId, ask };
}
