import { queryOptions } from "@tanstack/react-query";
import { asAuthError, AuthError, errorText } from "./error-text.ts";
import { ask, currentSession } from "./session.ts";

interface SignInOptions {
  /** Conditional: the browser offers the passkeys with what it fills into the form, and nothing opens by itself. */
  mediation?: "conditional";
  signal?: AbortSignal;
}

export async function signInWithPasskey(options: SignInOptions = {}): Promise<void> {
  await ask((client) => client.signInWithPasskey({ options }));
  if (!currentSession()) throw new AuthError("not_kept", "This browser does not keep the session");
}

export const passkeysQuery = queryOptions({
  queryKey: ["me", "passkeys"],
  queryFn: async () => (await ask((client) => client.passkey.list())).data as Passkey[],
  retry: false,
});

export interface Passkey {
  id: string;
  friendly_name: string;
  created_at: string;
  last_used_at?: string;
  backed_up?: boolean;
}

export async function addPasskey(): Promise<void> {
  await ask((client) => client.registerPasskey());
}

export async function renamePasskey(passkeyId: string, friendlyName: string): Promise<void> {
  await ask((client) => client.passkey.update({ passkeyId, friendlyName }));
}

export async function removePasskey(passkeyId: string): Promise<void> {
  await ask((client) => client.passkey.delete({ passkeyId }));
}

/** Which site asks; the server knows better and does not listen. */
const site = () => ({ rpId: location.hostname, rpOrigins: [location.origin] });

/**
 * Makes a key for the second step. The client's own way would only take keys that are plugged in or held against the
 * device, and no device's own.
 */
export async function addSecurityKey(friendlyName: string): Promise<void> {
  const { data: factor } = await ask((client) => client.mfa.enroll({ factorType: "webauthn", friendlyName }));
  const factorId = factor.id;
  try {
    const { data } = await ask((client) => client.mfa.challenge({ factorId, webauthn: site() }));
    if (data.webauthn.type !== "create") throw new AuthError("mfa_factor_not_found", "The factor is already in use");
    const { publicKey } = data.webauthn.credential_options;
    const made = await navigator.credentials.create({ publicKey: publicKey as PublicKeyCredentialCreationOptions });
    const credential_response = made as Extract<Verified, { type: "create" }>["credential_response"];
    const webauthn = { type: "create" as const, ...site(), credential_response };
    await ask((client) => client.mfa.verify({ factorId, challengeId: data.id, webauthn }));
  } catch (error) {
    // What nobody finished ends by itself if it cannot be taken back.
    await ask((client) => client.mfa.unenroll({ factorId })).catch(() => undefined);
    throw error;
  }
}

type Client = Parameters<Parameters<typeof ask>[0]>[0];
type Verified = Extract<Parameters<Client["mfa"]["verify"]>[0], { webauthn: unknown }>["webauthn"];

/** Completes half a sign-in. */
export async function confirmWithSecurityKey(factorId: string): Promise<void> {
  await ask((client) => client.mfa.webauthn.authenticate({ factorId, webauthn: site() }));
}

const sentences: Record<string, string> = {
  webauthn_verification_failed: "This passkey does not belong to an account here.",
  webauthn_challenge_expired: "That took too long. Please try again.",
  webauthn_challenge_not_found: "That took too long. Please try again.",
  webauthn_credential_exists: "This device already has a passkey for an account here.",
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: "This device already has a passkey for your account.",
  passkey_disabled: "Passkeys are switched off here.",
  too_many_passkeys: "You have as many passkeys as an account can have. Remove one first.",
  mfa_verification_failed: "This security key is not the one of your account.",
  mfa_verification_rejected: "Too many tries with a wrong key. Wait a few minutes, or use another method.",
  mfa_challenge_expired: "That took too long. Please try again.",
};

/** One sentence for a passkey or a key that was not made or not used. */
export function passkeyErrorText(error: unknown): string {
  if (error instanceof DOMException && error.name === "InvalidStateError") {
    return "This key is already one of your second factors.";
  }
  const { code } = asAuthError(error);
  if (sentences[code]) return sentences[code];
  // The browser says no more than that nothing came of it.
  if (code.startsWith("ERROR_") || error instanceof DOMException)
    return "Nothing was chosen. Try again, or use another method.";
  return errorText(error);
}

const addingSentences: Record<string, string> = {
  webauthn_verification_failed: "Your passkey could not be verified. Please try again.",
  mfa_verification_failed: "Your security key could not be verified. Please try again.",
};

/** The same for one that was to be added: so far it belongs to nobody. */
export function addedKeyErrorText(error: unknown): string {
  return addingSentences[asAuthError(error).code] ?? passkeyErrorText(error);
}

/** Whether the server refused, and not the person or the browser. */
export function isRefused(error: unknown): boolean {
  return (
    asAuthError(error).code.startsWith("webauthn_") ||
    ["user_banned", "email_not_confirmed"].includes(asAuthError(error).code)
  );
}
