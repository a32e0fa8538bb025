import type { approval, JoinRequest } from "@clanhall/contract/join-links";
import { canManageRow } from "@clanhall/contract/permissions";
import { pages } from "@clanhall/contract/pages";
import { createNameMatcher } from "@clanhall/contract/rules/name-matching";
import { toNameKey } from "@clanhall/contract/text";
import type { z } from "zod";
import { currentTime } from "../../db/clock.ts";
import type { ClanActor } from "../../access/actor.ts";
import { lockClan } from "../../clan/lock.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { ApiError, notFound } from "../../errors.ts";
import { toPage, wrongCursor } from "../../http/cursor.ts";
import { composeMail } from "../../mail/layout.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { queueWebhook } from "../../outbox/queue.ts";
import { recordAudit } from "../audit/index.ts";
import { listLastEntries } from "../entries/index.ts";
import {
  cancelUnusedInvite,
  findUnusedInvite,
  hasPlayerIn,
  linkMemberToUser,
  lockAccount,
  lockMember,
  lockUnusedInvite,
} from "../invites/index.ts";
import { addAliasIn, addMemberIn, listNamesakes } from "../members/index.ts";
import { conflict } from "./ask.ts";
import type { LinkDeps } from "./link.ts";
import {
  countByState,
  countUse,
  decideRequest,
  deleteBlock,
  findAsker,
  findPlayer,
  findRequest,
  insertBlock,
  listBlocks,
  listFreeMembers,
  listRequests,
  lockRequest,
  type RequestPage,
  type RequestRow,
} from "./queries.ts";

type ListedRow = Awaited<ReturnType<typeof listRequests>>[number];

/** With the player each one asked for, and players without an account whose name is like theirs. */
export async function loadRequests(db: Db, clanId: string, { state, limit, cursor }: RequestPage) {
  if (cursor !== undefined && !(await findRequest(db, clanId, cursor))) throw wrongCursor();
  const found = await listRequests(db, clanId, { state, limit: limit + 1, cursor });
  const { items: rows, next_cursor } = toPage(found, limit, ({ id }) => id);
  const isWaiting = state === "waiting";
  const findSimilar = createSimilarFinder(isWaiting && rows.length > 0 ? await listFreeMembers(db, clanId) : []);
  const hasWanted = isWaiting && rows.some((row) => row.wanted_member_id !== null);
  const namesakes = await listNamesakes(db, clanId, isWaiting ? rows.map(({ name }) => toNameKey(name)) : []);
  const taken = new Set(namesakes.map(({ name_key }) => name_key));
  const lastEntries = new Map(
    hasWanted ? (await listLastEntries(db, clanId)).map((row) => [row.member_id, row.day]) : [],
  );
  return {
    items: rows.map((row) => toRequest(row, { findSimilar, lastEntries, taken })),
    next_cursor,
    counts: await countByState(db, clanId),
  };
}

type Free = Awaited<ReturnType<typeof listFreeMembers>>[number];
type Asked = Pick<RequestRow, "name" | "wanted_member_id">;

function createSimilarFinder(free: Free[]) {
  const match = createNameMatcher(free);
  return ({ name, wanted_member_id }: Asked): Free[] => {
    const found = match(name)?.member;
    return found && found.id !== wanted_member_id ? [found] : [];
  };
}

interface Roster {
  findSimilar: (asked: Asked) => Free[];
  /** The last day of each player. */
  lastEntries: Map<string, string>;
  /** Keys of names that somebody has. */
  taken: Set<string>;
}

function toRequest(row: ListedRow, { findSimilar, lastEntries, taken }: Roster): JoinRequest {
  const { wanted_member_id: wantedId, wanted_name: wantedName, wanted_role: role } = row;
  const isTaken = row.wanted_user_id !== null || row.wanted_status !== "active";
  return {
    id: row.id,
    state: row.state,
    user: {
      display_name: row.display_name,
      provider: toProvider(row.app_metadata),
      discord_name: row.discord_name,
      account_created_at: row.account_created_at.toISOString(),
    },
    wanted:
      wantedId === null || wantedName === null || role === null
        ? null
        : {
            member_id: wantedId,
            name: wantedName,
            role,
            taken: row.state === "waiting" && isTaken,
            last_entry: lastEntries.get(wantedId) ?? null,
            rivals: row.rivals,
          },
    name: row.name,
    name_taken: taken.has(toNameKey(row.name)),
    similar: findSimilar(row).map(({ id, name }) => ({ member_id: id, name })),
    answer: row.answer,
    note: row.note,
    reason: row.reason,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by: row.decided_by_name,
    version: row.version,
  };
}

