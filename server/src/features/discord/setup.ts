import type { ClanDiscord, DiscordCheck } from "@clanhall/contract/discord";
import type { Log } from "../../db/log.ts";
import type { Db } from "../../db/tables.ts";
import type { Settings } from "../../settings.ts";
import { type BotAnswer, type DiscordBot, loadWebhooks, listWebhooksOfClan, openBot } from "../webhooks/index.ts";
import { commandsHash, registerCommands } from "./commands.ts";
import { toInstallUrl } from "./links.ts";
import { countLinked, hasCommands } from "./queries.ts";
import { listRulesOf } from "./roles.ts";
import {
  channelGone,
  findMissingRights,
  listGivable,
  listMissing,
  mayManageRoles,
  notInServer,
  readServer,
  type ServerState,
} from "./servers.ts";

interface SetupDeps {
  db: Db;
  bot: DiscordBot | null;
}

/** What the clan's card shows: its channels, who is linked, and what is still to be done. */
export async function loadClanDiscord({ db, bot }: SetupDeps, clanId: string): Promise<ClanDiscord> {
  const channels = (await loadWebhooks(db, clanId)).items.filter(({ kind }) => kind === "bot");
  const linked = await countLinked(db, clanId);
  const rules = await listRulesOf(db, clanId);
  const found = { channels, linked, rules };
  return {
    ...found,
    is_configured: bot !== null,
    install_url: bot && toInstallUrl(bot.app),
    install_url_with_roles: bot && toInstallUrl(bot.app, { withRoles: true }),
    checks: bot ? await listChecks({ db, bot }, clanId, found) : [notConfigured],
  };
}

const notConfigured: DiscordCheck = {
  key: "app",
  state: "open",
  text: "This server has no Discord app yet.",
  repair: "Ask whoever runs this server to set one up.",
};

async function listChecks(
  { db, bot }: { db: Db; bot: DiscordBot },
  clanId: string,
  { channels, linked: { linked, players }, rules }: Pick<ClanDiscord, "channels" | "linked" | "rules">,
): Promise<DiscordCheck[]> {
  const rows = (await listWebhooksOfClan(db, clanId)).filter(({ kind }) => kind === "bot");
  const hasThem = await hasCommands(db, bot.app.id, commandsHash);
  const ids = [...new Set(rows.map(({ guild_id }) => guild_id ?? ""))];
  // No connection to the database is held while Discord is asked.
  const servers = new Map(await Promise.all(ids.map(async (id) => [id, await readServer(bot, id)] as const)));
  const ofChannels = await Promise.all(rows.map((row) => checkChannel(bot, row, servers.get(row.guild_id ?? ""))));
  return [
    checkToken(bot),
    ...checkServers(rows, servers),
    ...ofChannels,
    hasThem
      ? toCheck("commands", "ok", "The commands are registered.")
      : toCheck("commands", "problem", "The commands are not registered.", "They are at the next start of the server."),
    ...channels.map(checkTest),
    ...[...servers.values()].flatMap((server) => checkRoles(server, rules)),
    checkLinked(linked, players),
  ];
}

function checkLinked(linked: number, players: number): DiscordCheck {
  const text = `${linked} of ${players} players are linked.`;
  if (linked === players) return toCheck("linked", players > 0 ? "ok" : "open", text);
  const post =
    "Open Clanhall, Account → My players, get a code, and send /link here. Then /me shows how you are doing.";
  return { ...toCheck("linked", "open", text, "Post this in your server:"), post };
}

function toCheck(
  key: DiscordCheck["key"],
  state: DiscordCheck["state"],
  text: string,
  repair: string | null = null,
): DiscordCheck {
  return { key, state, text, repair };
}

