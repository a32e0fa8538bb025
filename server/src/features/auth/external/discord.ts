import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  ClientSecretPost,
  Configuration,
  fetchProtectedResource,
} from "openid-client";
import { z } from "zod";
import type { Provider } from "../../../settings.ts";
import { toExternalAccount } from "./external-account.ts";
import { isLoopback, patienceSeconds } from "./provider-limits.ts";
import type { ExternalProvider } from "./providers.ts";

const discordHome = "https://discord.com";

const discordUser = z.object({
  id: z.string(),
  username: z.string(),
  global_name: z.string().nullish(),
  email: z.string().nullish(),
  verified: z.boolean().nullish(),
});

/** Discord speaks plain OAuth: no token says who somebody is, so Discord itself is asked. */
export function openDiscord({ key, name, issuer, clientId, clientSecret }: Provider): ExternalProvider {
  const home = issuer ?? discordHome;
  const endpoints = {
    issuer: home,
    authorization_endpoint: `${home}/oauth2/authorize`,
    token_endpoint: `${home}/api/oauth2/token`,
  };
  const config = new Configuration(endpoints, clientId, {}, ClientSecretPost(clientSecret));
  config.timeout = patienceSeconds;
  if (isLoopback(new URL(home))) allowInsecureRequests(config);
  return {
    key,
    name,
    async toAddress({ callbackUrl, state, verifier }) {
      const address = buildAuthorizationUrl(config, {
        redirect_uri: callbackUrl,
        scope: "identify email",
        // Whoever has agreed before is not asked again.
        prompt: "none",
        state,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });
      return address.href;
    },
    async readReturn(address, { state, verifier }) {
      const checks = { expectedState: state, pkceCodeVerifier: verifier };
      const { access_token } = await authorizationCodeGrant(config, address, checks);
      const answer = await fetchProtectedResource(config, access_token, new URL(`${home}/api/users/@me`), "GET");
      if (!answer.ok) throw new ClientError(`answered ${answer.status}`, { cause: answer });
      const { id, username, global_name, email, verified } = discordUser.parse(await answer.json());
      const claims = { sub: id, name: global_name || username, email, email_verified: verified === true };
      return toExternalAccount(key, home, claims);
    },
    readIdToken: null,
  };
}
