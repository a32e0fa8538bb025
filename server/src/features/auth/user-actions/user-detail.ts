import type { UserDetail } from "@clanhall/contract/admin-users";
import { isBanned, isSessionOver } from "../../../access/session-life.ts";
import type { Db } from "../../../db/tables.ts";
import { findLoginActivity } from "../../account/account.queries.ts";
import { listMembershipsOfUser } from "../../users/memberships.queries.ts";
import { getUserRow } from "../../users/users.queries.ts";
import type { AuthService } from "../auth-service.ts";
import { type FactorRow, listFactors } from "../factors/factors.queries.ts";
import { toDevice } from "../me/device.ts";
import { listSessionsOf } from "../me/me.queries.ts";
import { loadSignIns } from "../me/sessions-of-mine.ts";
import type { SessionRow } from "../sessions.queries.ts";
import { getUser, type IdentityRow, listIdentities, type UserRow } from "../users.queries.ts";

const signInsShown = 20;

/** Fields are named one by one: hashes, keys, numbers and tokens stay here. */
export async function loadUserDetail(
  db: Db,
  { settings }: Pick<AuthService, "settings">,
  userId: string,
  now = new Date(),
): Promise<UserDetail> {
  const { created_at, last_sign_in_at, ...row } = await getUserRow(db, userId);
  const sessions = await listSessionsOf(db, userId);
  return {
    ...row,
    created_at: created_at.toISOString(),
    last_sign_in_at: toText(last_sign_in_at),
    ...toAccount(await getUser(db, userId), now),
    identities: (await listIdentities(db, userId)).map(toIdentity),
    factors: (await listFactors(db, userId)).map(toFactor),
    sessions: sessions.filter((session) => !isSessionOver(session, settings, now)).map(toSession),
    memberships: await listMembershipsOfUser(db, userId),
    sign_ins: await loadSignIns(db, userId, signInsShown),
    login_activity: await findLoginActivity(db, userId),
  };
}

function toAccount(user: UserRow, now: Date) {
  return {
    time_zone: user.time_zone,
    email_confirmed_at: toText(user.email_confirmed_at),
    new_email: user.new_email,
    suspended_until: isBanned(user, now) ? toText(user.banned_until) : null,
    deletes_at: toText(user.deletes_at),
  };
}

function toIdentity({ provider, created_at }: IdentityRow) {
  return { provider, created_at: created_at.toISOString() };
}

function toFactor({ type, status, created_at }: FactorRow) {
  return { type, status, created_at: created_at.toISOString() };
}

function toSession({ id, user_agent, ip, aal, created_at, refreshed_at }: SessionRow) {
  return {
    id,
    device: toDevice(user_agent),
    ip,
    aal,
    created_at: created_at.toISOString(),
    last_seen_at: refreshed_at.toISOString(),
  };
}

function toText(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
