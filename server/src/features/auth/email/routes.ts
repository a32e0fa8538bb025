import type { z } from "zod";
import { currentTime } from "../../../db/clock.ts";
import { type Caller, isBanned } from "../../../access/actor.ts";
import type { Db } from "../../../db/tables.ts";
import { AuthError, type AuthRoute, type Client, validationFailed } from "../http.ts";
import { noQuery, otpBody, recoverBody, redirectQuery, resendBody, verifyBody, verifyQuery } from "../inputs.ts";
import { findUserByEmail, getUser, lockUser, type UserRow } from "../queries.ts";
import type { AuthService } from "../service.ts";
import { addUser } from "../sign-up.ts";
import { askCurrentAddress, askNewAddress, findAskedAddress } from "./change-address.ts";
import { resendConfirmation, type Return, sendAuthMail, sendReauthenticationCode, toReturn, type Tx } from "./send.ts";
import { followLink, readPhoneNumber, verify } from "./verify.ts";

/** What is done with links and codes that are sent by mail. */
export function emailRoutes(route: AuthRoute, auth: AuthService): void {
  route(
    { method: "POST", path: "/recover", access: "public", query: redirectQuery, body: recoverBody },
    ({ body, query, client }) => requestRecovery(auth, body, query.redirect_to, client),
  );
  route(
    { method: "POST", path: "/resend", access: "public", query: redirectQuery, body: resendBody },
    ({ body, query, client }) => resend(auth, body, query.redirect_to, client),
  );
  route(
    { method: "POST", path: "/otp", access: "public", query: redirectQuery, body: otpBody },
    ({ body, query, client }) => requestOtp(auth, body, query.redirect_to, client),
  );
  route({ method: "GET", path: "/reauthenticate", access: "session", query: noQuery }, ({ caller, client }) =>
    reauthenticate(auth, caller, client),
  );
  route(
    { method: "POST", path: "/verify", access: "public", query: redirectQuery, body: verifyBody },
    ({ body, client }) => verify(auth, body, client),
  );
  route({ method: "GET", path: "/verify", access: "public", query: verifyQuery }, async ({ query, client, reply }) => {
    reply.code(303).header("location", await followLink(auth, query, client));
    return "";
  });
}

type Account = UserRow & { email: string };

async function requestRecovery(
  auth: AuthService,
  { email, ...body }: z.output<typeof recoverBody>,
  redirectTo: string | undefined,
  client: Client,
) {
  const back = toReturn(body, redirectTo);
  await auth.limits.takeMail(email, "recovery", client);
  return mailInBackground(auth, email, (tx, to) => sendAuthMail(tx, auth, { kind: "recovery", to, back }, client));
}

async function resend(
  auth: AuthService,
  { email, phone, type, ...body }: z.output<typeof resendBody>,
  redirectTo: string | undefined,
  client: Client,
) {
  if (type === "sms" || type === "phone_change") {
    if (phone === undefined) throw validationFailed("Type provided requires a phone number");
    // Nothing was ever sent to a number, so there is nothing to send again; the answer is the one for an unknown number.
    readPhoneNumber(phone);
    await auth.limits.takeFrom("mail_network", client.network);
    return {};
  }
  if (type !== "signup" && type !== "email_change") {
    throw validationFailed("Missing one of these types: signup, email_change, sms, phone_change");
  }
  if (!email) throw validationFailed("Type provided requires an email address");
  const back = toReturn(body, redirectTo);
  await auth.limits.takeMail(email, type, client);
  if (type === "email_change") return resendChangeMails(auth, email, back);
  return mailInBackground(auth, email, async (tx, to) => {
    if (!to.email_confirmed_at) await resendConfirmation(tx, auth, to, back, client);
  });
}

/** The new address has its own share of mails, whoever asks it to agree. */
function resendChangeMails(auth: AuthService, email: string, back: Return) {
  auth.inBackground(async () => {
    const found = await findUserByEmail(auth.db, email);
    const asked = found && findAskedAddress(found);
    const mayAsk = asked !== null && (await auth.limits.mayMailToo(asked, "email_change"));
    await mailAccount(auth.db, email, async (tx, to) => {
      await askCurrentAddress(tx, auth, to, back);
      if (mayAsk && asked === findAskedAddress(to)) await askNewAddress(tx, auth, to, back);
    });
  });
  return {};
}

async function requestOtp(
  auth: AuthService,
  body: z.output<typeof otpBody>,
  redirectTo: string | undefined,
  client: Client,
) {
  const { email, phone, create_user: mayCreate, data } = body;
  if (phone !== undefined) throw new AuthError(400, "phone_provider_disabled", "Phone numbers are disabled");
  if (!email) throw validationFailed("One of email or phone must be set");
  const back = toReturn(body, redirectTo);
  const signUp = { passwordHash: null, data: data ?? {} };
  await auth.limits.takeMail(email, "magiclink", client);
  auth.inBackground(async () => {
    if (mayCreate && auth.settings.signUp) await createWithoutPassword(auth.db, email, client);
    await mailAccount(auth.db, email, (tx, to) =>
      sendAuthMail(tx, auth, { kind: "magiclink", to, back, signUp }, client),
    );
  });
  return {};
}

async function createWithoutPassword(db: Db, email: string, client: Client) {
  if (await findUserByEmail(db, email)) return;
  await db.transaction().execute((tx) => addUser(tx, { email, data: {}, passwordHash: null }, null, client));
}

async function reauthenticate(auth: AuthService, { userId }: Caller, client: Client) {
  const { email, email_confirmed_at } = await getUser(auth.db, userId);
  if (!email) {
    throw validationFailed("Reauthentication requires the user to have an email or a phone number");
  }
  if (!email_confirmed_at) throw new AuthError(422, "email_not_confirmed", "Please verify your email first.");
  await auth.limits.takeMail(email, "reauthentication", client);
  await auth.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    await sendReauthenticationCode(tx, auth, { id: userId, email }, client);
  });
  return {};
}

/** Always the same answer after the same work; what the address is worth shows only in its mailbox. */
function mailInBackground(auth: AuthService, email: string, send: (tx: Tx, to: Account) => Promise<void>) {
  auth.inBackground(() => mailAccount(auth.db, email, send));
  return {};
}

async function mailAccount(db: Db, email: string, send: (tx: Tx, to: Account) => Promise<void>): Promise<void> {
  const found = await findUserByEmail(db, email);
  if (!found) return;
  await db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, found.id);
    if (!user?.email || user.email !== found.email || isBanned(user, currentTime())) return;
    await send(tx, { ...user, email: user.email });
  });
}
