import { createRemoteJWKSet, errors, jwtVerify } from "jose";
import { LRUCache } from "lru-cache";
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  clockSkew,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
} from "openid-client";
import { hashToken } from "../../../access/tokens.ts";
import { clock, currentTime, findSkewMs } from "../../../db/clock.ts";
import type { Provider } from "../../../settings.ts";
import { AuthError, validationFailed } from "../http.ts";
import type { AuthService } from "../service.ts";
import { type ExternalProvider, isLoopback, openDiscord, patienceSeconds, toExternalAccount } from "./providers.ts";

const documentLifeMs = 3_600_000;
const clockToleranceSeconds = 30;
/** What an issuer signs with a key that it keeps to itself. */
const algorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

/** Any issuer of OpenID Connect. Its endpoints and keys come from the document at the configured address. */
function openOpenIdProvider(provider: Provider & { issuer: string }): ExternalProvider {
  const { key, name, clientId } = provider;
  const documents = new LRUCache<"document", Document>({
    max: 1,
    ttl: documentLifeMs,
    perf: clock,
    fetchMethod: () => readDocument(provider),
  });
  // One request for everybody who waits, and a new one after a failure.
  const discover = () => documents.forceFetch("document");
  return {
    key,
    name,
    async toAddress({ callbackUrl, state, verifier, nonce }) {
      const { config } = await discover();
      const address = buildAuthorizationUrl(config, {
        redirect_uri: callbackUrl,
        scope: "openid email profile",
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });
      return address.href;
    },
    async readReturn(address, { state, verifier, nonce }) {
      const { config, issuer } = await discover();
      const tokens = await authorizationCodeGrant(config, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = { ...tokens.claims() };
      const more = "email" in claims ? {} : await readUserInfo(config, tokens.access_token, String(claims.sub));
      return toExternalAccount(key, issuer, { ...more, ...claims });
    },
    async readIdToken(token, nonce) {
      const { keys, issuer } = await discover();
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience: clientId,
        algorithms,
        clockTolerance: clockToleranceSeconds,
        currentDate: currentTime(),
        requiredClaims: ["sub", "exp", "iat"],
      });
      const isForOthersToo = Array.isArray(payload.aud) && payload.aud.length > 1;
      if (isForOthersToo && payload["azp"] !== clientId) throw badIdToken("The id_token was issued to another client");
      requireNonce(payload["nonce"], nonce);
      return {
        account: toExternalAccount(key, issuer, payload),
        fingerprint: toFingerprint(token, issuer, payload.jti),
        expiresAt: new Date(((payload.exp ?? 0) + clockToleranceSeconds) * 1000),
      };
    },
  };
}

/** By its id where it has one, else by what was signed: a signature can be written in more than one way. */
function toFingerprint(token: string, issuer: string, id: string | undefined): Buffer {
  const text = id ? JSON.stringify([issuer, id]) : token.slice(0, token.lastIndexOf("."));
  return hashToken(text);
}

/** A library for apps hashes the nonce on its way to the issuer, so that only the app itself knows what to send us. */
function requireNonce(inToken: unknown, sent: string | undefined): void {
  if (inToken === undefined && !sent) return;
  if (inToken === undefined || !sent) {
    throw badIdToken("Passed nonce and nonce in id_token should either both exist or not.");
  }
  const isRight = inToken === sent || inToken === hashToken(sent).toString("hex");
  if (!isRight) throw badIdToken("Nonces mismatch");
}

function badIdToken(message: string): AuthError {
  return new AuthError(400, "bad_oauth_callback", message);
}

type Document = Awaited<ReturnType<typeof readDocument>>;

async function readDocument({ issuer, clientId, clientSecret }: Provider & { issuer: string }) {
  const address = new URL(issuer);
  // The library checks signatures only when asked to: it would trust a token that came straight from the issuer.
  const execute = [enableNonRepudiationChecks, ...(isLoopback(address) ? [allowInsecureRequests] : [])];
  const metadata = { [clockSkew]: -Math.round(findSkewMs() / 1000) };
  const config = await discovery(address, clientId, metadata, authenticateWith(clientSecret), {
    timeout: patienceSeconds,
    execute,
  });
  const document = config.serverMetadata();
  const keysAddress = new URL(document.jwks_uri ?? "");
  if (keysAddress.protocol !== "https:" && !isLoopback(keysAddress)) throw new Error("the issuer's keys are not safe");
  const keys = createRemoteJWKSet(keysAddress, { timeoutDuration: patienceSeconds * 1000 });
  return { config, keys, issuer: document.issuer };
}

function authenticateWith(secret: string): ClientAuth {
  const [inBody, inHeader] = [ClientSecretPost(secret), ClientSecretBasic(secret)];
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const authenticate = methods.includes("client_secret_post") ? inBody : inHeader;
    return authenticate(server, client, body, headers);
  };
}

/** Many issuers keep the token short and give the rest on request. */
async function readUserInfo(config: Configuration, accessToken: string, subject: string): Promise<object> {
  return config.serverMetadata().userinfo_endpoint ? fetchUserInfo(config, accessToken, subject) : {};
}

export function openProvider(provider: Provider): ExternalProvider {
  if (provider.key === "discord") return openDiscord(provider);
  if (!provider.issuer) throw new Error(`the provider ${provider.key} has no issuer`);
  return openOpenIdProvider({ ...provider, issuer: provider.issuer });
}

export function getProvider({ providers }: AuthService, key: string | undefined): ExternalProvider {
  const provider = providers.find((offered) => offered.key === key);
  if (!provider) throw validationFailed("Unsupported provider: provider is not enabled");
  return provider;
}

/** Whatever goes wrong at a provider becomes an error of ours, and a line in the log that names no token. */
export async function callProvider<Answer>(
  { log }: AuthService,
  { key, name }: ExternalProvider,
  call: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof AuthError) throw error;
    log.warn({ provider: key, reason: toReason(error) }, "another service did not sign someone in");
    if (isAway(error)) {
      const message = `${name} cannot be reached right now. Please try again shortly.`;
      throw new AuthError(503, "unexpected_failure", message, { retryAfter: 5 });
    }
    throw new AuthError(400, "bad_oauth_callback", `The answer of ${name} could not be verified`);
  }
}

function isAway(error: unknown): boolean {
  if (error instanceof TypeError) return error.message === "fetch failed";
  if (error instanceof errors.JWKSTimeout) return true;
  if (!(error instanceof ClientError)) return false;
  return error.code === "OAUTH_TIMEOUT" || (error.cause instanceof Response && error.cause.status >= 500);
}

/** The causes of these errors hold whole answers, so they stay out of the log. */
function toReason(error: unknown): string {
  if (error instanceof ResponseBodyError) return error.error;
  return error instanceof Error ? `${error.name}: ${error.message.slice(0, 200)}` : "unknown";
}
