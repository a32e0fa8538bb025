import { timingSafeEqual } from "node:crypto";
import { pages } from "@clanhall/contract/pages";
import type { FastifyReply, FastifyRequest } from "fastify";
import { clock, currentTime } from "../../../db/clock.ts";
import type { Caller } from "../../../access/actor.ts";
import { createToken, hashToken } from "../../../access/tokens.ts";
import type { Tx } from "../../../db/tables.ts";
import { createAuthCode } from "../auth-codes.ts";
import { AuthError, type Client } from "../http.ts";
import { type FlowRow, insertFlow, recordAuthAudit, takeFlow } from "../queries.ts";
import { withCode, withError, withSession } from "../redirects.ts";
import type { AuthService } from "../service.ts";
import { openSession, toSessionAnswer } from "../sessions.ts";
import { linkToSession } from "./identities.ts";
import { callProvider, getProvider } from "./openid.ts";
import type { ExternalAccount, ExternalProvider } from "./providers.ts";
import { findOrAddUser } from "./users.ts";

const verifierPurpose = "external sign-in verifier";

interface FlowStart {
  redirectTo: string;
  codeChallenge: string | null;
  browser: string;
  /** Who wants to add the account there to their own; null when somebody wants to sign in. */
  linking: Caller | null;
}

/** Remembers who left for the provider; returns where to send them. */
export async function startFlow(auth: AuthService, provider: ExternalProvider, start: FlowStart): Promise<string> {
  const [state, verifier, nonce] = [createToken(), createToken(), createToken()];
  const departure = { callbackUrl: toCallbackUrl(auth), state, verifier, nonce };
  const address = await callProvider(auth, provider, () => provider.toAddress(departure));
  await insertFlow(auth.db, {
    provider: provider.key,
    state_hash: hashToken(state),
    browser_hash: hashToken(start.browser),
    sealed_verifier: auth.secrets.seal(verifier, verifierPurpose),
    nonce,
    redirect_to: start.redirectTo,
    code_challenge: start.codeChallenge,
    linking_user_id: start.linking?.userId ?? null,
    linking_session_id: start.linking?.sessionId ?? null,
    expires_at: new Date(clock.now() + flowLifeMs),
  });
  return address;
}

function toCallbackUrl({ publicUrl }: Pick<AuthService, "publicUrl">): string {
  return `${publicUrl}/auth/v1/callback`;
}

/** As long as somebody may take at the provider. */
const flowLifeMs = 600_000;

/** A browser takes the prefix, which keeps other hosts from planting the cookie, only over an encrypted connection. */
function toName(publicUrl: string): string {
  return isEncrypted(publicUrl) ? "__Host-clanhall-flow" : "clanhall-flow";
}

function isEncrypted(publicUrl: string): boolean {
  return publicUrl.startsWith("https:");
}

/** The random value by which we know the browser again, if it has one. */
export function findBrowser({ headers }: FastifyRequest, publicUrl: string): string | null {
  const start = `${toName(publicUrl)}=`;
  const cookies = (headers.cookie ?? "").split(";").map((cookie) => cookie.trim());
  const value = cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length);
  return value && /^[\w-]{43}$/.test(value) ? value : null;
}

/** One value for all tabs of the browser, so that sign-ins in several of them do not disturb each other. */
export function markBrowser(request: FastifyRequest, reply: FastifyReply, publicUrl: string): string {
  const browser = findBrowser(request, publicUrl) ?? createToken();
  const parts = [
    `${toName(publicUrl)}=${browser}`,
    "Path=/",
    `Max-Age=${flowLifeMs / 1000}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(isEncrypted(publicUrl) ? ["Secure"] : []),
  ];
  reply.header("set-cookie", parts.join("; "));
  return browser;
}

interface Return {
  /** The query the provider sent the browser back with. */
  search: string;
  browser: string | null;
}

/** Ends a way through a provider; returns where the browser goes next, also with an error. */
export async function finishFlow(auth: AuthService, back: Return, client: Client): Promise<string> {
  const state = new URLSearchParams(back.search).get("state");
  if (!state) return toLogin(auth, new AuthError(400, "bad_oauth_callback", "OAuth state parameter missing"));
  const flow = await takeFlow(auth.db, "state_hash", hashToken(state));
  if (!flow) return toLogin(auth, new AuthError(400, "bad_oauth_state", "OAuth state is not known or was used before"));
  try {
    const account = await readAccount(auth, flow, state, back);
    return await finishWith(auth, flow, account, client);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const traits = { provider: flow.provider, reason: error.code };
    await recordAuthAudit(auth.db, client, {
      action: "login",
      outcome: "failure",
      userId: flow.linking_user_id,
      traits,
    });
    return withError(flow.redirect_to, error);
  }
}

/** For a return of which nobody knows where it was to lead: from a provider's page that was opened again, most likely. */
function toLogin({ publicUrl }: AuthService, error: AuthError): string {
  return withError(`${publicUrl}${pages.login.path}`, error);
}

async function readAccount(auth: AuthService, flow: FlowRow, state: string, { search, browser }: Return) {
  const provider = getProvider(auth, flow.provider);
  if (!isBrowserOf(flow, browser)) {
    throw new AuthError(400, "bad_oauth_state", "The sign-in was begun in another browser");
  }
  if (flow.expires_at <= currentTime()) {
    throw new AuthError(422, "flow_state_expired", "The sign-in took too long. Please try again.");
  }
  const address = new URL(toCallbackUrl(auth) + search);
  const problem = address.searchParams.get("error");
  if (problem === "access_denied") {
    throw new AuthError(400, "bad_oauth_callback", `The sign-in with ${provider.name} was cancelled`);
  }
  const { nonce, sealed_verifier: sealed } = flow;
  if (problem || !address.searchParams.get("code") || !sealed || !nonce) {
    throw new AuthError(400, "bad_oauth_callback", `${provider.name} did not sign you in`);
  }
  return callProvider(auth, provider, async () => {
    const verifier = auth.secrets.open(sealed, verifierPurpose);
    return provider.readReturn(address, { state, verifier, nonce });
  });
}

/** Else somebody could have their own sign-in finished in another person's browser. */
function isBrowserOf({ browser_hash }: FlowRow, browser: string | null): boolean {
  return browser !== null && browser_hash !== null && timingSafeEqual(browser_hash, hashToken(browser));
}

async function finishWith(auth: AuthService, flow: FlowRow, account: ExternalAccount, client: Client): Promise<string> {
  const { redirect_to: redirectTo } = flow;
  const outcome = await auth.db.transaction().execute((tx) => proceed(auth, tx, { flow, account, client }));
  if (typeof outcome === "string") return withCode(redirectTo, outcome);
  return withSession(redirectTo, await toSessionAnswer(auth, outcome));
}

interface Proven {
  flow: FlowRow;
  account: ExternalAccount;
  client: Client;
}

/** A code where the client asked for one, else the session itself. */
async function proceed(auth: AuthService, tx: Tx, { flow, account, client }: Proven) {
  const { linking_user_id: linker, linking_session_id: sessionId, code_challenge: codeChallenge, provider } = flow;
  if (linker && sessionId) {
    const session = await linkToSession(auth, tx, { userId: linker, sessionId, account, client });
    if (!codeChallenge) return session;
    return createAuthCode(tx, { userId: linker, provider, method: "oauth", codeChallenge, sessionId });
  }
  const userId = await findOrAddUser(auth, tx, account, client);
  if (codeChallenge) return createAuthCode(tx, { userId, provider, method: "oauth", codeChallenge });
  return openSession(tx, auth, { userId, provider, method: "oauth" }, client);
}
