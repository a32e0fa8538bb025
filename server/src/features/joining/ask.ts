import type { joinDraft, JoinPage, MyJoinRequest } from "@clanhall/contract/join-links";
import { pages } from "@clanhall/contract/pages";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { currentTime } from "../../db/clock.ts";
import type { Actor } from "../../access/actor.ts";
import { createRateLimitStore } from "../../access/queries.ts";
import type { Secrets } from "../../access/secrets.ts";
import { hashToken } from "../../access/tokens.ts";
import { lockClan } from "../../clan/lock.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { ApiError, notFound } from "../../errors.ts";
import { createNetworkLimit, type NetworkLimit } from "../../http/network-limit.ts";
import { toNetwork } from "../../http/network.ts";
import { composeMail } from "../../mail/layout.ts";
import { queueMailOnce, toMailId } from "../../mail/queue-mail.ts";
import { queueMemberMails, queueWebhook, toClanPath } from "../../outbox/queue.ts";
import { recordAudit } from "../audit/index.ts";
import { hasPlayerIn, lockAccount } from "../invites/index.ts";
import type { LinkDeps } from "./link.ts";
import {
  countRequests,
  findAsker,
  findOpenLink,
  findOwnerAddress,
  insertRequest,
  type LinkRow,
  listFreeMembers,
  listRequestsOfUser,
  waitingMax,
  withdrawRequest,
} from "./queries.ts";

const perAccount = { aDay: 5, waiting: 10 };
const perClan = { aDay: 300, waiting: waitingMax };
/** The most players a list offers. */
const namesMax = 500;

/** What a network may look up and ask for in five minutes, and how often an account reads names in an hour. */
export function createJoinLimits(db: Db) {
  const store = createRateLimitStore(db);
  const fiveMinutes = 300;
  const lookups = createNetworkLimit(store, { name: "join_lookups", points: 60, duration: fiveMinutes });
  const requests = createNetworkLimit(store, { name: "join_requests", points: 20, duration: fiveMinutes });
  const names = createNetworkLimit(store, { name: "join_names", points: 20, duration: 3_600 });
  return {
    takeLookup: ({ ip }: FastifyRequest) => take(lookups, toNetwork(ip)),
    takeRequest: ({ ip }: FastifyRequest) => take(requests, toNetwork(ip)),
    /** Known by their account, so that nobody is refused for what others read. */
    takeNames: (userId: string) => take(names, userId, { isKnown: true }),
  };
}

async function take(limit: NetworkLimit, key: string, caller = {}): Promise<void> {
  const retryAfter = await limit.take(key, caller);
  if (retryAfter > 0) throw new ApiError("rate_limited", "Too many tries. Please wait a moment.", { retryAfter });
}

/** A link that is off, over or unknown, and one of a clan that blocked the caller, read alike. */
function linkClosed(): ApiError {
  return new ApiError("not_found", "This link no longer works. Ask your clan for a new one.");
}

async function getOpenLink(db: Db, token: string, userId: string | null) {
  const link = await findOpenLink(db, hashToken(token), userId);
  if (!link) throw linkClosed();
  return link;
}

/** For everybody alike: a visitor's account is not known, and what a blocked one reads next says that the link is closed. */
export async function loadJoinPage(db: Db, token: string): Promise<JoinPage> {
  const { clan_name, description, game, question, names } = await getOpenLink(db, token, null);
  return { clan_name, description, game, question, names, needs_confirmed_email: true };
}

/** Only where the clan chose to show them, and without ids: a key is worth nothing at another link. */
export async function listNames(db: Db, secrets: Secrets, actor: Actor, token: string) {
  const link = await getOpenLink(db, token, actor.userId);
  await requireConfirmed(db, actor);
  if (link.names !== "list") return { items: [] };
  const members = await listFreeMembers(db, link.clan_id, namesMax);
  return { items: members.map(({ id, name }) => ({ key: toNameKeyOf(secrets, link, id), name })) };
}

function toNameKeyOf(secrets: Secrets, { token_hash }: LinkRow, memberId: string): string {
  return secrets.digest(`${token_hash.toString("hex")} ${memberId}`, "join name").toString("base64url");
}

async function requireConfirmed(db: Db, { userId }: Actor) {
  const asker = await findAsker(db, userId);
  if (!asker) throw new ApiError("unauthorized", "Please log in to continue");
  if (asker.is_anonymous || !asker.email_confirmed_at) {
    throw new ApiError("forbidden", "Confirm your e-mail address first.");
  }
  return asker;
}

type Draft = z.output<typeof joinDraft>;

