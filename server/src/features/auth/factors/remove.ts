import type { Secrets } from "../../../access/secrets.ts";
import { recordAuthAudit } from "../audit.queries.ts";
import type { Client } from "../client.ts";
import { lowerSessionsOf } from "../sessions.queries.ts";
import { hasSecondFactor, isSecondFactor } from "./factors.ts";
import type { LockedAccount } from "./locked-account.ts";
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
