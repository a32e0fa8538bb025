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
import type { Provider, ProviderKey } from "../../../settings.ts";
import { emailAddress, toDisplayName } from "../inputs.ts";

/** What ties a browser's way to the provider and back together. */
interface Departure {
  callbackUrl: string;
  state: string;
  verifier: string;
  nonce: string;
}

/** A service that knows who somebody is. Every call may fail: the service is not ours. */
export interface ExternalProvider {
  key: ProviderKey;
  name: string;
  /** Where the browser has to go. */
  toAddress(departure: Departure): Promise<string>;
  /** Whom the service sent back, from the address it sent them to. */
  readReturn(address: URL, departure: Omit<Departure, "callbackUrl">): Promise<ExternalAccount>;
  /** Whom a token proves that somebody got from the service without us; null when it issues none. */
  readIdToken: ((token: string, nonce: string | undefined) => Promise<IdToken>) | null;
}

interface IdToken {
  account: ExternalAccount;
  /** What no other token of any issuer has in common with it. */
  fingerprint: Buffer;
  /** From when on it would be refused anyway. */
  expiresAt: Date;
}

/** What another service says about somebody. Issuer and subject name the account; everything else may change. */
export interface ExternalAccount {
  provider: ProviderKey;
  issuer: string;
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  name: string;
}

const claims = z.object({
  sub: z.string().regex(/^[\x20-\x7e]{1,255}$/),
  email: emailAddress.nullable().catch(null),
  email_verified: z
    .literal([true, "true"])
    .transform(() => true)
    .catch(false),
  name: z.string().catch(""),
});

/** From the claims of OpenID Connect, whatever else a service adds to them. */
export function toExternalAccount(
  provider: ProviderKey,
  issuer: string,
  raw: Record<string, unknown>,
): ExternalAccount {
  const names = [raw["name"], raw["preferred_username"], raw["nickname"]];
  const { sub, email, email_verified, name } = claims.parse({ ...raw, name: names.find(isText) });
  return {
    provider,
    issuer,
    subject: sub,
    email,
    isEmailVerified: email_verified,
    name: toDisplayName({ display_name: name.toWellFormed() }),
  };
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

/** What we keep of it beside our own account; never the service's tokens, for which we have no use. */
export function toIdentityData({ issuer, subject, email, isEmailVerified, name }: ExternalAccount): string {
  return JSON.stringify({
    iss: issuer,
    sub: subject,
    ...(email && { email }),
    email_verified: isEmailVerified,
    phone_verified: false,
    ...(name && { name }),
  });
}

/** How long a provider may take for one answer while somebody's browser waits. */
export const patienceSeconds = 5;

/** Only a provider on this machine may be called without encryption. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}

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
      const known = { sub: id, name: global_name || username, email, email_verified: verified === true };
      return toExternalAccount(key, home, known);
    },
    readIdToken: null,
  };
}
