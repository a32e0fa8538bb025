import type { z } from "zod";
import { AuthError, validationFailed } from "../auth-error.ts";
import type { Client } from "../client.ts";
import type { idTokenGrant } from "../inputs.ts";
import type { AuthService } from "../service.ts";
import { openSession, toSessionAnswer } from "../sessions.ts";
import { askProvider } from "./provider-calls.ts";
import { insertUsedIdToken } from "./queries.ts";
import { findOrAddUser } from "./users.ts";

/** For clients that fetched the proof from the provider by themselves. */
export async function signInWithIdToken(auth: AuthService, body: z.output<typeof idTokenGrant>, client: Client) {
  const provider = auth.providers.find(({ key }) => key === body.provider);
  const readIdToken = provider?.readIdToken;
  if (!provider || !readIdToken) throw new AuthError(400, "provider_disabled", "Provider is not enabled");
  if (body.link_identity) throw validationFailed("Identities are linked through /user/identities/authorize");
  await auth.limits.takeFrom("authorize", client.network);
  const idToken = await askProvider(auth, provider, () => readIdToken(body.id_token, body.nonce));
  const { account, fingerprint, expiresAt } = idToken;
  const session = await auth.db.transaction().execute(async (tx) => {
    if (!(await insertUsedIdToken(tx, fingerprint, expiresAt))) {
      throw new AuthError(400, "bad_oauth_callback", "The id_token was used before");
    }
    const userId = await findOrAddUser(auth, tx, account, client);
    return openSession(tx, auth, { userId, provider: provider.key, method: "oauth" }, client);
  });
  return toSessionAnswer(auth, session);
}
