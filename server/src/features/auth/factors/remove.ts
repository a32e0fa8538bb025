import type { Caller } from "../../../access/actor.ts";
import type { Secrets } from "../../../access/secrets.ts";
import { AuthError } from "../auth-error.ts";
import type { Client } from "../client.ts";
import { lowerSessionsOf, recordAuthAudit } from "../queries.ts";
import type { AuthService } from "../service.ts";
import { requireRecentConfirmation } from "../sessions.ts";
import { factorNotFound, hasSecondFactor, isSecondFactor, lockAccount, type LockedAccount } from "./factors.ts";
import { mailFactorRemoved, type Tx } from "./mails.ts";
import { deleteFactors, type FactorRow } from "./queries.ts";

/** With the last second factor go the recovery codes, which would have nothing to stand in for. */
export async function removeFactor(
  tx: Tx,
  secrets: Secrets,
  { user, factors }: Pick<LockedAccount, "user" | "factors">,
  factor: FactorRow,
  client: Client,
): Promise<void> {
  const left = factors.filter(({ id }) => id !== factor.id);
  const orphans = hasSecondFactor(left) ? [] : left.filter((one) => !isSecondFactor(one));
  const ids = [factor, ...orphans].map(({ id }) => id);
  await lowerSessionsOf(tx, ids);
  await deleteFactors(tx, ids);
  const traits = { factor_id: factor.id, factor_type: factor.type };
  await recordAuthAudit(tx, client, { action: "factor_unenrolled", userId: user.id, traits });
  for (const { id, type } of orphans) {
    const orphan = { factor_id: id, factor_type: type };
    await recordAuthAudit(tx, client, { action: "factor_deleted", userId: user.id, traits: orphan });
  }
  if (factor.status === "verified") await mailFactorRemoved(tx, secrets, user, factor);
}

export async function unenrollFactor(auth: AuthService, caller: Caller, factorId: string, client: Client) {
  await auth.limits.takeFrom("factor", `${caller.userId}:${client.network}`);
  return auth.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, caller);
    const factor = account.factors.find(({ id }) => id === factorId);
    if (!factor) throw factorNotFound();
    if (factor.status === "verified") {
      if (account.session.aal !== "aal2") {
        throw new AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
      }
      requireRecentConfirmation(caller);
    }
    await removeFactor(tx, auth.secrets, account, factor, client);
    return { id: factor.id };
  });
}
