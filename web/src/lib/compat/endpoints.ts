import type { Method } from "@clanhall/contract/endpoint";
import type { Invite } from "@clanhall/contract/invites";
import { hasStatus } from "../api-errors.ts";
import {
  readAppAdmins,
  readBulletins,
  readClans,
  readInvites,
  readMembers,
  readScoreboards,
  toClan,
  toInvite,
  toInvitedMember,
  toMember,
  toProfile,
} from "./entities.ts";
import { asRecord, type Fields, readField, readFlag, readList, readRecord, readText, unwrap } from "./read-answer.ts";

export interface Request {
  method: Method;
  path: string;
  query?: Fields;
  body?: unknown;
}

type Send = (request: Request) => Promise<unknown>;

/** Makes a call of the contract on a server of any make, and answers as the contract says. */
type Adapter = (send: Send, request: Request, params: Fields) => Promise<unknown>;

const reads =
  (read: (answer: unknown) => unknown): Adapter =>
  async (send, request) =>
    read(await send(request));

/** The answer of the first request that the server knows, else undefined. */
async function firstKnown(send: Send, ...requests: Request[]): Promise<unknown> {
  for (const request of requests) {
    try {
      return await send(request);
    } catch (error) {
      if (!hasStatus(error, 404)) throw error;
    }
  }
  return undefined;
}

/** The calls that other servers answer in their own way, by method and path of the contract. */
const adapters: Record<string, Adapter> = {
  "GET /api/clans/my": reads(readClans),
  "GET /api/clans/:clanId": reads((answer) => toClan(unwrap(answer, "clan"))),
  "GET /api/clans/:clanId/is-admin": reads((answer) => {
    const isAdmin =
      readFlag(asRecord(answer), "is_admin") ?? readFlag(readRecord(asRecord(answer), "data"), "is_admin");
    return { isAdmin: isAdmin ?? false };
  }),
  "GET /api/clans/:clanId/members": listMembers,
  "GET /api/clans/:clanId/members/invite-status": async (send, request) =>
    readInviteStatuses(await firstKnown(send, request)),
  "GET /api/clan-members/my-linked": reads((answer) => readMembers(answer).map(toLinkedMember)),
  "GET /api/clan-members/search": async (send, request) =>
    readText(request.query ?? {}, "q")?.trim() ? readMembers(await firstKnown(send, request)).map(toLinkedMember) : [],
  "GET /api/app-admins": reads((answer) => ({ admins: readAppAdmins(answer) })),
  "GET /api/me/admin": reads((answer) => ({ success: true, data: { isAppAdmin: readAdminStatus(answer) } })),
  "GET /api/me/profile": reads((answer) => toProfile(unwrap(answer, "profile"))),
  "PUT /api/me/profile": reads((answer) => toProfile(unwrap(answer, "profile"))),
  "GET /api/clans/:clanId/bulletins": async (send, request, { clanId }) =>
    toBulletinsPage(clanId ? await send(request) : []),
  "GET /api/bulletins": reads((answer) => ({ items: readBulletins(answer) })),
  "GET /api/scoreboards": listScoreboards,
  "GET /api/invites": async (send) => ({ invites: await listMyInvites(send) }),
  "GET /api/clans/:clanId/invites-raw": async (send, request, { clanId }) => {
    const found = await firstKnown(send, request, { ...request, path: request.path.replace(/-raw$/, "") });
    return found === undefined
      ? (await listMyInvites(send)).filter((invite) => invite.clan_id === clanId)
      : readInvites(found);
  },
  "POST /api/invites": reads((answer) => toInvite(unwrap(answer, "invite"))),
  "GET /api/invites/:invite": reads((answer) => toInviteState(unwrap(answer, "invite"))),
  "POST /api/invites/:invite/process": reads((answer) => toInviteSession(unwrap(answer, "data"))),
  "POST /api/invites/:invite/validate": validateInvite,
  "DELETE /api/invites/:invite": cancelInvite,
};

export function adapterOf({ method, path }: { method: Method; path: string }): Adapter | undefined {
  return adapters[`${method} ${path}`];
}

/** Who has an open invite is asked for where the rows do not say. */
async function listMembers(send: Send, request: Request, { clanId }: Fields): Promise<unknown> {
  const answer = await send(request);
  const rows = readMembers(answer).map((row) => ({ clan_id: clanId, ...row }));
  const hasStatuses = rows.length === 0 || rows.some((row) => "invite" in row);
  const statuses = hasStatuses ? {} : await findInviteStatuses(send, request.path);
  return {
    members: rows.map((row) => {
      const member = toMember(row);
      return statuses[member.id]?.has_open_invite ? { ...member, invite: { state: "open", expires_at: null } } : member;
    }),
    next_cursor: readText(asRecord(answer), "next_cursor") ?? null,
    counts: readRecord(asRecord(answer), "counts"),
  };
}