export function askToJoinClan(deps: LinkDeps, actor: Actor, token: string, draft: Draft) {
  const { db, secrets } = deps;
  const { userId } = actor;
  return db.transaction().execute(async (tx) => {
    const { clan_id: clanId } = await getOpenLink(tx, token, userId);
    await requireConfirmed(tx, actor);
    // Locks in the order of accepting an invite; what was read before them is read again.
    if (!(await lockAccount(tx, userId))) throw new ApiError("unauthorized", "Please log in to continue");
    await lockClan(tx, clanId);
    const link = await getOpenLink(tx, token, userId);
    if (await hasPlayerIn(tx, clanId, userId))
      throw conflict("already_member", "You already have a player in this clan.");
    const counts = await countRequests(tx, clanId, userId);
    requireRoomFor(counts);
    const wanted = draft.key === undefined ? null : await findWanted(tx, secrets, link, draft.key);
    const name = wanted?.name ?? draft.name ?? "";
    const { answer, note } = draft;
    const asked = { clan_id: clanId, user_id: userId, wanted_member_id: wanted?.id ?? null, name, answer, note };
    const request = await insertRequest(tx, asked);
    if (!request) throw conflict("already_waiting", "You have already asked. The clan's officers decide.");
    await recordAudit(
      tx,
      { clanId, userId, name, requestId: actor.requestId },
      { action: "join_request.create", target: { type: "join_request", id: request.id, name }, source: "self" },
    );
    await queueWebhook(tx, {
      clanId,
      event: "join_request",
      subject: request.id,
      facts: { request_id: request.id },
    });
    // One mail an hour for all who asked in it.
    const hour = request.created_at.toISOString().slice(0, 13);
    await queueMemberMails(tx, { clanId, kind: "join_request", subject: hour });
    if (counts.clan_waiting + 1 === perClan.waiting) await mailFull(deps, tx, link, request.created_at);
    return { id: request.id, state: request.state };
  });
}

/** The link looks closed from now on, which its owner may not notice. Once a day, however often the queue fills up. */
async function mailFull({ secrets, publicUrl }: LinkDeps, tx: Tx, { clan_id: clanId, clan_name }: OpenLink, at: Date) {
  const to = await findOwnerAddress(tx, clanId);
  if (!to) return;
  const mail = composeMail({
    subject: `${clan_name}: the join link is closed until you decide`,
    title: `${perClan.waiting} people wait to join ${clan_name}`,
    paragraphs: [
      `That is the most that can wait. The join link of ${clan_name} looks closed to everyone until some of them are decided.`,
    ],
    action: {
      label: "Open the requests",
      url: publicUrl + toClanPath(pages.managePlayers.path, clanId, { view: "requests" }),
    },
    reason: "You get this mail because you own this clan.",
  });
  await queueMailOnce(tx, secrets, toMailId("join queue full", clanId, at.toISOString().slice(0, 10)), { to, ...mail });
}

type OpenLink = Awaited<ReturnType<typeof getOpenLink>>;
type Counts = Awaited<ReturnType<typeof countRequests>>;

function requireRoomFor({ own_today, own_waiting, is_declined, clan_waiting, clan_today }: Counts): void {
  if (is_declined)
    throw new ApiError("forbidden", "The clan declined a request of yours. You may ask again in 7 days.");
  if (own_today >= perAccount.aDay) {
    throw new ApiError("rate_limited", `You may ask ${perAccount.aDay} times a day.`, { retryAfter: 3_600 });
  }
  if (own_waiting >= perAccount.waiting) {
    throw new ApiError(
      "conflict",
      `At most ${perAccount.waiting} of your requests can wait at a time. Withdraw one first.`,
    );
  }
  if (clan_waiting >= perClan.waiting || clan_today >= perClan.aDay) throw linkClosed();
}

async function findWanted(tx: Db, secrets: Secrets, link: LinkRow, key: string) {
  const members = link.names === "list" ? await listFreeMembers(tx, link.clan_id, namesMax) : [];
  const wanted = members.find(({ id }) => toNameKeyOf(secrets, link, id) === key);
  if (!wanted) throw conflict("row_linked", "Someone else has taken this player meanwhile. Choose another name.");
  return wanted;
}

type ConflictKind = "already_member" | "already_waiting" | "row_linked" | "row_inactive" | "name_taken" | "decided";

export function conflict(kind: ConflictKind, message: string): ApiError {
  return new ApiError("conflict", message, { current: { kind } });
}

/** All of them, or those at an open link. */
export async function listMyRequests(db: Db, userId: string, token?: string): Promise<MyJoinRequest[]> {
  const link = token === undefined ? null : await getOpenLink(db, token, userId);
  const all = await listRequestsOfUser(db, userId);
  const rows = link ? all.filter(({ clan_id }) => clan_id === link.clan_id) : all;
  const now = currentTime();
  const shown = rows.filter(({ state }) => state !== "withdrawn");
  return shown.map(
    ({ id, clan_id, clan_name, has_player, name, state, reason, created_at, decided_at, expires_at }) => ({
      id,
      clan_name,
      clan_id: state === "approved" && has_player ? clan_id : null,
      name,
      state: state === "waiting" && expires_at <= now ? "expired" : state,
      reason,
      created_at: created_at.toISOString(),
      decided_at: decided_at?.toISOString() ?? null,
    }),
  );
}

/** For the file that people download about themselves. */
export async function listRequestsToExport(db: Db, userId: string) {
  const rows = await listRequestsOfUser(db, userId);
  return rows.map(({ clan_name, name, answer, note, state, reason, created_at, decided_at }) => ({
    clan: clan_name,
    name,
    answer,
    note,
    state,
    reason,
    created_at,
    decided_at,
  }));
}

export function withdraw(db: Db, actor: Actor, id: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const request = await withdrawRequest(tx, actor.userId, id);
    if (!request) throw notFound("Request");
    const { clan_id: clanId, name } = request;
    await recordAudit(
      tx,
      { clanId, userId: actor.userId, name, requestId: actor.requestId },
      { action: "join_request.withdraw", target: { type: "join_request", id, name }, source: "self" },
    );
  });
}
