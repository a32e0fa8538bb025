import {
  cancelInvite,
  createInvite,
  extendInvite,
  getInvite,
  getInviteHistory,
  type Invite,
  isOutstanding,
  linkInvite,
  listClanInvitesRaw,
  processInvite,
  renewInviteCode,
  validateInvite,
} from "@clanhall/contract/invites";
import type { Member } from "@clanhall/contract/members";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { ApiError, hasStatus } from "../../lib/api-errors.ts";
import { readStored, writeStored } from "../../lib/shared/storage.ts";
import { toCsvLine } from "@clanhall/contract/csv";
import { formatDateTime } from "../../lib/format.ts";

export const clanInvitesQuery = (clanId: string) =>
  queryOptions({
    queryKey: ["clans", clanId, "invites"],
    queryFn: () => call(listClanInvitesRaw, { params: { clanId } }),
  });

export const inviteHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: ["invites", id, "history"],
    queryFn: async () => (await call(getInviteHistory, { params: { invite: id } })).items,
  });

/** Whatever becomes of an invite shows in the lists of the clan and in the invite's history. */
export function useInviteChange<Input, Answer>(clanId: string, change: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ["invites"] });
      void queries.invalidateQueries({ queryKey: ["members", clanId] });
      return queries.invalidateQueries({ queryKey: ["clans", clanId] });
    },
  });
}

export function extendTo({ id, hours }: { id: string; hours: number }): Promise<Invite> {
  return call(extendInvite, { params: { invite: id }, body: { expiresInHours: hours } });
}

export function renewCode(id: string): Promise<Invite> {
  return call(renewInviteCode, { params: { invite: id } });
}

export function endInvite(id: string) {
  return call(cancelInvite, { params: { invite: id } });
}

export type Invitee = Pick<Member, "id" | "name" | "invite">;

interface BulkInvite {
  members: Invitee[];
  hours: number;
  /** Whether invites that are still open make way for the new ones. */
  replace: boolean;
}

export interface BulkResult {
  invites: Invite[];
  failures: { member: Invitee; error: unknown }[];
}

/** Invites one after the other. When the server is away or wants a pause, the rest is not even tried. */
export async function inviteAll({ members, hours, replace }: BulkInvite): Promise<BulkResult> {
  const result: BulkResult = { invites: [], failures: [] };
  let stop: unknown = null;
  for (const member of members) {
    if (stop) result.failures.push({ member, error: stop });
    else {
      try {
        const body = { clanMemberId: member.id, expiresInHours: hours, replace };
        result.invites.push(await call(createInvite, { body }));
      } catch (error) {
        result.failures.push({ member, error });
        if (isForAll(error)) stop = error;
      }
    }
  }
  return result;
}

function isForAll(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === undefined || error.status === 429 || error.status >= 500;
}

/** The state of an invite, which the server tells to whoever is signed in and holds the link. */
export const inviteStateQuery = (token: string) =>
  queryOptions({
    queryKey: ["invite-state", token],
    queryFn: () => call(getInvite, { params: { invite: token } }),
    retry: false,
  });

/** Trades the code for the right to be linked, which this browser keeps until it is used or over. */
export async function openInvite(token: string, verificationCode: string): Promise<InviteGrant> {
  const answer = await call(
    processInvite,
    { params: { invite: token }, body: { verificationCode } },
    { anonymous: true },
  );
  const grant = {
    inviteToken: token,
    sessionToken: answer.invite_session_token,
    expiresAt: answer.expires_at,
    memberName: answer.clan_member.name,
    clanName: answer.clan_member.clan.name,
  };
  keepGrant(grant);
  return grant;
}

/**
 * Whether a code was refused for being wrong, where the refusal does not say why, as on a server of another make.
 * Ours always does, so that no try is counted twice.
 */
export async function isWrongCode(error: unknown, token: string, verificationCode: string): Promise<boolean> {
  if (!hasStatus(error, 400, 422)) return false;
  try {
    const { valid } = await call(
      validateInvite,
      { params: { invite: token }, body: { verificationCode } },
      { anonymous: true },
    );
    return !valid;
  } catch {
    return false;
  }
}

export function useLinkInvite() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ inviteToken, sessionToken }: InviteGrant) =>
      call(linkInvite, { params: { invite: inviteToken }, body: { inviteSessionToken: sessionToken } }),
    onSuccess: () => {
      keepGrant(null);
      void queries.invalidateQueries();
    },
  });
}

const key = "invite_grant";

/** What the right code of an invite bought: for half an hour it can be traded for the player. */
export interface InviteGrant {
  inviteToken: string;
  sessionToken: string;
  expiresAt: string;
  memberName: string;
  clanName: string;
}

/**
 * Kept for all tabs of this browser: whoever has to sign up first comes back in a new tab, by a link in a mail. On
 * another device the code is asked for again.
 */
export function keepGrant(grant: InviteGrant | null): void {
  writeStored(key, grant && JSON.stringify(grant));
}

export function readGrant(inviteToken: string, now = Date.now()): InviteGrant | null {
  const grant = parseGrant(readStored(key));
  if (!grant) return null;
  if (Date.parse(grant.expiresAt) > now) return grant.inviteToken === inviteToken ? grant : null;
  keepGrant(null);
  return null;
}

function parseGrant(text: string | null): InviteGrant | null {
  try {
    return text === null ? null : (JSON.parse(text) as InviteGrant);
  } catch {
    return null;
  }
}

export function toLink({ invite_token: token }: Invite): string {
  return token === null ? "" : `${location.origin}/invite/${token}`;
}

export function toMessage(invite: Invite): string {
  const { name, clan } = invite.clan_member;
  const until = invite.expires_at ? `\nThe invite works until ${formatDateTime(invite.expires_at)}.` : "";
  return `You are invited to ${clan.name} as ${name}.\nOpen ${toLink(invite)}\nand enter the code ${invite.verification_code}.${until}`;
}

export function toCsv(invites: Invite[]): string {
  const rows = invites.map((invite) =>
    toCsvLine([invite.clan_member.name, toLink(invite), invite.verification_code, invite.expires_at]),
  );
  return toCsvLine(["player", "link", "code", "expires_at"]) + rows.join("");
}

const lifetimes: Record<number, string> = {
  24: "1 day",
  72: "3 days",
  168: "1 week",
  336: "2 weeks",
  720: "30 days",
};

export function toLifetime(hours: number): string {
  return lifetimes[hours] ?? `${hours} hours`;
}

export type InviteState = "open" | "accepted" | "expired" | "cancelled";

export function stateOf(invite: Invite, now: number): InviteState {
  if (invite.is_processed) return "accepted";
  if (isOutstanding(invite, new Date(now))) return "open";
  return endOf(invite) <= cancelledAt(invite) ? "expired" : "cancelled";
}

/** Open invites by what ends first; whatever is over, the latest first. */
export function invitesIn(invites: Invite[], state: InviteState, now: number): Invite[] {
  const found = invites.filter((invite) => stateOf(invite, now) === state);
  if (state === "open") return found.toSorted((a, b) => endOf(a) - endOf(b));
  return found.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at));
}

/** One that ran out before it was cancelled has run out: a new invite closes the old one so. */
function cancelledAt({ cancelled_at: at }: Invite): number {
  return at ? Date.parse(at) : Infinity;
}

function endOf({ expires_at: expiresAt }: Invite): number {
  return expiresAt === null ? Infinity : Date.parse(expiresAt);
}
