import type { Client } from "../client.ts";
import { factorNotFound } from "../factors/factors.ts";
import { listFactors, lockFactorOwner } from "../factors/queries.ts";
import { removeFactor } from "../factors/remove.ts";
import type { AuthService } from "../service.ts";
import { toFactorAnswer } from "../user-answer.ts";
import { userNotFound } from "./admin-errors.ts";

/** For somebody who has lost their device; they are told by mail. */
export function resetFactor({ db, secrets }: AuthService, userId: string, factorId: string, client: Client) {
  return db.transaction().execute(async (tx) => {
    const user = await lockFactorOwner(tx, userId);
    if (!user) throw userNotFound();
    const factors = await listFactors(tx, userId);
    const factor = factors.find(({ id }) => id === factorId);
    if (!factor) throw factorNotFound();
    await removeFactor(tx, secrets, { user, factors }, factor, client);
    return toFactorAnswer(factor);
  });
}
