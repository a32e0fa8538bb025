import { AuthError, validationFailed } from "./auth-error.ts";
import { passwordGrant, refreshGrant } from "./auth-inputs.ts";
import { parseAuthInput } from "./auth-route.ts";
import type { AuthService } from "./auth-service.ts";
import type { Client } from "./client.ts";
import { refreshSession } from "./refresh.ts";
import { signInWithPassword } from "./sign-in.ts";

/** Each way to get a session takes a body of its own. */
export async function exchangeGrant(auth: AuthService, grantType: string, body: unknown, client: Client) {
  switch (grantType) {
    case "password":
      return signInWithPassword(auth, parseAuthInput(passwordGrant, body), client);
    case "refresh_token":
      return refreshSession(auth, parseAuthInput(refreshGrant, body).refresh_token, client);
    case "pkce":
      throw new AuthError(404, "flow_state_not_found", "invalid flow state, no valid flow state found");
    case "id_token":
      throw new AuthError(400, "provider_disabled", "Provider is not enabled");
    case "web3":
      throw new AuthError(422, "web3_provider_disabled", "Web3 provider is disabled");
    default:
      throw validationFailed("unsupported_grant_type");
  }
}