/** After the others, because these ask Discord. */
function checkToken(bot: DiscordBot): DiscordCheck {
  const stop = bot.findStop();
  if (stop === "token") {
    return toCheck("app", "problem", "The bot token is not valid.", "Ask whoever runs this server to renew it.");
  }
  if (stop === "refusals") {
    return toCheck("app", "problem", "The bot pauses, because Discord refused too many calls.", "Wait ten minutes.");
  }
  return toCheck("app", "ok", "The Discord app is set up.");
}

type ChannelRow = Awaited<ReturnType<typeof listWebhooksOfClan>>[number];

function checkServers(rows: ChannelRow[], servers: Map<string, ServerState | string>): DiscordCheck[] {
  if (rows.length === 0) {
    const repair = "Add the bot to your server, then type /link with the code.";
    return [toCheck("bot", "open", "No channel is connected.", repair)];
  }
  const names = new Map(rows.map(({ guild_id, guild_name }) => [guild_id ?? "", guild_name ?? ""]));
  return [...servers].map(([id, found]) => {
    const name = names.get(id) ?? "";
    if (typeof found === "object") return toCheck("bot", "ok", `The bot is in ${name}.`);
    if (found !== notInServer) return toCheck("bot", "problem", `${name}: ${found}`, "Try again in a moment.");
    return toCheck("bot", "problem", `The bot is not in ${name} any more.`, "Add it to the server again.");
  });
}

/** By what Discord says now; by what it said when the channel was connected while it does not answer. */
async function checkChannel(
  bot: DiscordBot,
  { name, channel_id, app_permissions, disabled_reason }: ChannelRow,
  server: ServerState | string | undefined,
): Promise<DiscordCheck> {
  if (disabled_reason) return toCheck("channel", "problem", `${name} is off: ${disabled_reason}`, "Turn it on again.");
  const known = listMissing(BigInt(app_permissions ?? "0"));
  const found = typeof server === "object" ? await findMissingRights(bot, server, channel_id ?? "") : known;
  if (found === channelGone) {
    return toCheck("channel", "problem", `${name} no longer exists in Discord.`, "Delete it below, connect another.");
  }
  const missing = typeof found === "string" ? known : found;
  if (missing.length === 0) {
    return toCheck("channel", "ok", `In ${name} the bot can read, write, embed links and attach files.`);
  }
  const text = `In ${name} the bot may not ${missing.join(", ")}.`;
  return toCheck("channel", "problem", text, "Allow it in the channel's permissions.");
}

/** Whether the bot's role stands above each role that it is to give. */
function checkRoles(server: ServerState | string, rules: ClanDiscord["rules"]): DiscordCheck[] {
  if (typeof server === "string") return [];
  const own = rules.filter(({ guild_id }) => guild_id === server.id);
  if (own.length === 0) return [];
  if (!mayManageRoles(server)) {
    const text = `In ${server.name} the bot may not manage roles.`;
    return [toCheck("roles", "problem", text, "Allow its role Manage Roles in the server's settings.")];
  }
  const givable = new Set(listGivable(server).map(({ id }) => id));
  const tooHigh = [...new Set(own.filter(({ role_id }) => !givable.has(role_id)).map(({ role_name }) => role_name))];
  if (tooHigh.length === 0) {
    return [toCheck("roles", "ok", `In ${server.name} the bot's role is above the roles it gives.`)];
  }
  const text = `In ${server.name} the bot cannot give: ${tooHigh.join(", ")}.`;
  return [toCheck("roles", "problem", text, "Move the bot's role above them, in the server's settings under Roles.")];
}

function checkTest({ name, last_delivery }: ClanDiscord["channels"][number]): DiscordCheck {
  if (!last_delivery) return toCheck("test", "open", `Nothing was posted to ${name} yet.`, "Send a test message.");
  const { state, problem } = last_delivery;
  if (state === "failed") return toCheck("test", "problem", `The last message to ${name} failed.`, problem);
  return toCheck("test", "ok", `The last message to ${name} went through.`);
}

/** What the doctor says about the app. */
interface AppFinding {
  state: "ok" | "warning" | "problem";
  text: string;
}