function toProvider(metadata: Record<string, unknown>): string {
  return typeof metadata.provider === "string" ? metadata.provider : "email";
}

type Approval = z.output<typeof approval>;
type As = Approval["as"];

/** Ties an account to a player. Two who decide at once, or an invite accepted meanwhile: one wins, the other is told. */
export function approve(deps: LinkDeps, actor: ClanActor, id: string, { as, version }: Approval) {
  const now = currentTime();
  return deps.db.transaction().execute(async (tx) => {
    const asked = await findRequest(tx, actor.clanId, id);
    if (!asked) throw notFound("Request");
    const memberId = toMemberId(as, asked);
    // Whoever comes too late is refused at once: of many at a time few hold a connection while they wait for the clan.
    requireWaiting(asked, version, now);
    if (memberId) requireFree(actor, await findPlayer(tx, actor.clanId, memberId));
    const isThere = await lockAccount(tx, asked.user_id);
    const clan = await lockClan(tx, actor.clanId);
    if (!clan) throw notFound("Clan");
    if (memberId) await lockUnusedInvite(tx, actor.clanId, memberId);
    const row = memberId ? await lockMember(tx, actor.clanId, memberId) : null;
    const request = await lockRequest(tx, actor.clanId, id);
    if (!request || !isThere) throw notFound("Request");
    requireWaiting(request, version, now);
    if (await hasPlayerIn(tx, actor.clanId, request.user_id)) {
      throw conflict("already_member", `${request.name} already has a player in this clan.`);
    }
    if (memberId) requireFree(actor, row);
    if (!(await countUse(tx, actor.clanId))) throw new ApiError("conflict", "This join link has reached its limit.");
    const player = row ?? (await addPlayer(tx, actor, as.kind === "new" ? as.name : request.name, now));
    await linkPlayer(deps, tx, actor, { request, player, clanName: clan.name });
    return { member_id: player.id, name: player.name };
  });
}

async function addPlayer(tx: Tx, actor: ClanActor, name: string, now: Date) {
  const [namesake] = await listNamesakes(tx, actor.clanId, [toNameKey(name)]);
  if (namesake) throw conflict("name_taken", `There is already a player called ${namesake.name}.`);
  return addMemberIn(tx, actor, { name }, now);
}

function toMemberId(as: As, { wanted_member_id }: RequestRow): string | null {
  if (as.kind === "row") return as.member_id;
  return as.kind === "asked" ? wanted_member_id : null;
}

function requireWaiting({ state, expires_at, version: current, name }: RequestRow, version: number, now: Date): void {
  if (state !== "waiting" || expires_at <= now) {
    throw conflict("decided", `The request of ${name} was decided or withdrawn meanwhile.`);
  }
  if (version !== current) throw conflict("decided", `The request of ${name} has changed meanwhile.`);
}

type LockedMember = Awaited<ReturnType<typeof lockMember>>;

function requireFree(actor: ClanActor, row: LockedMember): asserts row is NonNullable<LockedMember> {
  if (!row || row.status !== "active") throw conflict("row_inactive", "This player is not on the roster any more.");
  if (row.user_id) throw conflict("row_linked", `${row.name} is already linked to another account.`);
  if (!canManageRow(actor.role, row.role)) {
    throw new ApiError("forbidden", `Your role does not allow you to link ${row.name}`);
  }
}

interface Linked {
  request: RequestRow;
  player: { id: string; name: string };
  clanName: string;
}

