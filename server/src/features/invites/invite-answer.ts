import type { Invite } from "@clanhall/contract/invites";
import type { Secrets } from "../../access/secrets.ts";
import { sealedFor } from "./invite-secrets.ts";
import { toInviteState } from "./invite.ts";
import type { InviteRow } from "./queries.ts";

/** Without the secrets, or once it is no longer open, link and code stay out. */
export function toInvite(row: InviteRow, secrets: Secrets | null): Invite {
  const shown = toInviteState(row) === "open" ? secrets : null;
  return {
    id: row.id,
    clan_id: row.clan_id,
    clan_member_id: row.clan_member_id,
    invite_token: shown?.open(row.sealed_token, sealedFor.token) ?? null,
    verification_code: shown?.open(row.sealed_code, sealedFor.code) ?? null,
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
