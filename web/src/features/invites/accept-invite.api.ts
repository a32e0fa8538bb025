import { getInvite, linkInvite, processInvite, validateInvite } from "@clanhall/contract/invites";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { hasStatus } from "../../lib/api-errors.ts";
import { type InviteGrant, keepGrant } from "./invite-grant.ts";

/** The state of an invite, which the server tells to whoever is signed in and holds the link. */
export const inviteStateQuery = (token: string) =>
  queryOptions({
    queryKey: ["invite-state", token],
    queryFn: () => call(getInvite, { params: { token } }),
    retry: false,
  });

/** Trades the code for the right to be linked, which this browser keeps until it is used or over. */
export async function openInvite(token: string, verificationCode: string): Promise<InviteGrant> {
  const answer = await call(processInvite, { params: { token }, body: { verificationCode } }, { anonymous: true });
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
      { params: { token }, body: { verificationCode } },
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
      call(linkInvite, { params: { token: inviteToken }, body: { inviteSessionToken: sessionToken } }),
    onSuccess: () => {
      keepGrant(null);
      void queries.invalidateQueries();
    },
  });
}