/** A plain member may not be told, which is no reason to show no members. */
async function findInviteStatuses(send: Send, membersPath: string): Promise<Record<string, InviteStatus>> {
  const request = { method: "GET", path: `${membersPath}/invite-status`, query: { shape: "map" } } as const;
  try {
    return readInviteStatuses(await firstKnown(send, request));
  } catch (error) {
    if (hasStatus(error, 403)) return {};
    throw error;
  }
}

interface InviteStatus {
  member_id: string;
  has_linked_user: boolean;
  has_open_invite: boolean;
}

/** Keyed by member, whether the answer is a map, a list or either of them under `data` or `statuses`. */
function readInviteStatuses(answer: unknown): Record<string, InviteStatus> {
  const list = readList(answer, "data", "items", "statuses");
  const map = Object.entries(unwrap(answer, "statuses"));
  const rows = list.length > 0 ? list : map.map(([id, row]) => ({ member_id: id, ...asRecord(row) }));
  return Object.fromEntries(rows.map(toInviteStatus).map((status) => [status.member_id, status]));
}

function toInviteStatus(fields: Fields): InviteStatus {
  return {
    member_id: readText(fields, "member_id") ?? "",
    has_linked_user: readFlag(fields, "has_linked_user") ?? false,
    has_open_invite: readFlag(fields, "has_open_invite") ?? false,
  };
}

function toLinkedMember(fields: Fields) {
  const clan = readRecord(fields, "clan");
  const member = toMember(fields);
  return { ...member, clan: { id: readText(clan, "id") ?? member.clan_id, name: readText(clan, "name") ?? "" } };
}

/** The flag also counts outside `data`, but only a plain true makes an admin. */
function readAdminStatus(answer: unknown): boolean {
  const fields = asRecord(answer);
  return readFlag(readRecord(fields, "data"), "is_app_admin") ?? readFlag(fields, "is_app_admin") ?? false;
}

function toBulletinsPage(answer: unknown) {
  const items = readBulletins(answer);
  const counts = { draft: 0, scheduled: 0, live: 0, expired: 0 };
  for (const { state } of items) counts[state] += 1;
  const fields = asRecord(answer);
  return {
    items,
    counts: readField(fields, "counts") ?? counts,
    next_cursor: readText(fields, "next_cursor") ?? null,
  };
}

/** By the newest path the server knows; only paths that are missing or broken are passed over. */
async function listScoreboards(send: Send, request: Request): Promise<unknown> {
  const isActive = readText(request.query ?? {}, "is_active") === "true";
  const others = isActive ? ["/api/scoreboards/active", "/api/scoreboards"] : [];
  const answer = await others.reduce<Promise<unknown>>(
    (found, path) =>
      found.catch((error: unknown) => {
        if (!hasStatus(error, 404, 405, 500)) throw error;
        return send({ method: "GET", path });
      }),
    send(request),
  );
  return readScoreboards(answer).filter((board) => !isActive || board.is_active);
}

async function listMyInvites(send: Send): Promise<Invite[]> {
  const paths = ["/api/invites", "/api/invites/my"];
  return readInvites(await firstKnown(send, ...paths.map((path) => ({ method: "GET" as const, path }))));
}

/** What whoever holds the link may know, also where the server tells the whole invite. */
function toInviteState(fields: Fields) {
  const invite = toInvite(fields);
  const isOver = invite.expires_at !== null && Date.parse(invite.expires_at) <= Date.now();
  const state = invite.is_processed ? "used" : invite.cancelled_at ? "cancelled" : isOver ? "expired" : "open";
  return {
    state: readText(fields, "state") ?? state,
    expires_at: invite.expires_at,
    is_processed: invite.is_processed,
    used_by_me: readFlag(fields, "used_by_me") ?? false,
    locked_for: readField(fields, "locked_for") ?? null,
  };
}

const sessionMs = 30 * 60_000;

function toInviteSession(fields: Fields) {
  return {
    invite_session_token: readText(fields, "invite_session_token", "session_token", "token") ?? "",
    expires_at: readText(fields, "expires_at") ?? new Date(Date.now() + sessionMs).toISOString(),
    clan_member: toInvitedMember(readRecord(fields, "clan_member")),
  };
}

/** On a server without this check every code counts as valid: the next step decides. */
async function validateInvite(send: Send, request: Request): Promise<unknown> {
  const answer = await firstKnown(send, request);
  return { valid: answer === undefined || (readFlag(unwrap(answer, "data"), "valid") ?? false) };
}

async function cancelInvite(send: Send, request: Request): Promise<unknown> {
  try {
    return await send(request);
  } catch (error) {
    if (!hasStatus(error, 404, 405)) throw error;
    return send({ method: "PUT", path: `${request.path}/cancel` });
  }
}
