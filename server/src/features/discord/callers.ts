import type { ClanAction } from "@clanhall/contract/permissions";
import type { Actor, ClanActor } from "../../access/actor.ts";
import { requireInClan } from "../../access/authorize.ts";
import type { Secrets } from "../../access/secrets.ts";
import type { ActivityRow } from "../../clan/activities.ts";
import type { Log } from "../../db/log.ts";
import type { WorkerPool } from "../../workers/worker-pool.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError } from "../../errors.ts";
import { type DiscordBot, escapeMarkdown, listChannelsOfServer, type ReadBoard } from "../webhooks/index.ts";
import type { Interaction } from "./interaction.ts";
import { Refusal, texts } from "./message.ts";
import { findAccountOf, listClansOf } from "./queries.ts";

export interface BotDeps {
  db: Db;
  log: Log;
  secrets: Secrets;
  publicUrl: string;
  bot: DiscordBot;
  readBoard: ReadBoard;
  workers: WorkerPool;
}

/** An interaction and who sent it. */
export interface Call {
  interaction: Interaction;
  requestId: string;
  now: Date;
}

export async function findActor(db: Db, { interaction, requestId }: Call): Promise<Actor | null> {
  const userId = await findAccountOf(db, interaction.user.id);
  return userId ? { userId, sessionId: null, signedInAt: null, isAppAdmin: false, requestId, source: "discord" } : null;
}

export interface InClan {
  actor: ClanActor;
  clanName: string;
  isArchived: boolean;
}

/** Whoever the bot does not know learns how to change that, and nothing else. */
export async function requireCaller(db: Db, call: Call, action: ClanAction): Promise<InClan> {
  const actor = await findActor(db, call);
  if (!actor) throw new Refusal(texts.notLinked);
  const clan = await findClan(db, call.interaction, actor.userId);
  return authorize(db, actor, clan, action);
}

/** For what a button or a modal names: its clan may be none of this server. */
export async function requireCallerIn(db: Db, call: Call, clanId: string, action: ClanAction): Promise<InClan> {
  const actor = await findActor(db, call);
  if (!actor) throw new Refusal(texts.notLinked);
  const clan = (await listClansOf(db, actor.userId)).find(({ id }) => id === clanId);
  if (!clan) throw new Refusal(texts.notInClan);
  return authorize(db, actor, clan, action);
}

/** The same check as of every call of the API. */
async function authorize(db: Db, caller: Actor, clan: Clan, action: ClanAction): Promise<InClan> {
  try {
    const actor = await requireInClan(db, caller, clan.id, action);
    return { actor, clanName: clan.name, isArchived: clan.archived_at !== null };
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") throw new Refusal(texts.notInClan);
    if (error instanceof ApiError && error.code === "forbidden") {
      throw new Refusal(texts.noRight(escapeMarkdown(clan.name)));
    }
    throw error;
  }
}

interface Clan {
  id: string;
  name: string;
  archived_at: Date | null;
}

/**
 * The clan of the channel, else the server's only one, else the caller's only one of them, unless the caller names it.
 * Clans that the caller is not in and clans that are not there read alike.
 */
async function findClan(db: Db, interaction: Interaction, userId: string): Promise<Clan> {
  const own = await listClansOf(db, userId);
  const channels = interaction.guildId ? await listChannelsOfServer(db, interaction.guildId) : [];
  const ofServer = new Set(channels.map(({ clan_id }) => clan_id));
  const candidates = interaction.guildId ? own.filter(({ id }) => ofServer.has(id)) : own;
  const named = interaction.options.get("clan");
  if (named !== undefined) {
    const wanted = named.trim().toLowerCase();
    const found = candidates.find(({ id, name }) => id === named || name.toLowerCase() === wanted);
    if (!found) throw new Refusal(texts.notInClan);
    return found;
  }
  const here = channels.filter(({ channel_id }) => channel_id === interaction.channelId);
  const scope = here.length > 0 ? here : channels;
  const ofScope = interaction.guildId
    ? candidates.filter(({ id }) => scope.some(({ clan_id }) => clan_id === id))
    : candidates;
  // One clan alone stands for the server, also for who is not in it.
  if (interaction.guildId && new Set(scope.map(({ clan_id }) => clan_id)).size === 1) {
    const [only] = ofScope;
    if (!only) throw new Refusal(texts.notInClan);
    return only;
  }
  const [first, ...others] = ofScope;
  if (!first) throw new Refusal(texts.notInClan);
  if (others.length > 0) throw new Refusal(texts.whichClan);
  return first;
}

/** Clans that the option of a command offers. */
export async function listClansHere(db: Db, interaction: Interaction, userId: string): Promise<Clan[]> {
  const own = await listClansOf(db, userId);
  if (!interaction.guildId) return own;
  const channels = await listChannelsOfServer(db, interaction.guildId);
  return own.filter(({ id }) => channels.some(({ clan_id }) => clan_id === id));
}

/** Members enter only what members enter. */
export function mayEnter({ role }: ClanActor, { entry_by }: Pick<ActivityRow, "entry_by">): boolean {
  return role !== "member" || entry_by === "members";
}
