import type { Invite } from "@clanhall/contract/invites";
import { canInClan, canManageRow, defaultToggles } from "@clanhall/contract/permissions";
import type { ClanActor } from "../../access/actor.ts";
import type { Secrets } from "../../access/secrets.ts";
import { hashToken } from "../../access/tokens.ts";
import type { Db } from "../../db/tables.ts";
import { notFound } from "../../errors.ts";
import { findSecondsLocked } from "./attempts.queries.ts";
import { sealedFor, toInviteState } from "./invite.ts";
import { findInviteByToken, type InviteRow, listInviteAudit, listInvitesOfClans, listMemberships } from "./queries.ts";

/** With links and codes of those that the caller may change. */
export async function listInvitesOfClan(db: Db, secrets: Secrets, { clanId, role }: ClanActor): Promise<Invite[]> {
  const rows = await listInvitesOfClans(db, [clanId]);
  return rows.map((row) => toInvite(row, canManageRow(role, row.member_role) ? secrets : null));
}

/** For a dashboard, without links and codes. */
export async function listInvitesAcrossClans(db: Db, userId: string): Promise<Invite[]> {
  const clanIds = (await listMemberships(db, userId))
    .filter(({ role, toggles }) => canInClan(role, "invite.manage", { ...defaultToggles, ...toggles }))
    .map(({ clan_id }) => clan_id);
  if (clanIds.length === 0) return [];
  return (await listInvitesOfClans(db, clanIds)).map((row) => toInvite(row, null));
}

export async function getStateOfInvite(db: Db, token: string, userId: string) {
  const hash = hashToken(token);
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
  const rows = await listInviteAudit(db, clanId, id);
  return rows.map(({ at, action, actor_name }) => ({ at: at.toISOString(), action, actor: actor_name }));
}

/** Link and code only with `secrets`, and only of an open invite; neither where the secret that sealed them is lost. */
export function toInvite(row: InviteRow, secrets: Secrets | null): Invite {
  const shown = toInviteState(row) === "open" ? secrets : null;
  return {
    id: row.id,
    clan_id: row.clan_id,
    clan_member_id: row.clan_member_id,
    invite_token: shown?.tryOpen(row.sealed_token, sealedFor.token) ?? null,
    verification_code: shown?.tryOpen(row.sealed_code, sealedFor.code) ?? null,
    is_processed: row.is_processed,
    processed_at: row.processed_at?.toISOString() ?? null,
    processed_by_user_id: row.processed_by_user_id,
    cancelled_at: row.cancelled_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    created_by: row.created_by,
    updated_at: row.updated_at.toISOString(),
    clan_member: toInvitedMember(row),
  };
}

export function toInvitedMember(row: InviteRow): Invite["clan_member"] {
  const clan = { id: row.clan_id, name: row.clan_name };
  return { id: row.clan_member_id, name: row.member_name, tint: row.member_tint, clan };
}
