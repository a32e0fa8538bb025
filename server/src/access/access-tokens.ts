import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify, type JWTVerifyOptions, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { clock, currentTime } from "../db/clock.ts";
import type { Db } from "../db/tables.ts";
import { findServiceToken, insertServiceToken } from "./queries.ts";
import type { SigningKey } from "./signing-key.ts";
import type { KeyRing } from "./signing-keys.ts";

/** The one audience and role of people who are signed in. */
export const authenticated = "authenticated";

/** The roles of programs that administer the accounts. */
const serviceRoles = ["service_role", "supabase_admin"] as const;

const claims = z.object({ sub: z.uuid(), session_id: z.uuid(), role: z.literal(authenticated), exp: z.number() });

/** Headers by which a token could bring or fetch its own key. */
const foreignKeys = ["jku", "jwk", "x5u", "x5c", "x5t", "x5t#S256", "crit"];

interface TokenRules {
  issuer: string;
  /** How long a person's token lives. */
  seconds: number;
}

export interface AccessTokens {
  sign(claims: { sub: string; session_id: string } & Record<string, unknown>): Promise<string>;
  /** For a program that administers the accounts. It is no person and has no session; its id can be revoked. */
  signService(seconds: number): Promise<{ id: string; token: string }>;
  /** Whose token it is, or why it is not valid. */
  read(token: string): Promise<{ userId: string; sessionId: string } | { problem: string }>;
  readService(token: string): Promise<{ isService: boolean } | { problem: string }>;
  /** Verifies every token again, because a key may have been revoked. */
  invalidate(): void;
  seconds: number;
}

export function toIssuer(publicUrl: string): string {
  return `${publicUrl}/auth/v1`;
}

export function createAccessTokens(db: Db, keys: KeyRing, { issuer, seconds }: TokenRules): AccessTokens {
  const verifiedTokens = createVerifiedTokens<{ problem: string }>(async (token) => {
    const verified = await verifyToken(keys, token, issuer);
    if ("problem" in verified) return verified;
    const parsed = claims.safeParse(verified.payload);
    if (!parsed.success) return { problem: "claims are missing" };
    const { sub: userId, session_id: sessionId, exp } = parsed.data;
    return { owner: { userId, sessionId }, expiresAt: exp * 1000 };
  });
  return {
    seconds,
    sign: (payload) => {
      const expiresAt = toSeconds(clock.now()) + seconds;
      return signToken(keys, issuer, { expiresAt, seconds }, { ...payload, role: authenticated });
    },
    async signService(lifeSeconds) {
      const { id, expires_at } = await insertServiceToken(db, lifeSeconds);
      const life = { expiresAt: toSeconds(expires_at.getTime()), seconds: lifeSeconds };
      return { id, token: await signToken(keys, issuer, life, { role: serviceRoles[0], jti: id }) };
    },
    read: (token) => verifiedTokens.read(token),
    async readService(token) {
      const verified = await verifyToken(keys, token, issuer, true);
      if ("problem" in verified) return verified;
      const { payload, key } = verified;
      if (!serviceRoles.some((role) => role === payload["role"])) return { isService: false };
      return (await isLive(db, payload, key)) ? { isService: true } : { problem: "token is not valid" };
    },
    invalidate() {
      keys.invalidate();
      verifiedTokens.invalidate();
    },
  };
}

/**
 * A service token of our own keys is one that the command made, that ends when it was meant to and was not revoked.
 * What an operator signs with keys of their own is theirs to end, unless the command made it.
 */
async function isLive(db: Db, { jti, exp = Infinity }: JWTPayload, { isSupplied }: SigningKey): Promise<boolean> {
  const id = z.uuid().safeParse(jti);
  const made = id.success ? await findServiceToken(db, id.data) : null;
  if (!made) return isSupplied;
  return made.revoked_at === null && exp <= toSeconds(made.expires_at.getTime());
}

function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

interface Life {
  /** In seconds, as tokens count. */
  expiresAt: number;
  seconds: number;
}

async function signToken(keys: KeyRing, issuer: string, life: Life, payload: JWTPayload): Promise<string> {
  const { kid, alg, signer } = await keys.getSigner();
  return new SignJWT(payload)
    .setProtectedHeader({ alg, kid, typ: "JWT" })
    .setIssuer(issuer)
    .setAudience(authenticated)
    .setIssuedAt(life.expiresAt - life.seconds)
    .setExpirationTime(life.expiresAt)
    .sign(signer);
}

type Checked = { payload: JWTPayload; key: SigningKey } | { problem: string };

const ofAnyToken: JWTVerifyOptions = { typ: "JWT", algorithms: ["ES256", "RS256"] };

/** `isBareAllowed`: a token of the operator's own keys needs no claims beside its role. */
async function verifyToken(keys: KeyRing, token: string, issuer: string, isBareAllowed = false): Promise<Checked> {
  const ofOurs = { ...ofAnyToken, issuer, audience: authenticated, requiredClaims: ["exp", "iat"] };
  try {
    const key = await findKey(keys, token);
    const isBare = isBareAllowed && key.isSupplied;
    const { payload } = await jwtVerify(token, key.verifier, {
      ...(isBare ? ofAnyToken : ofOurs),
      currentDate: currentTime(),
    });
    return { payload, key };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { problem: "token is expired" };
    if (error instanceof errors.JWTClaimValidationFailed) return { problem: "token is not valid" };
    if (error instanceof errors.JOSEError) return { problem: "unable to parse or verify signature" };
    throw error;
  }
}

/** Only keys of our own, found by id, each with its one algorithm. */
async function findKey(keys: KeyRing, token: string): Promise<SigningKey> {
  const header = readHeader(token);
  const isForeign = foreignKeys.some((name) => name in header);
  const key = header.kid && !isForeign ? await keys.findVerifier(header.kid) : null;
  if (!key || key.alg !== header.alg) throw new errors.JWSInvalid("no key of ours");
  return key;
}

function readHeader(token: string) {
  try {
    return decodeProtectedHeader(token);
  } catch {
    throw new errors.JWSInvalid("no header");
  }
}

/** As long as an instance may take to notice that a key was retired in the usual course; see signing-keys.ts. */
const longestMs = 60_000;
const mostKept = 5_000;

interface TokenOwner {
  userId: string;
  sessionId: string;
}

interface Verified {
  owner: TokenOwner;
  /** When the token expires, in milliseconds. */
  expiresAt: number;
}

/**
 * Verifies a token once a minute instead of at every call: checking a signature takes longer than all else that a call
 * does, and a page makes many calls with one token. Whether the session still lives is checked at each of them.
 */
export function createVerifiedTokens<Problem extends object>(verify: (token: string) => Promise<Verified | Problem>) {
  const createCache = () => new LRUCache<string, TokenOwner>({ max: mostKept, ttl: longestMs, perf: clock });
  let verified = createCache();
  return {
    async read(token: string): Promise<TokenOwner | Problem> {
      const start = clock.now();
      // A check that began before `invalidate` stores its result in a cache that is no longer read.
      const cache = verified;
      const known = cache.get(token);
      if (known) return known;
      const result = await verify(token);
      if (!("owner" in result)) return result;
      // An entry still counts when its whole time is over, a token does not.
      const ttl = Math.floor(Math.min(result.expiresAt - start, longestMs)) - 1;
      if (ttl > 0) cache.set(token, result.owner, { start, ttl });
      return result.owner;
    },
    /** Every token is verified again. */
    invalidate(): void {
      verified = createCache();
    },
  };
}
