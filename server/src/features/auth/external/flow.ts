import { createHash, randomBytes } from "node:crypto";
import type { Caller } from "../../../access/caller.ts";
import { insertFlow } from "../flows.queries.ts";
import type { AuthService } from "../service.ts";
import { flowLifeMs } from "./browser-cookie.ts";
import { askProvider } from "./provider-calls.ts";
import type { ExternalProvider } from "./providers.ts";

export const verifierPurpose = "external sign-in verifier";

interface FlowStart {
  redirectTo: string;
  codeChallenge: string | null;
  browser: string;
  /** Who wants to add the account there to their own; null when somebody wants to sign in. */
  linking: Caller | null;
}

/** Remembers who left for the provider; returns where to send them. */
export async function startFlow(auth: AuthService, provider: ExternalProvider, start: FlowStart): Promise<string> {
  const [state, verifier, nonce] = [newSecret(), newSecret(), newSecret()];
  const departure = { callbackUrl: toCallbackUrl(auth), state, verifier, nonce };
  const address = await askProvider(auth, provider, () => provider.toAddress(departure));
  await insertFlow(auth.db, {
    provider: provider.key,
    state_hash: hashOf(state),
    browser_hash: hashOf(start.browser),
    sealed_verifier: auth.secrets.seal(verifier, verifierPurpose),
    nonce,
    redirect_to: start.redirectTo,
    code_challenge: start.codeChallenge,
    linking_user_id: start.linking?.userId ?? null,
    linking_session_id: start.linking?.sessionId ?? null,
    expires_at: new Date(Date.now() + flowLifeMs),
  });
  return address;
}

export function toCallbackUrl({ publicUrl }: Pick<AuthService, "publicUrl">): string {
  return `${publicUrl}/auth/v1/callback`;
}

export function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}
