import { timingSafeEqual } from "node:crypto";
import type { Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import { recordAuthAudit } from "../audit.queries.ts";
import { createAuthCode } from "../auth-codes.ts";
import { AuthError } from "../auth-error.ts";
import type { Client } from "../client.ts";
import { type FlowRow, takeFlow } from "../flows.queries.ts";
import { withCode, withRefusal, withSession } from "../redirects.ts";
import type { AuthService } from "../service.ts";
import { openSession, toSessionAnswer } from "../sessions.ts";
import type { ExternalAccount } from "./external-account.ts";
import { hashOf, toCallbackUrl, verifierPurpose } from "./flow.ts";
import { linkToSession } from "./identities.ts";
import { askProvider, getProvider } from "./provider-calls.ts";
import { findOrAddUser } from "./users.ts";

interface Return {
  /** The query the provider sent the browser back with. */
  search: string;
  browser: string | null;
}

/** Ends a way through a provider; returns where the browser goes next, be it with a refusal. */
export async function finishFlow(auth: AuthService, back: Return, client: Client): Promise<string> {
  const state = new URLSearchParams(back.search).get("state");
  if (!state) throw new AuthError(400, "bad_oauth_callback", "OAuth state parameter missing");
  const flow = await takeFlow(auth.db, "state_hash", hashOf(state));
  if (!flow) throw new AuthError(400, "bad_oauth_state", "OAuth state is not known or was used before");
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
    return withRefusal(flow.redirect_to, error);
  }
}

async function readAccount(auth: AuthService, flow: FlowRow, state: string, { search, browser }: Return) {
  const provider = getProvider(auth, flow.provider);
  if (!isBrowserOf(flow, browser)) {
    throw new AuthError(400, "bad_oauth_state", "The sign-in was begun in another browser");
  }
  if (flow.expires_at <= new Date()) {
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
  return askProvider(auth, provider, async () => {
    const verifier = auth.secrets.open(sealed, verifierPurpose);
    return provider.readReturn(address, { state, verifier, nonce });
  });
}

/** Else somebody could have their own sign-in finished in another person's browser. */
function isBrowserOf({ browser_hash }: FlowRow, browser: string | null): boolean {
  return browser !== null && browser_hash !== null && timingSafeEqual(browser_hash, hashOf(browser));
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
async function proceed(auth: AuthService, tx: Transaction<Tables>, { flow, account, client }: Proven) {
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
