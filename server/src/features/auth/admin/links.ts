import type { z } from "zod";
import type { Db } from "../../../db/tables.ts";
import { cancelEmailChange, emailExists } from "../email/change-address.ts";
import { sendInviteMail, toLink, type Tx } from "../email/send.ts";
import { issueOneTimeToken, type SignUp } from "../email/tokens.ts";
import { type Client, userNotFound, validationFailed } from "../http.ts";
import { toDisplayName, type wantedLink } from "../inputs.ts";
import { toUserInputs } from "../passwords.ts";
import { findUserByEmail, lockUser, recordAuthAudit, updateUser, type UserRow } from "../queries.ts";
import { toAllowedRedirect } from "../redirects.ts";
import type { AuthService } from "../service.ts";
import { addUser } from "../sign-up.ts";
import { loadUserAnswer } from "../user-answer.ts";
import { findGivenHash } from "./accounts.ts";

type WantedLink = z.output<typeof wantedLink>;

interface Addressee {
  userId: string;
  kind: WantedLink["type"];
  email: string;
  signUp?: SignUp;
}

const auditActions = {
  signup: "user_confirmation_requested",
  invite: "user_invited",
  magiclink: "user_recovery_requested",
  recovery: "user_recovery_requested",
  email_change_current: "user_modified",
  email_change_new: "user_modified",
} as const;

/** The link that we would have mailed, for an operator who sends mails of their own. */
export async function generateLink(
  auth: AuthService,
  wanted: WantedLink,
  redirectTo: string | undefined,
  client: Client,
) {
  const { db, secrets } = auth;
  if (wanted.type === "signup" && !wanted.password) throw validationFailed("Signup requires a valid password");
  const userInputs = toUserInputs(wanted.email, toDisplayName(wanted.data ?? {}));
  const passwordHash = await findGivenHash(auth, { password: wanted.password }, userInputs, client);
  const { userId, kind, linkToken, code } = await db.transaction().execute(async (tx) => {
    const addressee = await prepareAddressee(tx, wanted, passwordHash, client);
    const issued = await issueOneTimeToken(tx, secrets, addressee);
    await recordLink(tx, addressee, client);
    return { ...addressee, ...issued };
  });
  const target = toAllowedRedirect(auth, redirectTo);
  // Programs read from the link where it leads in the end.
  const link = new URL(toLink(auth, kind, linkToken, target));
  link.searchParams.set("redirect_to", target);
  return {
    ...(await loadUserAnswer(db, userId)),
    action_link: link.href,
    email_otp: code,
    hashed_token: linkToken,
    verification_type: kind,
    redirect_to: target,
  };
}

async function recordLink(tx: Tx, { userId, kind }: Addressee, client: Client): Promise<void> {
  await recordAuthAudit(tx, client, { action: auditActions[kind], userId, traits: { type: kind } });
}

async function prepareAddressee(
  tx: Tx,
  wanted: WantedLink,
  passwordHash: string | null,
  client: Client,
): Promise<Addressee> {
  const { type: kind, email } = wanted;
  const data = wanted.data ?? {};
  if (kind === "invite") return { userId: (await prepareInvited(tx, { email, data }, client)).id, kind, email };
  const known = await findUserByEmail(tx, email);
  const user = known && (await lockUser(tx, known.id));
  if (kind === "signup") return prepareSignUp(tx, user, { email, data, passwordHash }, client);
  // Whoever has no account yet gets one with the link.
  if (kind === "magiclink" && !user) return prepareSignUp(tx, null, { email, data, passwordHash: null }, client);
  if (!user) throw userNotFound();
  if (kind === "magiclink" || kind === "recovery") return { userId: user.id, kind, email };
  const newEmail = await prepareEmailChange(tx, user, wanted.new_email);
  return { userId: user.id, kind, email: kind === "email_change_new" ? newEmail : email };
}

/** Whoever has signed up with the address before: the password of this call comes with this link. */
async function prepareSignUp(
  tx: Tx,
  known: UserRow | null,
  { email, ...signUp }: SignUp & { email: string },
  client: Client,
): Promise<Addressee> {
  const user = known ?? (await addUser(tx, { email, data: signUp.data, passwordHash: null }, null, client));
  if (!user || user.email_confirmed_at) throw emailExists();
  return { userId: user.id, kind: "signup", email, signUp };
}

/** The links of both addresses belong to one change, in whichever order they are asked for. */
async function prepareEmailChange(tx: Tx, user: UserRow, newEmail: string | undefined): Promise<string> {
  if (!newEmail) throw validationFailed("An email change link needs the new email address");
  if (newEmail === user.new_email) return newEmail;
  if (await findUserByEmail(tx, newEmail)) throw emailExists();
  await cancelEmailChange(tx, user.id);
  await updateUser(tx, user.id, { new_email: newEmail });
  return newEmail;
}

interface Invited {
  email: string;
  data: Record<string, unknown>;
}

/** Makes an account for somebody and mails them the link to it. */
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
async function prepareInvited(tx: Db, { email, data }: Invited, client: Client): Promise<UserRow> {
  const known = await findUserByEmail(tx, email);
  const user = known
    ? await lockUser(tx, known.id)
    : await addUser(tx, { email, data, passwordHash: null }, null, client);
  if (!user || user.email_confirmed_at) throw emailExists();
  return user;
}
