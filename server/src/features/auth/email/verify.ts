import type { z } from "zod";
import { currentTime } from "../../../db/clock.ts";
import { isBanned } from "../../../access/actor.ts";
import { hashToken } from "../../../access/tokens.ts";
import type { AuthMethod, OneTimeTokenKind } from "../../../db/stored-types.ts";
import { createAuthCode } from "../auth-codes.ts";
import { AuthError, type Client, validationFailed } from "../http.ts";
import type { verifyBody, verifyQuery } from "../inputs.ts";
import { lockUser, recordAuthAudit, type SessionRow, type UserRow } from "../queries.ts";
import { toAllowedRedirect, withCode, withMessage, withError, withSession } from "../redirects.ts";
import type { AuthService } from "../service.ts";
import { openSession, toSessionAnswer } from "../sessions.ts";
import { agreeToEmailChange, verifyEmailIdentity } from "./change-address.ts";
import { deleteOneTimeToken, findTokenByLink, type OneTimeToken } from "./queries.ts";
import type { Tx } from "./send.ts";
import { confirmSignUp, toSignUp, tryCode } from "./tokens.ts";

/** What each type of the contract may be proved with. */
const kindsOf: Record<string, OneTimeTokenKind[]> = {
  signup: ["signup"],
  invite: ["invite"],
  recovery: ["recovery"],
  magiclink: ["magiclink"],
  email: ["signup", "magiclink"],
  email_change: ["email_change_current", "email_change_new"],
};

const methods: Partial<Record<OneTimeTokenKind, AuthMethod["method"]>> = {
  signup: "email/signup",
  invite: "invite",
  recovery: "recovery",
  email_change_current: "email_change",
  email_change_new: "email_change",
};

const halfDone = "Confirmation link accepted. Please proceed to confirm link sent to the other email";

interface Proof {
  by: "link" | "code";
  token: OneTimeToken | null;
  /** Whose code was tried in vain. */
  triedUserId?: string | null;
  /** Whether whoever opened the link can exchange a code. */
  wantsCode?: boolean;
}

type Outcome = { session: SessionRow } | { code: string } | { isHalfDone: true };

/** POST /verify: the app has the token, and gets the session. */
export async function verify(auth: AuthService, body: z.output<typeof verifyBody>, client: Client) {
  const proof = await readProof(auth, body, client);
  const outcome = await redeem(auth, proof, client);
  if ("session" in outcome) return toSessionAnswer(auth, outcome.session);
  return { msg: halfDone, code: "200" };
}

/** GET /verify: a browser came with a link, and is sent on with what the link is worth. */
export async function followLink(auth: AuthService, query: z.output<typeof verifyQuery>, client: Client) {
  const { token, type } = query;
  const redirectTo = toAllowedRedirect(auth, query.redirect_to);
  try {
    const kinds = kindsFor(type);
    if (!token) throw validationFailed("Verify requires a token");
    const proof = await readLink(auth, token, kinds, client);
    const outcome = await redeem(auth, { ...proof, wantsCode: true }, client);
    if ("isHalfDone" in outcome) return withMessage(redirectTo, halfDone);
    if ("code" in outcome) return withCode(redirectTo, outcome.code);
    return withSession(redirectTo, await toSessionAnswer(auth, outcome.session), type);
  } catch (error) {
    if (error instanceof AuthError) return withError(redirectTo, error);
    throw error;
  }
}

async function readProof(auth: AuthService, body: z.output<typeof verifyBody>, client: Client): Promise<Proof> {
  const { email, phone, token, token_hash, type } = body;
  if (phone !== undefined) return readPhoneCode(auth, { phone, token, type }, client);
  const kinds = kindsFor(type);
  if (Boolean(token) === Boolean(token_hash)) throw validationFailed("Verify requires either a token or a token hash");
  if (token_hash) {
    if (email !== undefined) throw validationFailed("Only the token_hash and type should be provided");
    return readLink(auth, token_hash, kinds, client);
  }
  if (!email) throw validationFailed("Only an email address or phone number should be provided on verify");
  await auth.limits.takeCode(email, type, client);
  return { by: "code", ...(await tryCode(auth, { email, kinds, code: token ?? "" })) };
}

