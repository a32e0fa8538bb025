import type { Caller } from "../../../access/caller.ts";
import { AuthError } from "../auth-error.ts";
import type { Client } from "../client.ts";
import { requireFreshProof } from "../fresh-proof.ts";
import type { AuthService } from "../service.ts";
import { factorNotFound } from "./factors.ts";
import { lockAccount } from "./locked-account.ts";
import { removeFactor } from "./remove.ts";

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
      requireFreshProof(caller);
    }
    await removeFactor(tx, auth.secrets, account, factor, client);
    return { id: factor.id };
  });
}
