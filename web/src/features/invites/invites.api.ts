import { queryOptions, useQuery } from "@tanstack/react-query";
import { send } from "../../lib/api-client.ts";
import { hasStatus } from "../../lib/call-error.ts";
import { asRecord, readField, readFlag, readList, readRecord, readText } from "../../lib/compat/read-answer.ts";
import { type Invite, readInvites, toInvite } from "../../lib/compat/entities.ts";
import { useTraceOf } from "../../lib/use-trace-of.ts";

const defaultLifetimeHours = 168;

export interface InviteStatus {
  member_id: string;
  has_linked_user: boolean;
  has_open_invite: boolean;
}

export async function listMyInvites(): Promise<Invite[]> {
  return (await firstFound("/api/invites", "/api/invites/my")) ?? [];
}

const myInvitesQuery = queryOptions({ queryKey: ["invites", "my"], queryFn: listMyInvites });
const none: Invite[] = [];

/** The dashboard does without invites that do not come. */
export function useMyInvites(isWanted: boolean) {
  const { data = none, error, isPending } = useQuery({ ...myInvitesQuery, enabled: isWanted });
  useTraceOf(error, "The invites could not be loaded");
  return { invites: data, isPending };
}

/** A clan's invites by the most telling path there is; without any, the caller's own that belong to the clan. */
export async function listInvitesOfClan(clanId: string): Promise<Invite[]> {
  const clan = `/api/clans/${encodeURIComponent(clanId)}`;
  const found = await firstFound(`${clan}/invites-raw`, `${clan}/invites`);
  return found ?? (await listMyInvites()).filter((invite) => invite.clan_id === clanId);
}

export async function createInvite(clanMemberId: string, expiresInHours = defaultLifetimeHours): Promise<Invite> {
  const answer = await send({ method: "POST", path: "/api/invites", body: { clanMemberId, expiresInHours } });
  return toInvite(unwrap(answer, "invite"));
}

export async function getInvite(token: string): Promise<Invite> {
  return toInvite(unwrap(await send({ method: "GET", path: invitePath(token) }), "invite"));
}

/** A visitor's step: the code buys an invite session token, which a signed-in user then links with. */
export async function processInvite(token: string, verificationCode: string): Promise<string> {
  const path = `${invitePath(token)}/process`;
  const answer = await send({ method: "POST", path, body: { verificationCode } }, { anonymous: true });
  const fields = unwrap(answer, "data");
  return readText(fields, "invite_session_token", "session_token", "token") ?? "";
}

export async function linkInvite(token: string, inviteSessionToken: string): Promise<void> {
  await send({ method: "POST", path: `${invitePath(token)}/link`, body: { inviteSessionToken } });
}

/** A server without this check answers 404; the code then counts as valid and the next step judges it. */
export async function isCodeValid(token: string, verificationCode: string): Promise<boolean> {
  try {
    const path = `${invitePath(token)}/validate`;
    const answer = await send({ method: "POST", path, body: { verificationCode } });
    return readFlag(unwrap(answer, "data"), "valid") ?? false;
  } catch (error) {
    if (hasStatus(error, 404)) return true;
    throw error;
  }
}

export async function cancelInvite(id: string): Promise<void> {
  try {
    await send({ method: "DELETE", path: invitePath(id) });
  } catch (error) {
    if (!hasStatus(error, 404, 405)) throw error;
    await send({ method: "PUT", path: `${invitePath(id)}/cancel` });
  }
}

export async function listInviteStatuses(clanId: string): Promise<Map<string, InviteStatus>> {
  const path = `/api/clans/${encodeURIComponent(clanId)}/members/invite-status`;
  try {
    return readInviteStatuses(await send({ method: "GET", path, query: { shape: "map" } }));
  } catch (error) {
    if (hasStatus(error, 404)) return new Map();
    throw error;
  }
}

/** Keyed by member, whether the answer is a map, a list or either of them under `data`. */
function readInviteStatuses(answer: unknown): Map<string, InviteStatus> {
  const list = readList(answer, "data", "items", "statuses");
  const map = readRecord(asRecord(answer), "statuses");
  const data = Object.keys(map).length > 0 ? map : unwrap(answer, "data");
  const rows = list.length > 0 ? list : Object.entries(data).map(([id, row]) => ({ member_id: id, ...asRecord(row) }));
  return new Map(rows.map(toInviteStatus).map((status) => [status.member_id, status]));
}

function toInviteStatus(fields: Record<string, unknown>): InviteStatus {
  return {
    member_id: readText(fields, "member_id") ?? "",
    has_linked_user: readFlag(fields, "has_linked_user") ?? false,
    has_open_invite: readFlag(fields, "has_open_invite") ?? false,
  };
}

/** The list of the first path that exists, or null when none does. */
async function firstFound(...paths: string[]): Promise<Invite[] | null> {
  for (const path of paths) {
    try {
      return readInvites(await send({ method: "GET", path }));
    } catch (error) {
      if (!hasStatus(error, 404)) throw error;
    }
  }
  return null;
}

function unwrap(answer: unknown, wrapper: string): Record<string, unknown> {
  const fields = asRecord(answer);
  const inner = readField(fields, wrapper) ?? readField(fields, "data");
  return inner === undefined ? fields : asRecord(inner);
}

function invitePath(tokenOrId: string): string {
  return `/api/invites/${encodeURIComponent(tokenOrId)}`;
}
