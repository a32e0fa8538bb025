import type { z } from "zod";
import type { Caller } from "../../access/caller.ts";
import type { Db } from "../../db/tables.ts";
import { insertAudit } from "./audit.queries.ts";
import { AuthError, validationFailed } from "./auth-error.ts";
import { metadata, type userUpdate } from "./auth-inputs.ts";
import { parseAuthInput } from "./auth-route.ts";
import type { AuthService } from "./auth-service.ts";
import type { Client } from "./client.ts";
import { toDisplayName } from "./display-name.ts";
import { requireGoodPassword } from "./password-rules.ts";
import { hashPassword, isPassword } from "./passwords.ts";
import { deleteOtherSessions } from "./sessions.queries.ts";
import { toUserAnswer } from "./user-answer.ts";
import { getUser, listIdentities, lockUserWithHash, updateUser, type UserRow } from "./users.queries.ts";

type Change = z.output<typeof userUpdate>;

export async function changeUser(auth: AuthService, caller: Caller, change: Change, client: Client) {
  const { db } = auth;
  const user = await getUser(db, caller.userId);
  if (change.phone) throw new AuthError(400, "phone_provider_disabled", "Phone numbers are disabled");
  if (change.email && change.email !== user.email) throw validationFailed("The email address cannot be changed");
  const passwordHash = change.password === undefined ? null : await toNewHash(auth, user, change, client);

  await db.transaction().execute(async (tx) => {
    const before = await lockUserWithHash(tx, user.id, user.password_hash);
    if (!before) throw new AuthError(409, "conflict", "The user was changed at the same moment. Please try again.");
    if (change.data) await mergeData(tx, before, change.data);
    if (!passwordHash) return insertAudit(tx, client, { action: "user_modified", userId: user.id });
    await updateUser(tx, user.id, { password_hash: passwordHash });
    await deleteOtherSessions(tx, user.id, caller.sessionId);
    return insertAudit(tx, client, { action: "user_updated_password", userId: user.id });
  });
  return toUserAnswer(await getUser(db, user.id), await listIdentities(db, user.id));
}

/** Whoever has a password must know it to change it: an open browser is not proof enough. */
async function toNewHash(auth: AuthService, user: UserRow, change: Change, client: Client): Promise<string> {
  const { password = "", current_password: current } = change;
  if (!user.email) throw validationFailed("A password needs an email address to sign in with");
  if (user.password_hash) {
    if (current === undefined) {
      throw new AuthError(400, "current_password_required", "Current password required when setting new password");
    }
    await requireCurrentPassword(auth, user, current, client);
    if (current === password) {
      throw new AuthError(422, "same_password", "New password should be different from the old password.");
    }
  }
  await requireGoodPassword(password, auth.settings.passwordMin, [...user.email.split(/[@.]/), user.display_name]);
  return hashPassword(password);
}

/** Guesses count like tries to sign in. */
async function requireCurrentPassword({ db, limits }: AuthService, user: UserRow, current: string, client: Client) {
  const turn = await limits.takeLogin({ email: user.email ?? "", userId: user.id, isKnownNetwork: true }, client);
  if (await isPassword(user.password_hash, current)) return turn.giveBack();
  await insertAudit(db, client, { action: "user_updated_password", outcome: "failure", userId: user.id });
  throw new AuthError(400, "current_password_invalid", "Current password is not valid");
}

/** Keys replace keys, and null takes one away. */
async function mergeData(tx: Db, { id, user_metadata: before }: UserRow, data: Record<string, unknown>): Promise<void> {
  const merged = Object.fromEntries(Object.entries({ ...before, ...data }).filter(([, value]) => value !== null));
  const user_metadata = JSON.stringify(parseAuthInput(metadata, merged));
  const name = "display_name" in data ? { display_name: toDisplayName(data) } : {};
  await updateUser(tx, id, { user_metadata, ...name });
}