async function linkPlayer(deps: LinkDeps, tx: Tx, actor: ClanActor, { request, player, clanName }: Linked) {
  const { clanId } = actor;
  const invite = await findUnusedInvite(tx, clanId, player.id);
  if (invite) await cancelUnusedInvite(tx, clanId, invite.id);
  await linkMemberToUser(tx, clanId, player.id, request.user_id);
  if (toNameKey(request.name) !== toNameKey(player.name)) await addAliasIn(tx, clanId, player.id, request.name);
  await decideRequest(tx, clanId, request.id, { ...decidedBy(actor), state: "approved", member_id: player.id });
  const target = { type: "join_request", id: request.id, name: request.name };
  await recordAudit(
    tx,
    actor,
    { action: "join_request.approve", target, isSecurity: true },
    { action: "member.link", target: { type: "member", id: player.id, name: player.name }, isSecurity: true },
    ...(invite
      ? [
          {
            action: "invite.cancel",
            target: { type: "invite", id: invite.id, name: player.name },
            reason: "Linked by a join request",
            isSecurity: true,
          },
        ]
      : []),
  );
  await queueWebhook(tx, { clanId, event: "member_joined", subject: request.id, facts: { member_id: player.id } });
  await mailAsker(deps, tx, request.user_id, {
    subject: `${clanName}: you are in`,
    title: `Welcome to ${clanName}`,
    paragraphs: [`The officers of ${clanName} let you in as ${player.name}.`],
    action: { label: "Open the clan", url: deps.publicUrl + pages.clanHome.path.replace("$id", clanId) },
  });
}

function decidedBy({ userId, name }: ClanActor) {
  return { decided_by: userId, decided_by_name: name };
}

interface AskerMail {
  subject: string;
  title: string;
  paragraphs: string[];
  action?: { label: string; url: string };
}

async function mailAsker({ secrets }: LinkDeps, tx: Tx, userId: string, mail: AskerMail): Promise<void> {
  const asker = await findAsker(tx, userId);
  if (!asker?.email) return;
  const reason = "You get this mail because you asked to join this clan.";
  await queueMail(tx, secrets, { to: asker.email, ...composeMail({ ...mail, reason }) });
}

/** Only those that need no second look: a free player that was asked for, or a name like nobody's. */
export async function approveMany(deps: LinkDeps, actor: ClanActor, ids: string[]) {
  const findSimilar = createSimilarFinder(await listFreeMembers(deps.db, actor.clanId));
  const results: { id: string; ok: boolean; problem?: string }[] = [];
  for (const id of new Set(ids)) results.push({ id, ...(await approveOne(deps, actor, id, findSimilar)) });
  return { results };
}

async function approveOne(deps: LinkDeps, actor: ClanActor, id: string, findSimilar: (asked: Asked) => Free[]) {
  try {
    const request = await findRequest(deps.db, actor.clanId, id);
    if (!request) return { ok: false, problem: "This request is not there any more." };
    if (!request.wanted_member_id) {
      const [similar] = findSimilar(request);
      if (similar) return { ok: false, problem: `${request.name} may be ${similar.name}: decide this one by itself.` };
    }
    await approve(deps, actor, id, { as: { kind: "asked" }, version: request.version });
    return { ok: true };
  } catch (error) {
    if (error instanceof ApiError) return { ok: false, problem: error.message };
    throw error;
  }
}

interface Refusal {
  reason?: string | undefined;
  block: boolean;
  version: number;
}

export function decline(deps: LinkDeps, actor: ClanActor, id: string, refusal: Refusal) {
  const now = currentTime();
  const { clanId } = actor;
  return deps.db.transaction().execute(async (tx) => {
    const clan = await lockClan(tx, clanId);
    const request = await lockRequest(tx, clanId, id);
    if (!request || !clan) throw notFound("Request");
    requireWaiting(request, refusal.version, now);
    const reason = refusal.reason || null;
    await decideRequest(tx, clanId, id, { ...decidedBy(actor), state: "declined", reason });
    if (refusal.block) await insertBlock(tx, clanId, request.user_id, actor.userId);
    const target = { type: "join_request", id, name: request.name };
    await recordAudit(
      tx,
      actor,
      { action: "join_request.decline", target, reason: reason ?? undefined },
      ...(refusal.block ? [{ action: "join_request.block", target, isSecurity: true }] : []),
    );
    await mailAsker(deps, tx, request.user_id, {
      subject: `${clan.name}: your request`,
      title: `${clan.name} declined your request`,
      paragraphs: [...(reason ? [reason] : []), "You may ask again in 7 days."],
    });
  });
}

export async function loadBlocks(db: Db, clanId: string) {
  const rows = await listBlocks(db, clanId);
  return { items: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })) };
}

export async function unblock(db: Db, actor: ClanActor, userId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await deleteBlock(tx, actor.clanId, userId))) throw notFound("Account");
    const target = { type: "join_request", id: userId };
    await recordAudit(tx, actor, { action: "join_request.unblock", target, isSecurity: true });
  });
}
