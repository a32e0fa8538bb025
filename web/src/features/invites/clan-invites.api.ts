import {
  cancelInvite,
  createInvite,
  extendInvite,
  getInviteHistory,
  type Invite,
  listClanInvitesRaw,
  renewInviteCode,
} from "@clanhall/contract/invites";
import type { Member } from "@clanhall/contract/members";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { CallError } from "../../lib/api-errors.ts";

export const clanInvitesQuery = (clanId: string) =>
  queryOptions({
    queryKey: ["clans", clanId, "invites"],
    queryFn: () => call(listClanInvitesRaw, { params: { clanId } }),
  });

export const inviteHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: ["invites", id, "history"],
    queryFn: async () => (await call(getInviteHistory, { params: { id } })).items,
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
  return call(extendInvite, { params: { id }, body: { expiresInHours: hours } });
}

export function renewCode(id: string): Promise<Invite> {
  return call(renewInviteCode, { params: { id } });
}

export function endInvite(id: string) {
  return call(cancelInvite, { params: { id } });
}

export type Invitee = Pick<Member, "id" | "name" | "invite">;

export interface InviteRound {
  members: Invitee[];
  hours: number;
  /** Whether invites that are still open make way for the new ones. */
  replace: boolean;
}

export interface RoundResult {
  invites: Invite[];
  failures: { member: Invitee; error: unknown }[];
}

/** Invites one after the other. When the server is away or wants a pause, the rest is not even tried. */
export async function inviteAll({ members, hours, replace }: InviteRound): Promise<RoundResult> {
  const result: RoundResult = { invites: [], failures: [] };
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
  return !(error instanceof CallError) || error.status === undefined || error.status === 429 || error.status >= 500;
}
