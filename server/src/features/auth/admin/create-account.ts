import type { z } from "zod";
import type { Client } from "../client.ts";
import { toDisplayName } from "../display-name.ts";
import { emailExists } from "../mailed/change-address.ts";
import { toOwnWords } from "../password-check.ts";
import { updateUser } from "../queries.ts";
import type { AuthService } from "../service.ts";
import { addUser } from "../sign-up.ts";
import { loadUserAnswer } from "../user-answer.ts";
import { toBannedUntil } from "./ban-duration.ts";
import { findGivenHash } from "./given-password.ts";
import type { newAccount } from "./inputs.ts";

/** Nobody is told by mail: whoever administers does that, or sends an invitation instead. */
export async function createAccount(auth: AuthService, account: z.output<typeof newAccount>, client: Client) {
  const { db, settings } = auth;
  const now = new Date();
  const { email, user_metadata: data = {}, app_metadata, ban_duration = "none", email_confirm } = account;
  const words = toOwnWords(email, toDisplayName(data));
  const passwordHash = await findGivenHash(auth, account, words, client);
  const unasked = settings.autoconfirm ? "auto" : null;
  const confirmedBy = email_confirm ? "admin" : email_confirm === undefined ? unasked : null;
  const banned_until = toBannedUntil(ban_duration, now);
  const userId = await db.transaction().execute(async (tx) => {
    const user = await addUser(tx, { email, data, passwordHash }, confirmedBy, client);
    if (!user) throw emailExists();
    const metadata = app_metadata && { app_metadata: JSON.stringify({ ...user.app_metadata, ...app_metadata }) };
    await updateUser(tx, user.id, { banned_until, ...metadata });
    return user.id;
  });
  return loadUserAnswer(db, userId);
}
