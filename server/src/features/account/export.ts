import type { Db } from "../../db/tables.ts";
import {
  type CredentialRow,
  type FactorRow,
  getUser,
  type IdentityRow,
  listFactors,
  listIdentities,
  listPasskeys,
  listSessionsOf,
  type SessionRow,
  type UserRow,
} from "../auth/index.ts";
import {
  findAppAdmin,
  findDiscordLinkOf,
  listDiscordRolesOf,
  findLoginActivityOf,
  listAdminAuditOf,
  listAuditOf,
  listBulletinsOf,
  listBulletinsOpenedBy,
  listBulletinVersionsOf,
  listClanSettingsOf,
  listEntriesOf,
  listMembershipsOf,
  listRequestsOf,
  listWarningsOf,
} from "./personal-data.queries.ts";
import { listRequestsToExport as listJoinRequestsOf } from "../joining/index.ts";
import { toProfile } from "./profile.ts";

/**
 * What we keep about somebody, for themselves, but for what officers note for each other. Fields are named one by one:
 * hashes, keys and secrets stay here.
 */
export async function exportAccount(db: Db, userId: string, now: Date) {
  const user = await getUser(db, userId);
  return {
    exported_at: now,
    profile: toProfile(user),
    account: toAccount(user),
    identities: (await listIdentities(db, userId)).map(toIdentity),
    passkeys: (await listPasskeys(db, userId)).map(toPasskey),
    factors: (await listFactors(db, userId)).map(toFactor),
    sessions: (await listSessionsOf(db, userId)).map(toSession),
    history: await listAuditOf(db, userId),
    login_activity: (await findLoginActivityOf(db, userId)) ?? null,
    clans: await listMembershipsOf(db, userId),
    entries: await listEntriesOf(db, userId),
    requests: await listRequestsOf(db, userId),
    warnings: await listWarningsOf(db, userId),
    bulletins: await listBulletinsOf(db, userId),
    bulletin_words: await listBulletinVersionsOf(db, userId),
    bulletins_opened: await listBulletinsOpenedBy(db, userId),
    join_requests: await listJoinRequestsOf(db, userId),
    discord: await findDiscordLinkOf(db, userId),
    discord_roles: await listDiscordRolesOf(db, userId),
    clan_settings: await listClanSettingsOf(db, userId),
    app_admin: (await findAppAdmin(db, userId)) ?? null,
    administration: await listAdminAuditOf(db, userId),
  };
}

function toAccount({
  new_email,
  email_confirmed_at,
  email_confirmed_by,
  last_sign_in_at,
  user_metadata,
  app_metadata,
}: UserRow) {
  return { new_email, email_confirmed_at, email_confirmed_by, last_sign_in_at, user_metadata, app_metadata };
}

function toIdentity({ provider, subject, identity_data, created_at, last_sign_in_at }: IdentityRow) {
  return { provider, subject, identity_data, created_at, last_sign_in_at };
}

function toPasskey({ friendly_name, created_at, last_used_at, backed_up }: CredentialRow) {
  return { name: friendly_name, created_at, last_used_at, synced: backed_up };
}

function toFactor({ type, status, friendly_name, phone, created_at }: FactorRow) {
  return { type, status, name: friendly_name, phone, created_at };
}

function toSession({ id, user_agent, ip, aal, amr, created_at, refreshed_at }: SessionRow) {
  return { id, user_agent, ip, aal, amr, created_at, last_seen_at: refreshed_at };
}
