import { randomInt } from "node:crypto";
import { discordCodeMinutes, type MyDiscord } from "@clanhall/contract/discord";
import type { Actor, ClanActor } from "../../access/actor.ts";
import { createCounter, isUsedUp, take } from "../../access/counters.ts";
import { createRateLimitStore } from "../../access/queries.ts";
import type { Secrets } from "../../access/secrets.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { ApiError } from "../../errors.ts";
import { composeMail } from "../../mail/layout.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import type { DiscordApp } from "../../settings.ts";
import { requireInClan } from "../../access/authorize.ts";
import { recordAudit } from "../audit/index.ts";
import { connectChannel, escapeMarkdown } from "../webhooks/index.ts";
import type { BotDeps, Call } from "./callers.ts";
import { type Outcome, Refusal, say } from "./message.ts";
import { deleteLink, findAccountOf, findEmail, findLinkOf, replaceCode, replaceLink, takeCode } from "./queries.ts";
import { rights } from "./servers.ts";

/** Without letters that look like digits. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const purpose = "discord code";

function makeCode(kind: "S" | "P"): string {
  const some = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join("");
  return `${kind}-${some.slice(0, 4)}-${some.slice(4)}`;
}

/** As it was shown, however it was typed. */
function tidy(code: string): string {
  return code.trim().toUpperCase().replaceAll(/\s/gu, "").replaceAll("O", "0").replaceAll(/[IL]/gu, "1");
}

/** The page of Discord that adds the bot; it needs no address to come back to. */
export function toInstallUrl({ id }: DiscordApp, { withRoles = false } = {}): string {
  const { view, send, embedLinks, attach, threads, manageRoles } = rights;
  const permissions = view | send | embedLinks | attach | threads | (withRoles ? manageRoles : 0n);
  return `https://discord.com/oauth2/authorize?client_id=${id}&scope=bot+applications.commands&permissions=${permissions}`;
}

interface CodeDeps {
  db: Db;
  secrets: Secrets;
  app: DiscordApp | null;
}

export async function createClanCode({ db, secrets, app }: CodeDeps, actor: ClanActor) {
  if (!app) throw notSetUp();
  const made = await create(db, secrets, { kind: "S", userId: actor.userId, clanId: actor.clanId });
  return { ...made, install_url: toInstallUrl(app) };
}

export function createOwnCode({ db, secrets, app }: CodeDeps, actor: Actor) {
  if (!app) throw notSetUp();
  return create(db, secrets, { kind: "P", userId: actor.userId, clanId: null });
}

function notSetUp(): ApiError {
  return new ApiError("conflict", "The Discord app is not set up here: ask whoever runs this server");
}

async function create(
  db: Db,
  secrets: Secrets,
  { kind, ...owner }: { kind: "S" | "P"; userId: string; clanId: string | null },
) {
  const code = makeCode(kind);
  const hash = secrets.digest(tidy(code), purpose);
  const minutes = discordCodeMinutes;
  const expires = await db.transaction().execute((tx) => replaceCode(tx, { hash, ...owner, minutes }));
  return { code, expires_at: expires.toISOString() };
}

export async function loadMyDiscord(db: Db, app: DiscordApp | null, userId: string): Promise<MyDiscord> {
  const link = await findLinkOf(db, userId);
  return {
    is_configured: app !== null,
    link: link && { name: link.name, created_at: link.created_at.toISOString(), by: link.by },
  };
}

export async function unlink(db: Db, userId: string): Promise<void> {
  await deleteLink(db, userId);
}

/** What /link says after five codes that were none. */
const locked = "Too many wrong codes. Try again in 15 minutes.";
const wrong = "This code is not valid: it works once, within ten minutes. Get a new one in Clanhall.";

