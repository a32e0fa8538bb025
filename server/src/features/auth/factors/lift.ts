import type { AuthMethod } from "../../../db/account-tables.ts";
import type { Db } from "../../../db/tables.ts";
import { liftSession, type SessionRow } from "../sessions.queries.ts";
import type { LockedAccount } from "./locked-account.ts";
import type { FactorRow } from "./queries.ts";

const methods = {
  totp: "totp",
  phone: "mfa/phone",
  recovery_code: "mfa/recovery_code",
} satisfies Record<FactorRow["type"], AuthMethod["method"]>;

/** The session after its holder has proved the factor, with the newest proof first. */
export function liftWith(tx: Db, { session, now }: LockedAccount, { id, type }: FactorRow): Promise<SessionRow> {
  const method = methods[type];
  const earlier = session.amr.filter((proof) => proof.method !== method);
  const amr = [{ method, timestamp: Math.floor(now.getTime() / 1000) }, ...earlier];
  return liftSession(tx, session.id, { amr, factorId: id, now });
}