/** No code is ever sent to a phone by itself, so every code is answered like one that is over. */
async function readPhoneCode(
  { limits }: AuthService,
  { phone, token, type }: { phone: string; token: string | undefined; type: string },
  client: Client,
): Promise<Proof> {
  if (type !== "sms" && type !== "phone_change") throw validationFailed("Verify requires a verification type");
  if (!token) throw validationFailed("Verify requires a token");
  await limits.takeCode(readPhoneNumber(phone), type, client);
  return { by: "code", token: null };
}

/** The digits of an international number. */
export function readPhoneNumber(phone: string): string {
  const digits = phone.replaceAll(/\s/g, "").replace(/^\+/, "");
  if (!/^[1-9]\d{1,14}$/.test(digits)) throw validationFailed("Invalid phone number format (E.164 required)");
  return digits;
}

function kindsFor(type: string): OneTimeTokenKind[] {
  const kinds = Object.hasOwn(kindsOf, type) ? kindsOf[type] : undefined;
  if (!kinds) throw validationFailed("Verify requires a verification type");
  return kinds;
}

async function readLink(
  { db, limits }: AuthService,
  linkToken: string,
  kinds: OneTimeTokenKind[],
  client: Client,
): Promise<Proof> {
  await limits.takeFrom("verify", client.network);
  return { by: "link", token: await findTokenByLink(db, hashToken(linkToken), kinds) };
}

async function redeem(auth: AuthService, proof: Proof, client: Client): Promise<Outcome> {
  const { token } = proof;
  // An error is recorded, which has to be committed: so it is returned here and thrown below.
  const outcome = await auth.db.transaction().execute(async (tx) => {
    const user = token && (await lockUser(tx, token.user_id));
    const banned = user && isBanned(user, currentTime()) ? new AuthError(403, "user_banned", "User is banned") : null;
    if (token && user && !banned && isSentTo(user, token) && (await deleteOneTimeToken(tx, token))) {
      return accept(tx, auth, { user, token, proof }, client);
    }
    const traits = { by: proof.by, ...(banned && { reason: banned.code }) };
    const userId = token?.user_id ?? proof.triedUserId ?? null;
    await recordAuthAudit(tx, client, { action: "verification_attempted", outcome: "failure", userId, traits });
    return banned ?? notValid(proof.by);
  });
  if (outcome instanceof AuthError) throw outcome;
  if (token?.kind === "recovery") await auth.limits.forgetLogins(token.email, client);
  return outcome;
}

/** An account may have moved since the mail was sent. */
function isSentTo({ email, new_email }: UserRow, token: OneTimeToken): boolean {
  if (token.kind === "email_change_new") return new_email === token.email;
  if (token.kind === "email_change_current" && !new_email) return false;
  return email?.toLowerCase() === token.email;
}

function notValid(by: Proof["by"]): AuthError {
  const message = by === "link" ? "Email link is invalid or has expired" : "Token has expired or is invalid";
  return new AuthError(403, "otp_expired", message);
}

async function accept(
  tx: Tx,
  auth: AuthService,
  { user, token, proof }: { user: UserRow; token: OneTimeToken; proof: Proof },
  client: Client,
): Promise<Outcome> {
  if (token.kind === "email_change_current" || token.kind === "email_change_new") {
    const half = token.kind === "email_change_new" ? "new" : "current";
    const hasMoved = await agreeToEmailChange(tx, auth, user, half, client);
    if (!hasMoved) return { isHalfDone: true };
  } else if (!user.email_confirmed_at) {
    await confirmSignUp(tx, user, { signUp: toSignUp(token), by: "mail" });
    await verifyEmailIdentity(tx, user, token.email);
  }
  if (token.kind === "invite") await recordAuthAudit(tx, client, { action: "invite_accepted", userId: user.id });

  const method = methods[token.kind] ?? (proof.by === "link" ? "magiclink" : "otp");
  const signIn = { userId: user.id, provider: "email", method };
  if (proof.wantsCode && token.code_challenge) {
    return { code: await createAuthCode(tx, { ...signIn, codeChallenge: token.code_challenge }) };
  }
  return { session: await openSession(tx, auth, signIn, client) };
}
