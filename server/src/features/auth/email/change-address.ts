import { currentTime } from "../../../db/clock.ts";
import type { EmailProof, OneTimeTokenKind } from "../../../db/stored-types.ts";
import { queueMail } from "../../../mail/queue-mail.ts";
import { AuthError, type Client } from "../http.ts";
import {
  deleteUnclaimedAccount,
  findOtherHolder,
  insertIdentity,
  recordAuthAudit,
  updateUser,
  type UserRow,
} from "../queries.ts";
import { deleteOneTimeTokensOf, moveUserTo, updateEmailIdentity } from "./queries.ts";
import { issueLink, type Mailer, type Return, type Tx } from "./send.ts";
import { composeAddressChanged, composeAddressInUse, composeLeavingAddress, composeNewAddress } from "./templates.ts";

const changeKinds: OneTimeTokenKind[] = ["email_change_current", "email_change_new"];
const noChange = { new_email: null, email_change_agreed: null };

export async function startEmailChange(tx: Tx, auth: Mailer, user: UserRow, newEmail: string, back: Return) {
  await cancelEmailChange(tx, user.id);
  await updateUser(tx, user.id, { new_email: newEmail });
  const asked = { ...user, new_email: newEmail, email_change_agreed: null };
  await askCurrentAddress(tx, auth, asked, back);
  await askNewAddress(tx, auth, asked, back);
}

/** If it has not agreed yet. */
export async function askCurrentAddress(tx: Tx, auth: Mailer, user: UserRow, back: Return): Promise<void> {
  const { id, new_email: newEmail, email_change_agreed: agreed } = user;
  const current = findOwnAddress(user);
  if (!newEmail || !current || agreed === "current") return;
  const issued = await issueLink(tx, auth, { kind: "email_change_current", to: { id, email: current }, back });
  await queueMail(tx, auth.secrets, { to: current, ...composeLeavingAddress(issued, newEmail), endsAt: issued.endsAt });
}

/** The address that has still to agree to become somebody's. */
export function findAskedAddress({ new_email: newEmail, email_change_agreed: agreed }: UserRow): string | null {
  return agreed === "new" ? null : newEmail;
}

/** Nobody learns whether the address is taken, by the answer or by its time; whoever has it gets a mail. */
export async function askNewAddress(tx: Tx, auth: Mailer, user: UserRow, back: Return): Promise<void> {
  const email = findAskedAddress(user);
  if (!email) return;
  const to = { id: user.id, email };
  const holder = await findOtherHolder(tx, email, user.id);
  if (!holder || holder.is_unclaimed) {
    const issued = await issueLink(tx, auth, { kind: "email_change_new", to, back });
    await queueMail(tx, auth.secrets, { to: to.email, ...composeNewAddress(issued), endsAt: issued.endsAt });
    return;
  }
  await updateUser(tx, to.id, { email_change_sent_at: currentTime() });
  await deleteOneTimeTokensOf(tx, to.id, ["email_change_new"]);
  if (!holder.deleted_at) await queueMail(tx, auth.secrets, { to: to.email, ...composeAddressInUse(auth.publicUrl) });
}

export async function cancelEmailChange(tx: Tx, userId: string): Promise<void> {
  await updateUser(tx, userId, noChange);
  await deleteOneTimeTokensOf(tx, userId, changeKinds);
}

/** An address that was never confirmed has no say. */
function findOwnAddress({ email, email_confirmed_at }: UserRow): string | null {
  return email_confirmed_at ? email : null;
}

/** Whether the account has moved: it does when both addresses have agreed. */
export async function agreeToEmailChange(
  tx: Tx,
  auth: Mailer,
  user: UserRow,
  half: "current" | "new",
  client: Client,
): Promise<boolean> {
  const { new_email: newEmail } = user;
  if (!newEmail) throw new Error("there is no change of address to agree to");
  const isFirst = (user.email_change_agreed ?? half) === half;
  if (findOwnAddress(user) && isFirst) {
    await updateUser(tx, user.id, { email_change_agreed: half });
    return false;
  }
  await moveToEmail(tx, auth, user, { email: newEmail, by: "mail" });
  await recordAuthAudit(tx, client, { action: "user_modified", userId: user.id, traits: { change: "email" } });
  return true;
}

/** Whatever was mailed before dies with the move: it may lie in a mailbox that is no longer theirs. */
export async function moveToEmail(
  tx: Tx,
  auth: Mailer,
  user: UserRow,
  { email, by }: { email: string; by: EmailProof },
): Promise<void> {
  const changes = { ...noChange, email_confirmed_by: by, is_anonymous: false };
  if (by === "mail") await deleteUnclaimedAccount(tx, email);
  if (!(await moveUserTo(tx, user.id, email, changes))) throw emailExists();
  await verifyEmailIdentity(tx, user, email);
  await deleteOneTimeTokensOf(tx, user.id);
  if (user.email) await queueMail(tx, auth.secrets, { to: user.email, ...composeAddressChanged(auth.publicUrl) });
}

export function emailExists(): AuthError {
  return new AuthError(422, "email_exists", "A user with this email address has already been registered");
}

/** The account's identity by e-mail, which it gets with its first address. */
export async function verifyEmailIdentity(tx: Tx, user: UserRow, email: string): Promise<void> {
  const data = { email, email_verified: true };
  if (await updateEmailIdentity(tx, user.id, data)) return;
  const identity_data = JSON.stringify({ sub: user.id, ...data, phone_verified: false });
  await insertIdentity(tx, { user_id: user.id, provider: "email", subject: user.id, identity_data });
  const { provider = "email", providers = [] } = user.app_metadata;
  const known = Array.isArray(providers) ? providers : [];
  const app_metadata = JSON.stringify({ ...user.app_metadata, provider, providers: [...known, "email"] });
  await updateUser(tx, user.id, { app_metadata });
}
