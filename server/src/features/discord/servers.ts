import type { DiscordServer } from "@clanhall/contract/discord";
import { z } from "zod";
import type { BotAnswer, DiscordBot } from "../webhooks/index.ts";

const id = z.string().regex(/^\d{1,25}$/u);
const bits = z
  .string()
  .regex(/^\d{1,25}$/u)
  .transform((text) => BigInt(text));

const role = z.object({
  id,
  name: z.string(),
  position: z.int(),
  managed: z.boolean().default(false),
  permissions: bits,
});
const overwrite = z.object({ id, type: z.int(), allow: bits, deny: bits });
const serverAnswer = z.object({ id, name: z.string(), roles: z.array(role) });
const memberAnswer = z.object({ roles: z.array(id) });
const channelAnswer = z.object({ permission_overwrites: z.array(overwrite).default([]) });

type Role = z.output<typeof role>;

/** Rights of Discord, as bits. */
export const rights = {
  administrator: 1n << 3n,
  manageServer: 1n << 5n,
  view: 1n << 10n,
  send: 1n << 11n,
  embedLinks: 1n << 14n,
  attach: 1n << 15n,
  manageRoles: 1n << 28n,
  threads: 1n << 38n,
};

const neededToPost = [
  { bit: rights.view, name: "view the channel" },
  { bit: rights.send, name: "send messages" },
  { bit: rights.embedLinks, name: "embed links" },
  { bit: rights.attach, name: "attach files" },
];

/** A Discord server and what the bot is there. */
export interface ServerState {
  id: string;
  name: string;
  roles: Role[];
  /** What the bot may do where no channel says otherwise. */
  permissions: bigint;
  botRoles: string[];
  /** How high the bot's highest role stands. */
  top: number;
}

/** Whoever looks at a page waits for it. */
const patience = { timeoutMs: 4_000 };
export const notInServer = "The bot is not in the server.";
export const channelGone = "The channel no longer exists in Discord.";

/** What Discord says about a server, or why it does not. */
export async function readServer(bot: DiscordBot, guildId: string): Promise<ServerState | string> {
  const [server, member] = await Promise.all([
    bot.call({ method: "GET", path: `/guilds/${guildId}`, ...patience }),
    bot.call({ method: "GET", path: `/guilds/${guildId}/members/${bot.app.id}`, ...patience }),
  ]);
  const [found, own] = [serverAnswer.safeParse(server.body), memberAnswer.safeParse(member.body)];
  if (!found.success || !own.success) return explain(server.status === 200 ? member : server);
  const { name, roles } = found.data;
  // Everybody has the role that bears the server's own id.
  const botRoles = [guildId, ...own.data.roles];
  const held = roles.filter((one) => botRoles.includes(one.id));
  const permissions = held.reduce((all, one) => all | one.permissions, 0n);
  return { id: guildId, name, roles, permissions, botRoles, top: Math.max(0, ...held.map(({ position }) => position)) };
}

function explain({ status, code }: BotAnswer): string {
  if (status === 401) return "The bot token is not valid.";
  if (status === 403 || status === 404 || code === 10_004) return notInServer;
  return "Discord does not answer.";
}

export function mayManageRoles({ permissions }: ServerState): boolean {
  return (permissions & (rights.administrator | rights.manageRoles)) !== 0n;
}

/** Whoever has one of these could take over the server, which is not a clan's to give. */
const ruling = rights.administrator | rights.manageServer | rights.manageRoles;

/** Roles below the bot's own that belong to no app, the highest first. */
export function listGivable({ id: everyone, roles, top }: ServerState): Role[] {
  return roles
    .filter(({ id: one, managed, position, permissions }) => {
      return one !== everyone && !managed && position < top && (permissions & ruling) === 0n;
    })
    .toSorted((a, b) => b.position - a.position);
}

export function toServer({ guild_id, name }: { guild_id: string; name: string }, found: ServerState | string) {
  const base = { guild_id, name };
  if (typeof found === "string") return { ...base, roles: [], problem: found } satisfies DiscordServer;
  if (!mayManageRoles(found)) return { ...base, roles: [], problem: "The bot may not manage roles there." };
  const roles = listGivable(found).map(({ id: one, name: title }) => ({ id: one, name: title }));
  return { ...base, roles, problem: roles.length > 0 ? null : "No role is below the bot's own." };
}

/** What the bot may not do in a channel; a text when the channel cannot be read at all. */
export async function findMissingRights(
  bot: DiscordBot,
  server: ServerState,
  channelId: string,
): Promise<string[] | string> {
  const answer = await bot.call({ method: "GET", path: `/channels/${channelId}`, ...patience });
  if (answer.code === 10_003) return channelGone;
  if (answer.status === 403) return [neededToPost[0]?.name ?? ""];
  const found = channelAnswer.safeParse(answer.body);
  if (answer.status !== 200 || !found.success) return explain(answer);
  return listMissing(toChannelRights(server, bot.app.id, found.data.permission_overwrites));
}

/** By what Discord said when the channel was connected. */
export function listMissing(permissions: bigint): string[] {
  if ((permissions & rights.administrator) !== 0n) return [];
  return neededToPost.filter(({ bit }) => (permissions & bit) === 0n).map(({ name }) => name);
}

/** As Discord counts: for everybody, then for roles, then for the member; allowing wins over denying at each step. */
function toChannelRights(
  { id: everyone, permissions, botRoles }: ServerState,
  botId: string,
  overwrites: z.output<typeof overwrite>[],
): bigint {
  if ((permissions & rights.administrator) !== 0n) return permissions;
  const steps = [
    overwrites.filter((one) => one.id === everyone),
    overwrites.filter((one) => one.id !== everyone && botRoles.includes(one.id)),
    overwrites.filter((one) => one.id === botId),
  ];
  return steps.reduce((all, step) => {
    const [allow, deny] = [
      step.reduce((sum, one) => sum | one.allow, 0n),
      step.reduce((sum, one) => sum | one.deny, 0n),
    ];
    return (all & ~deny) | allow;
  }, permissions);
}
