import { exchangeAuthCode } from "./auth-codes.ts";
import { AuthError, validationFailed } from "./auth-error.ts";
import type { Client } from "./client.ts";
import { signInWithIdToken } from "./external/id-token.ts";
import { parseAuthInput } from "./http.ts";
import { idTokenGrant, passwordGrant, pkceGrant, refreshGrant } from "./inputs.ts";
import { refreshSession } from "./refresh.ts";
import type { AuthService } from "./service.ts";
import { signInWithPassword } from "./sign-in.ts";

/** Each way to get a session takes a body of its own. */
export async function exchangeGrant(auth: AuthService, grantType: string, body: unknown, client: Client) {
  switch (grantType) {
    case "password":
      return signInWithPassword(auth, parseAuthInput(passwordGrant, body), client);
    case "refresh_token":
      return refreshSession(auth, parseAuthInput(refreshGrant, body).refresh_token, client);
    case "pkce": {
      const { auth_code, code_verifier } = parseAuthInput(pkceGrant, body);
      return exchangeAuthCode(auth, auth_code, code_verifier, client);
    }
    case "id_token":
      return signInWithIdToken(auth, parseAuthInput(idTokenGrant, body), client);
    case "web3":
      throw new AuthError(422, "web3_provider_disabled", "Web3 provider is disabled");
    default:
      throw validationFailed("unsupported_grant_type");
  }
}
