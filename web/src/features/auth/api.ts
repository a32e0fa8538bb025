import { pages } from "@clanhall/contract/pages";
import { AuthError } from "../../lib/error-text.ts";
import { homeOrigin } from "../../lib/shared/home-address.ts";
import { ask } from "../../lib/session.ts";
import { offerPasskey } from "../../lib/stored-session.ts";

/** Asks for a mail with a link to choose a new password. Nothing tells whether the address was known. */
export async function askForLink(email: string): Promise<void> {
  const redirectTo = homeOrigin() + pages.resetPassword.path;
  await ask((client) => client.resetPasswordForEmail(email.trim(), { redirectTo }));
}

/** The link in the new mail leads on to the landing address, as the first one did. */
export async function resendConfirmation(email: string, landingUrl?: string): Promise<void> {
  if (email.trim() === "") throw new AuthError("missing_email", "Missing email");
  const options = landingUrl === undefined ? {} : { emailRedirectTo: landingUrl };
  await ask((client) => client.resend({ type: "signup", email: email.trim(), options }));
}

/** Takes the six digits from a mail in place of its link. */
export async function enterMailedCode(email: string, code: string, type: "signup" | "recovery"): Promise<void> {
  await ask((client) => client.verifyOtp({ email, token: code, type }));
}

/** Uses up a link from a mail. Changing an address takes two of them: after the first, nobody is signed in by it. */
export async function openMailedLink(tokenHash: string, type: string): Promise<{ isSignedIn: boolean }> {
  if (type === "signup") offerPasskey();
  const { data } = await ask((client) => client.verifyOtp({ token_hash: tokenHash, type }));
  return { isSignedIn: data.session !== null };
}

/** Chooses a password for whoever is signed in; a bare token is not enough to name them. */
export async function choosePassword(password: string, accessToken?: string): Promise<void> {
  if (accessToken !== undefined) throw new Error("Access-token based password update not implemented");
  await ask((client) => client.updateUser({ password }));
}

/** Sends a code to the phone; it answers the challenge whose id this returns. */
export async function sendCodeToPhone(factorId: string): Promise<string> {
  const { data } = await ask((client) => client.mfa.challenge({ factorId, channel: "sms" }));
  return data.id;
}

/** Completes half a sign-in. An app's code gets a challenge of its own each time, so that none can run out. */
export async function confirmFactor(factorId: string, code: string, challengeId?: string): Promise<void> {
  await ask(({ mfa }) =>
    challengeId === undefined
      ? mfa.challengeAndVerify({ factorId, code })
      : mfa.verify({ factorId, challengeId, code }),
  );
}

export async function confirmWithRecoveryCode(code: string): Promise<void> {
  await ask((client) => client.mfa.recoveryCodes.verify({ code }));
}
