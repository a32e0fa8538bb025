import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { type ClientMetadata, Provider } from "oidc-provider";
import { escapeHtml } from "../escape-html.ts";

export interface TestAccount {
  sub: string;
  name: string;
  email?: string;
  email_verified?: boolean;
}

interface IdentityProviderOptions {
  port?: number;
  clients: ClientMetadata[];
  /** May grow while the provider runs. */
  accounts: TestAccount[];
}

/** A real OpenID provider on loopback. It asks for no password: whoever comes picks an account, or none. */
export async function startIdentityProvider({ port = 0, clients, accounts }: IdentityProviderOptions) {
  // Made first: whoever calls between the start of the server and the first answer would wait for ever.
  const key = await createKey();
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(port, "127.0.0.1", resolve));
  const { port: taken } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${taken}`;
  const provider = createProvider(issuer, key, clients, accounts);
  const answer = provider.callback();
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith("/pick/")) void pickAccount(provider, accounts, request, response);
    else void answer(request, response);
  });
  return {
    issuer,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function createKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: "RS256", use: "sig" };
}

function createProvider(issuer: string, key: JWK, clients: ClientMetadata[], accounts: TestAccount[]): Provider {
  const lives = { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 };
  const provider: Provider = new Provider(issuer, {
    adapter: createAdapter(),
    clients,
    jwks: { keys: [key] },
    cookies: { keys: ["only for tests"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    features: { devInteractions: { enabled: false }, userinfo: { enabled: true } },
    interactions: { url: (_context, { uid }) => `/pick/${uid}` },
    pkce: { required: () => true },
    ttl: lives,
    findAccount: (_context, sub) => {
      const account = accounts.find((known) => known.sub === sub);
      return account && { accountId: sub, claims: () => ({ ...account }) };
    },
    // Nobody is asked what the client may know.
    loadExistingGrant: async ({ oidc }) => {
      const [clientId, accountId] = [oidc.client?.clientId, oidc.session?.accountId];
      if (!clientId || !accountId) return undefined;
      const grant = new provider.Grant({ clientId, accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  return provider;
}

/** A page with a link per account; following one signs in as it. */
async function pickAccount(
  provider: Provider,
  accounts: TestAccount[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const picked = new URL(request.url ?? "/", "http://127.0.0.1").searchParams.get("account");
  if (picked === "") return provider.interactionFinished(request, response, { error: "access_denied" });
  if (picked) return provider.interactionFinished(request, response, { login: { accountId: picked, remember: false } });
  const links = accounts.map(
    ({ sub, name }) => `<li><a href="?account=${encodeURIComponent(sub)}">${escapeHtml(name)}</a></li>`,
  );
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(
    `<!doctype html><title>Pick an account</title><ul>${links.join("")}<li><a href="?account=">Cancel</a></li></ul>`,
  );
  return undefined;
}

type Payload = Record<string, unknown>;

/** Keeps what the provider has to remember; expiry is not needed for as long as a test takes. */
function createAdapter() {
  const kept = new Map<string, Payload>();
  return class {
    readonly #model: string;
    constructor(model: string) {
      this.#model = model;
    }
    async upsert(id: string, payload: Payload) {
      kept.set(`${this.#model}:${id}`, payload);
    }
    async find(id: string) {
      return kept.get(`${this.#model}:${id}`);
    }
    async findByUid(uid: string) {
      const entries = [...kept].filter(([key]) => key.startsWith(`${this.#model}:`));
      return entries.find(([, payload]) => payload["uid"] === uid)?.[1];
    }
    async findByUserCode() {
      return undefined;
    }
    async consume(id: string) {
      const payload = kept.get(`${this.#model}:${id}`);
      if (payload) payload["consumed"] = Math.floor(Date.now() / 1000);
    }
    async destroy(id: string) {
      kept.delete(`${this.#model}:${id}`);
    }
    async revokeByGrantId(grantId: string) {
      for (const [key, payload] of kept) if (payload["grantId"] === grantId) kept.delete(key);
    }
  };
}
