import { pages, productName } from "@clanhall/contract/pages";
import { queryOptions } from "@tanstack/react-query";
import type { AuthClient } from "../../lib/auth-client.ts";
import { asAuthError } from "../../lib/error-text.ts";
import { homeOrigin } from "../../lib/shared/home-address.ts";
import { ask, currentSession } from "../../lib/session.ts";

/** What the auth service knows about the person: sign-in methods, second factors, an address that waits for its confirmation. */
export const myUserQuery = queryOptions({
  queryKey: ["me", "user"],
  queryFn: async () => {
    const { user } = await answerOf((client) => client.getUser());
    if (!user) throw new Error("The answer names nobody");
    return user;
  },
  retry: false,
});

/** How many recovery codes are left; null when there are none to use. */
export const recoveryCodesQuery = queryOptions({
  queryKey: ["me", "recovery-codes"],
  queryFn: async () => {
    try {
      const { total, remaining } = await answerOf((client) => client.mfa.recoveryCodes.getStatus());
      return { total, remaining };
    } catch (error) {
      if (asAuthError(error).code === "mfa_factor_not_found") return null;
      throw error;
    }
  },
  retry: false,
});

type Question<A> = (client: AuthClient) => Promise<A>;
type Answer = Awaited<ReturnType<Parameters<typeof ask>[0]>> & { data: unknown };

async function answerOf<A extends Answer>(question: Question<A>): Promise<Exclude<A["data"], null>> {
  const { data } = await ask(question);
  return data as Exclude<A["data"], null>;
}

export function accountSection(section: string): string {
  return `${pages.account.path}?tab=${section}`;
}

/** Where links in mails and other services lead back to. */
function addressOf(section: string): string {
  return homeOrigin() + accountSection(section);
}

/** Answers whether the new address still has to be confirmed. */
export async function changeEmail(email: string): Promise<{ isPending: boolean }> {
  const { user } = await answerOf((client) => client.updateUser({ email }, { emailRedirectTo: addressOf("profile") }));
  return { isPending: Boolean(user?.new_email) };
}

export function resendEmailChange(email: string) {
  return ask((client) =>
    client.resend({ type: "email_change", email, options: { emailRedirectTo: addressOf("profile") } }),
  );
}

export function changePassword(password: string, current: string | null) {
  return ask((client) => client.updateUser({ password, ...(current !== null && { current_password: current }) }));
}

export function sendConfirmationCode() {
  return ask((client) => client.reauthenticate());
}

/** Asks where to go to link an account of another service, and goes there. */
export async function linkProvider(provider: string): Promise<void> {
  const { url } = await answerOf((client) =>
    client.linkIdentity({
      provider: provider as Parameters<AuthClient["signInWithOAuth"]>[0]["provider"],
      options: { redirectTo: addressOf("security"), skipBrowserRedirect: true },
    }),
  );
  if (url) location.assign(url);
}

export type Identity = Parameters<AuthClient["unlinkIdentity"]>[0];

export function unlinkProvider(identity: Identity) {
  return ask((client) => client.unlinkIdentity(identity));
}

export async function enrolApp(friendlyName: string) {
  const { id, totp } = await answerOf((client) =>
    client.mfa.enroll({ factorType: "totp", friendlyName, issuer: productName }),
  );
  return { id, qrCode: totp.qr_code, secret: totp.secret };
}

export async function enrolPhone(friendlyName: string, phone: string): Promise<string> {
  const { id } = await answerOf((client) => client.mfa.enroll({ factorType: "phone", friendlyName, phone }));
  return id;
}

/** Sends the text message, or for an app only opens the question; answers with the challenge to verify. */
export async function challengeFactor(factorId: string): Promise<string> {
  return (await answerOf((client) => client.mfa.challenge({ factorId }))).id;
}

export function verifyFactor(factorId: string, challengeId: string, code: string) {
  return ask((client) => client.mfa.verify({ factorId, challengeId, code }));
}

/** The session's level may have changed with the factor, so it is fetched anew. */
export async function removeFactor(factorId: string): Promise<void> {
  await ask((client) => client.mfa.unenroll({ factorId }));
  await ask((client) => client.refreshSession());
}

/** An enrolment nobody finished; if it cannot be taken back it ends by itself. */
export function dropEnrolment(factorId: string): Promise<unknown> {
  return ask((client) => client.mfa.unenroll({ factorId })).catch(() => undefined);
}

/** The first set of codes, or a new one in place of the old. */
export async function makeRecoveryCodes(isReplacing: boolean): Promise<string[]> {
  const { codes } = await answerOf(({ mfa: { recoveryCodes } }) =>
    isReplacing ? recoveryCodes.regenerate() : recoveryCodes.generate(),
  );
  return codes;
}

export function signOutOthers() {
  return ask((client) => client.signOut({ scope: "others" }));
}

/** Ends every session on the server; this browser's own entry is the caller's to forget. */
export async function endAllSessions(): Promise<void> {
  const token = currentSession()?.accessToken;
  if (token) await ask((client) => client.admin.signOut(token, "global"));
}
