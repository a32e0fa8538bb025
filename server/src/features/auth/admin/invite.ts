import type { Db } from "../../../db/tables.ts";
import { recordAuthAudit } from "../audit.queries.ts";
import type { Client } from "../client.ts";
import { emailExists } from "../mailed/change-address.ts";
import { sendInviteMail } from "../mailed/send.ts";
import { findUserByEmail, lockUser, type UserRow } from "../queries.ts";
import type { AuthService } from "../service.ts";
import { addUser } from "../sign-up.ts";
import { loadUserAnswer } from "../user-answer.ts";

interface Invited {
  email: string;
  data: Record<string, unknown>;
}

/** Mails the way into an account that is made for somebody. */
export async function invite(auth: AuthService, invited: Invited, redirectTo: string | undefined, client: Client) {
  const { db } = auth;
  const userId = await db.transaction().execute(async (tx) => {
    const { id } = await prepareInvited(tx, invited, client);
    await sendInviteMail(tx, auth, { id, email: invited.email }, { redirectTo });
    await recordAuthAudit(tx, client, { action: "user_invited", userId: id });
    return id;
  });
  return loadUserAnswer(db, userId);
}

/** Who signed up and has not confirmed yet can be invited too, and again. */
export async function prepareInvited(tx: Db, { email, data }: Invited, client: Client): Promise<UserRow> {
  const known = await findUserByEmail(tx, email);
  const user = known
    ? await lockUser(tx, known.id)
    : await addUser(tx, { email, data, passwordHash: null }, null, client);
  if (!user || user.email_confirmed_at) throw emailExists();
  return user;
}