export function createLinkCommand(deps: BotDeps) {
  const guesses = createCounter(createRateLimitStore(deps.db), { name: "discord_code", points: 5, seconds: 900 });
  return async (call: Call): Promise<Outcome> => {
    const { user, options } = call.interaction;
    if (await isUsedUp(guesses, user.id)) throw new Refusal(locked);
    const code = tidy(options.get("code") ?? "");
    const isShaped = /^[SP]-[\dA-Z]{4}-[\dA-Z]{4}$/u.test(code);
    if (isShaped && code.startsWith("S")) await requireManager(call);
    const said = isShaped ? await useCode(deps, call, code) : null;
    if (said !== null) return say(said);
    await take(guesses, user.id);
    throw new Refusal(wrong);
  };
}

/** The clan's owner made the code; whoever manages the server agrees by typing it. */
async function requireManager({ interaction: { guildId, channelId, permissions } }: Call): Promise<void> {
  if (!guildId || !channelId) throw new Refusal("Type this code in the channel that you want to connect.");
  if ((permissions & (rights.manageServer | rights.administrator)) === 0n) {
    throw new Refusal("Only someone with Manage Server can connect a channel here.");
  }
}

async function useCode(deps: BotDeps, call: Call, code: string): Promise<string | null> {
  const { guildId } = call.interaction;
  const serverName = code.startsWith("S") && guildId ? await findServerName(deps, guildId) : "";
  const hash = deps.secrets.digest(code, purpose);
  return deps.db.transaction().execute(async (tx) => {
    const owner = await takeCode(tx, hash);
    if (!owner) return null;
    if (owner.clan_id === null) return linkPerson(deps, tx, call, owner.user_id);
    return linkChannel(tx, call, { userId: owner.user_id, clanId: owner.clan_id, serverName });
  });
}

async function findServerName({ bot }: BotDeps, guildId: string): Promise<string> {
  const { body } = await bot.call({ method: "GET", path: `/guilds/${guildId}` });
  const name = typeof body === "object" && body !== null && "name" in body ? body.name : null;
  return typeof name === "string" ? name.slice(0, 100) : "Discord server";
}

async function linkPerson({ secrets }: BotDeps, tx: Tx, { interaction }: Call, userId: string): Promise<string> {
  const { id, username } = interaction.user;
  const known = await findAccountOf(tx, id);
  const signsIn = known !== null && known !== userId ? await findLinkOf(tx, known) : null;
  if (signsIn?.by === "sign_in")
    return "Your Discord account signs in to another Clanhall account. Unlink it there first.";
  await replaceLink(tx, userId, id, username.slice(0, 60));
  const email = await findEmail(tx, userId);
  const title = `Discord account @${username.slice(0, 60)} was linked`;
  if (email) {
    const paragraphs = [
      "Commands that this Discord account sends to Clanhall's bot now count as yours. This Discord account cannot be used to log in.",
      "You can unlink it under Account → My players.",
    ];
    const reason = "You get this mail because a code of your account was typed in Discord.";
    await queueMail(tx, secrets, { to: email, ...composeMail({ subject: title, title, paragraphs, reason }) });
  }
  return "Your Discord account is linked. Try /me.";
}

async function linkChannel(
  tx: Tx,
  { interaction, requestId }: Call,
  { userId, clanId, serverName }: { userId: string; clanId: string; serverName: string },
): Promise<string> {
  const { guildId, channelId, channelName, appPermissions, user } = interaction;
  const maker = { userId, sessionId: null, signedInAt: null, isAppAdmin: false, requestId, source: "discord" } as const;
  // Rights may have ended since the code was made.
  const actor = await requireInClan(tx, maker, clanId, "settings.manage");
  const channel = await connectChannel(tx, actor, {
    guild_id: guildId ?? "",
    guild_name: serverName,
    channel_id: channelId ?? "",
    channel_name: channelName,
    app_permissions: appPermissions,
  });
  if (!channel) return "This channel is already connected.";
  await recordAudit(tx, actor, {
    action: "discord.connect",
    target: { type: "webhook", id: channel.id, name: channel.name },
    after: { server: serverName, typed_by: user.username.slice(0, 60) },
    isSecurity: true,
  });
  return `#${escapeMarkdown(channelName)} is connected. What is posted here is chosen in the clan's settings.`;
}
