import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { currentTime } from "../../db/clock.ts";
import type { EmailProof } from "../../db/stored-types.ts";
import type { Db } from "../../db/tables.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { type Return, sendAuthMail, toReturn, type Tx } from "./email/send.ts";
import { composeAlreadyRegistered } from "./email/templates.ts";
import { storeUnusableSignUp, type SignUp } from "./email/tokens.ts";
import { AuthError, type Client, validationFailed } from "./http.ts";
import { type signUpBody, toDisplayName } from "./inputs.ts";
import { hashPassword, requireGoodPassword, toUserInputs } from "./passwords.ts";
import { findUserByEmail, insertIdentity, insertUser, lockUser, recordAuthAudit, type UserRow } from "./queries.ts";
import type { AuthService } from "./service.ts";
import { openSession, toSessionAnswer } from "./sessions.ts";
import { toSignUpAnswer } from "./user-answer.ts";

type Data = Record<string, unknown>;
type NewUser = { email: string; passwordHash: string | null; data: Data };

export async function signUp(
  auth: AuthService,
  body: z.output<typeof signUpBody>,
  redirectTo: string | undefined,
  client: Client,
) {
  const { settings, limits } = auth;
  if (!settings.signUp) throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
  if (body.phone) throw new AuthError(400, "phone_provider_disabled", "Phone signups are disabled");
  const { email, password } = body;
  const data = body.data ?? {};
  if (!email && !password) return signInAnonymously(auth, data, client);
  if (!email) throw validationFailed("Unable to validate email address: invalid format");
  if (!password) throw validationFailed("Signup requires a valid password");
  const back = toReturn(body, redirectTo);

  await limits.takeFrom("signup", client.network);
  const userInputs = toUserInputs(email, toDisplayName(data));
  await requireGoodPassword(auth, { password, userInputs, account: client.network });
  if (!settings.autoconfirm) await limits.takeMail(email, "signup", client);
  // Hashed for taken addresses too, so that they answer no sooner.
  const newUser = { email, data, passwordHash: await hashPassword(password, client.network) };
  return settings.autoconfirm ? signUpConfirmed(auth, newUser, client) : signUpUnconfirmed(auth, newUser, back, client);
}

async function signUpConfirmed(auth: AuthService, newUser: NewUser, client: Client) {
  const session = await auth.db.transaction().execute(async (tx) => {
    const user = await addUser(tx, newUser, "auto", client);
    return user && openSession(tx, auth, { userId: user.id, provider: "email", method: "password" }, client);
  });
  if (session) return toSessionAnswer(auth, session);
  await recordRepeatedSignUp(auth.db, newUser.email, client);
  throw new AuthError(422, "user_already_exists", "User already registered");
}

/**
 * Whoever signs up has proved nothing yet, so password and data stay with the mail until its link or code is used.
 * New, unconfirmed and taken addresses take the same number of queries and get the same answer.
 */
async function signUpUnconfirmed(auth: AuthService, { email, ...chosen }: NewUser, back: Return, client: Client) {
  const id = await auth.db.transaction().execute(async (tx) => {
    const added = await addUser(tx, { email, data: {}, passwordHash: null }, null, client);
    const account = added ?? (await recordRepeatedSignUp(tx, email, client));
    if (account?.email_confirmed_at) await mailOwner(tx, auth, { id: account.id, email, chosen }, client);
    else if (account)
      await sendAuthMail(tx, auth, { kind: "signup", to: { id: account.id, email }, back, signUp: chosen }, client);
    return added?.id ?? randomUUID();
  });
  return toSignUpAnswer({ id, email, data: chosen.data });
}

interface OwnedAddress {
  id: string;
  email: string;
  chosen: SignUp;
}

/** Mails the owner. Whoever signed up learns nothing, not even by trying the password: as if the address were new. */
async function mailOwner(
  tx: Tx,
  { publicUrl, secrets }: AuthService,
  { id, email, chosen }: OwnedAddress,
  client: Client,
) {
  await lockUser(tx, id);
  await storeUnusableSignUp(tx, { userId: id, email, passwordHash: chosen.passwordHash });
  await queueMail(tx, secrets, { to: email, ...composeAlreadyRegistered(publicUrl) });
  await recordAuthAudit(tx, client, { action: "user_confirmation_requested", outcome: "failure", userId: id });
}

async function recordRepeatedSignUp(db: Db, email: string, client: Client): Promise<UserRow | null> {
  const user = await findUserByEmail(db, email);
  await recordAuthAudit(db, client, { action: "user_repeated_signup", outcome: "failure", userId: user?.id ?? null });
  return user;
}

/** Null when the address is taken. */
export async function addUser(
  tx: Db,
  { email, data, passwordHash }: NewUser,
  confirmedBy: EmailProof | null,
  client: Client,
) {
  const user = await insertUser(tx, {
    email,
    display_name: toDisplayName(data),
    password_hash: passwordHash,
    email_confirmed_at: confirmedBy && currentTime(),
    email_confirmed_by: confirmedBy,
    user_metadata: JSON.stringify(data),
    app_metadata: JSON.stringify({ provider: "email", providers: ["email"] }),
  });
  if (!user) return null;
  const identity = { sub: user.id, email, email_verified: confirmedBy !== null, phone_verified: false };
  await insertIdentity(tx, {
    user_id: user.id,
    provider: "email",
    subject: user.id,
    identity_data: JSON.stringify(identity),
  });
  await recordAuthAudit(tx, client, { action: "user_signedup", userId: user.id, traits: { provider: "email" } });
  return user;
}

async function signInAnonymously(auth: AuthService, data: Data, client: Client) {
  if (!auth.settings.anonymous) {
    throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  }
  await auth.limits.takeFrom("signup", client.network);
  const session = await auth.db.transaction().execute(async (tx) => {
    const values = { is_anonymous: true, display_name: toDisplayName(data), user_metadata: JSON.stringify(data) };
    const user = await insertUser(tx, values);
    if (!user) throw new Error("an anonymous user was not kept");
    await recordAuthAudit(tx, client, { action: "user_signedup", userId: user.id, traits: { provider: "anonymous" } });
    return openSession(tx, auth, { userId: user.id, provider: "anonymous", method: "anonymous" }, client);
  });
  return toSessionAnswer(auth, session);
}
