import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from "jose";

export interface Forgery {
  issuer: string;
  clientId: string;
  /** The claims of an honest token, to be spoilt. */
  claims: JWTPayload;
  sign: (claims: JWTPayload, header?: { alg?: string; kid?: string }, key?: CryptoKey | Uint8Array) => Promise<string>;
  publicPem: string;
}

type Forge = (forgery: Forgery) => Promise<string> | string;

/** An issuer whose tokens a test makes by hand. It checks PKCE like an honest one. */
export async function startForgingIssuer(clientId: string) {
  const keys = await generateKeyPair("RS256", { extractable: true });
  const publicPem = await exportSPKI(keys.publicKey);
  const publicJwk = { ...(await exportJWK(keys.publicKey)), kid: "one", alg: "RS256", use: "sig" };
  const departures = new Map<string, { nonce: string; challenge: string }>();
  const made: { forge: Forge } = { forge: ({ sign, claims }) => sign(claims) };

  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sign: Forgery["sign"] = (claims, { alg = "RS256", kid = "one" } = {}, key = keys.privateKey) =>
    new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(key);
  const toClaims = (nonce: string): JWTPayload => {
    const now = Math.floor(Date.now() / 1000);
    const email = `${randomUUID()}@example.test`;
    const times = { iat: now, exp: now + 300 };
    return { iss: issuer, aud: clientId, sub: randomUUID(), nonce, email, email_verified: true, ...times };
  };

  async function answer(request: IncomingMessage): Promise<object> {
    if (request.url === "/jwks") return { keys: [publicJwk] };
    if (request.url !== "/token") return toDocument(issuer);
    const form = new URLSearchParams(await readBody(request));
    const departure = departures.get(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (!departure || challenge !== departure.challenge) return { error: "invalid_grant" };
    const forgery = { issuer, clientId, claims: toClaims(departure.nonce), sign, publicPem };
    return { access_token: "x", token_type: "bearer", id_token: await made.forge(forgery) };
  }
  server.on("request", (request, response) => {
    void answer(request).then((body) =>
      response.writeHead("error" in body ? 400 : 200, { "content-type": "application/json" }).end(JSON.stringify(body)),
    );
  });

  return {
    issuer,
    toClaims,
    sign,
    publicPem,
    /** How the next tokens are made. */
    forgeWith: (forge: Forge) => {
      made.forge = forge;
    },
    /** Agrees to whatever sign-in the address asks for; returns where the browser goes with the code. */
    agree: (address: unknown): string => {
      const { searchParams } = new URL(String(address));
      const code = randomUUID();
      const [nonce = "", challenge = ""] = [searchParams.get("nonce"), searchParams.get("code_challenge")].map(String);
      departures.set(code, { nonce, challenge });
      const back = new URL(String(searchParams.get("redirect_uri")));
      back.search = new URLSearchParams({ code, state: String(searchParams.get("state")) }).toString();
      return back.href;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}

function toDocument(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    // As careless as an issuer can be: whatever it names, we choose.
    id_token_signing_alg_values_supported: ["RS256", "ES256", "HS256", "none"],
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