const longestSkewMs = 5_000;

interface Application {
  id?: unknown;
  verify_key?: unknown;
  interactions_endpoint_url?: unknown;
}

function toEndpointUrl(publicUrl: string): string {
  return `${publicUrl}/api/discord/interactions`;
}

/** Asks Discord about the app and compares it with the settings. */
export async function* checkApp(
  { discordApp, discordApi, publicUrl }: Pick<Settings, "discordApp" | "discordApi" | "publicUrl">,
  db: Db | null,
): AsyncGenerator<AppFinding> {
  const bot = openBot(discordApp, { discordApi });
  if (!bot) {
    const text = "It is off: DISCORD_APP_ID, DISCORD_PUBLIC_KEY and DISCORD_BOT_TOKEN are not set.";
    yield { state: "ok", text };
    return;
  }
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol !== "https:" || !hostname.includes(".")) {
    yield { state: "problem", text: `Discord cannot reach ${publicUrl}: set PUBLIC_URL to a public https address.` };
  }
  const answer = await bot.call({ method: "GET", path: "/applications/@me" });
  yield* compareApp(bot, answer, publicUrl);
  if (db && !(await hasCommands(db, bot.app.id, commandsHash))) {
    yield { state: "warning", text: "The commands are not registered: start Clanhall or run discord setup." };
  }
}

function* compareApp({ app }: DiscordBot, { status, body, date }: BotAnswer, publicUrl: string): Generator<AppFinding> {
  if (status !== 200) {
    const isRefused = status === 401;
    const refused = "The bot token is not valid: set a new DISCORD_BOT_TOKEN.";
    yield { state: "problem", text: isRefused ? refused : `Discord does not answer (${status || "no connection"}).` };
    return;
  }
  const { id, verify_key, interactions_endpoint_url: endpoint }: Application = body ?? {};
  if (id !== app.id)
    yield { state: "problem", text: "The bot token belongs to another application than DISCORD_APP_ID." };
  if (typeof verify_key !== "string" || verify_key.toLowerCase() !== app.publicKey.toLowerCase()) {
    yield { state: "problem", text: "DISCORD_PUBLIC_KEY is not the application's: copy it from its page again." };
  }
  if (endpoint !== toEndpointUrl(publicUrl)) {
    yield {
      state: "problem",
      text: `Discord sends interactions to ${endpoint ? "another address" : "nobody"}: run discord setup.`,
    };
  }
  const skew = date ? Math.abs(date.getTime() - Date.now()) : 0;
  if (skew > longestSkewMs) {
    yield { state: "warning", text: `This machine's clock is ${(skew / 1000).toFixed(0)} s off Discord's: use NTP.` };
  }
  yield { state: "ok", text: `Discord knows the app ${app.id}.` };
}

/** Sets the address that Discord sends interactions to, which it tries at once, and registers the commands. */
export async function setUpApp(
  { discordApp, discordApi, publicUrl }: Pick<Settings, "discordApp" | "discordApi" | "publicUrl">,
  db: Db,
  log: Log,
): Promise<string[]> {
  const bot = openBot(discordApp, { discordApi });
  if (!bot) throw new Error("Set DISCORD_APP_ID, DISCORD_PUBLIC_KEY and DISCORD_BOT_TOKEN first.");
  const url = toEndpointUrl(publicUrl);
  const { status } = await bot.call({
    method: "PATCH",
    path: "/applications/@me",
    body: { interactions_endpoint_url: url },
  });
  if (status === 401) throw new Error("Discord does not know the bot token.");
  if (status < 200 || status >= 300)
    throw new Error(`Discord could not reach ${url}: start Clanhall first (${status}).`);
  if (!(await registerCommands(db, bot, log, true))) throw new Error("Discord did not take the commands.");
  return [`Discord sends interactions to ${url}.`, "The commands are registered."];
}
