import type { Invite } from "@clanhall/contract/invites";
import { canInClan, defaultToggles } from "@clanhall/contract/permissions";
import type { Secrets } from "../../access/secrets.ts";
import type { Db } from "../../db/tables.ts";
import { notFound } from "../../errors.ts";
import { findSecondsLocked } from "./attempts.queries.ts";
import { toInvite } from "./invite-answer.ts";
import { hashOf } from "./invite-secrets.ts";
import { toInviteState } from "./invite.ts";
import { findInviteByToken, listHappenings, listInvitesOfClans, listMemberships } from "./queries.ts";

export async function listInvitesOfClan(db: Db, secrets: Secrets, clanId: string): Promise<Invite[]> {
  return (await listInvitesOfClans(db, [clanId])).map((row) => toInvite(row, secrets));
}

/** For a dashboard, which has no use for links and codes. */
export async function listInvitesAcrossClans(db: Db, userId: string): Promise<Invite[]> {
  const clanIds = (await listMemberships(db, userId))
    .filter(({ role, toggles }) => canInClan(role, "invite.manage", { ...defaultToggles, ...toggles }))
    .map(({ clan_id }) => clan_id);
  if (clanIds.length === 0) return [];
  return (await listInvitesOfClans(db, clanIds)).map((row) => toInvite(row, null));
}

export async function getStateOfInvite(db: Db, token: string, userId: string) {
  const hash = hashOf(token);
  const invite = await findInviteByToken(db, hash);
  if (!invite) throw notFound("Invite");
  const state = toInviteState(invite);
  return {
    state,
    expires_at: invite.expires_at?.toISOString() ?? null,
    is_processed: invite.is_processed,
    used_by_me: invite.processed_by_user_id === userId,
    locked_for: state === "open" ? await findSecondsLocked(db, hash) : null,
  };
}

export async function listHistoryOfInvite(db: Db, clanId: string, id: string) {
  const rows = await listHappenings(db, clanId, id);
  return rows.map(({ at, action, actor_name }) => ({ at: at.toISOString(), action, actor: actor_name }));
}
