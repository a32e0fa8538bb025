import type { ClanDiscord, DiscordCheck } from "@clanhall/contract/discord";
import type { Log } from "../../db/log.ts";
import type { Db } from "../../db/tables.ts";
import type { Settings } from "../../settings.ts";
import { type BotAnswer, type DiscordBot, listWebhooks, listWebhooksOfClan, openBot } from "../webhooks/index.ts";
import { commandsHash, registerCommands } from "./commands.ts";
import { neededToPost, toInstallUrl } from "./links.ts";
import { countLinked, hasCommands } from "./queries.ts";

interface SetupDeps {
  db: Db;
  bot: DiscordBot | null;
}

/** What the clan's card shows: its channels, who is linked, and what is still to be done. */
export async function loadClanDiscord({ db, bot }: SetupDeps, clanId: string): Promise<ClanDiscord> {
  const channels = (await listWebhooks(db, clanId)).items.filter(({ kind }) => kind === "bot");
  const linked = await countLinked(db, clanId);
  return {
    is_configured: bot !== null,
    install_url: bot ? toInstallUrl(bot.app) : null,
    channels,
    linked,
    checks: bot ? await listChecks({ db, bot }, clanId, channels, linked) : [notConfigured],
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
  channels: ClanDiscord["channels"],
  { linked, players }: ClanDiscord["linked"],
): Promise<DiscordCheck[]> {
  const stopped = bot.stoppedUntil();
  const app = stopped
    ? toCheck("app", "problem", "Discord does not know the bot's token.", "Ask whoever runs this server to renew it.")
    : toCheck("app", "ok", "The Discord app is set up.");
  const rows = (await listWebhooksOfClan(db, clanId)).filter(({ kind }) => kind === "bot");
  const hasThem = await hasCommands(db, bot.app.id, commandsHash);
  return [
    app,
    rows.length > 0
      ? toCheck("bot", "ok", `The bot is in ${[...new Set(rows.map((row) => row.guild_name ?? ""))].join(", ")}.`)
      : toCheck(
          "bot",
          "open",
          "No channel is connected.",
          "Add the bot to your server, then type /link with the code.",
        ),
    ...rows.map(checkChannel),
    hasThem
      ? toCheck("commands", "ok", "The commands are registered.")
      : toCheck("commands", "problem", "The commands are not registered.", "They are at the next start of the server."),
    ...channels.map(checkTest),
    toCheck(
      "linked",
      players > 0 && linked === players ? "ok" : "open",
      `${linked} of ${players} players are linked.`,
      linked === players
        ? null
        : "Post: “Open Clanhall, Account → My players, get a code, and send /link here. Then /me shows how you are doing.”",
    ),
  ];
}

function toCheck(
  key: DiscordCheck["key"],
  state: DiscordCheck["state"],
  text: string,
  repair: string | null = null,
): DiscordCheck {
  return { key, state, text, repair };
}

/** By what Discord said the bot may do when the channel was connected. */
function checkChannel({ name, app_permissions, disabled_reason }: ChannelRow): DiscordCheck {
  if (disabled_reason) return toCheck("channel", "problem", `${name} is off: ${disabled_reason}`, "Turn it on again.");
  const bits = BigInt(app_permissions ?? "0");
  const missing = (bits & 8n) === 0n ? neededToPost.filter(({ bit }) => (bits & bit) === 0n) : [];
  if (missing.length === 0) return toCheck("channel", "ok", `The bot can post to ${name}.`);
  const rights = missing.map(({ name: right }) => right).join(", ");
  return toCheck(
    "channel",
    "problem",
    `In ${name} the bot may not: ${rights}.`,
    "Allow it in the channel's permissions.",
  );
}

type ChannelRow = Awaited<ReturnType<typeof listWebhooksOfClan>>[number];

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
    const refused = "The bot token is not valid: set DISCORD_BOT_TOKEN anew.";
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
