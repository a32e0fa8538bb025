import type { UserDetail } from "@clanhall/contract/admin-users";
import { currentTime } from "../../db/clock.ts";
import { isBanned } from "../../access/actor.ts";
import type { Db } from "../../db/tables.ts";
import { findLoginActivity, listSessions, loadSignIns } from "../account/index.ts";
import {
  type AuthService,
  type FactorRow,
  getUser,
  type IdentityRow,
  listFactors,
  listIdentities,
  listPasskeys,
  type UserRow,
} from "../auth/index.ts";
import { getUserRow, listMembershipsOfUser } from "./queries.ts";

const signInsShown = 20;

/** Fields are named one by one: hashes, keys, numbers and tokens stay here. */
export async function loadUserDetail(
  db: Db,
  { settings }: Pick<AuthService, "settings">,
  userId: string,
): Promise<UserDetail> {
  const now = currentTime();
  const { created_at, last_sign_in_at, ...row } = await getUserRow(db, userId);
  return {
    ...row,
    created_at: created_at.toISOString(),
    last_sign_in_at: toText(last_sign_in_at),
    ...toAccount(await getUser(db, userId), now),
    identities: (await listIdentities(db, userId)).map(toIdentity),
    passkeys: (await listPasskeys(db, userId)).length,
    factors: (await listFactors(db, userId)).map(toFactor),
    sessions: await listSessions({ db, settings }, userId, now),
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

function toText(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
