import { decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyOptions, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { Db } from "../db/tables.ts";
import type { KeyRing } from "./key-ring.ts";
import { rememberProofs } from "./remembered-proofs.ts";
import { findServiceToken, insertServiceToken } from "./service-tokens.queries.ts";
import type { SigningKey } from "./signing-key.ts";

/** The one audience and role of people who are signed in. */
export const authenticated = "authenticated";

/** The roles of programs that administer the accounts. */
const serviceRoles = ["service_role", "supabase_admin"] as const;

/** A service token can do everything to every account, so it does not live long. */
export const longestServiceMinutes = 1440;

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
  /** The proven claims, or why there are none. */
  read(token: string): Promise<{ userId: string; sessionId: string } | { problem: string }>;
  readService(token: string): Promise<{ isService: boolean } | { problem: string }>;
  /** Forgets what was proven, because a key may have been revoked. */
  invalidate(): void;
  seconds: number;
}

export function toIssuer(publicUrl: string): string {
  return `${publicUrl}/auth/v1`;
}

export function createAccessTokens(db: Db, keys: KeyRing, { issuer, seconds }: TokenRules): AccessTokens {
  const proofs = rememberProofs<{ problem: string }>(async (token) => {
    const verified = await verifyToken(keys, token, issuer);
    if ("problem" in verified) return verified;
    const parsed = claims.safeParse(verified.payload);
    if (!parsed.success) return { problem: "claims are missing" };
    const { sub: userId, session_id: sessionId, exp } = parsed.data;
    return { proof: { userId, sessionId }, expiresAt: exp * 1000 };
  });
  return {
    seconds,
    sign: (payload) => {
      const expiresAt = toSeconds(Date.now()) + seconds;
      return signToken(keys, issuer, { expiresAt, seconds }, { ...payload, role: authenticated });
    },
    async signService(lifeSeconds) {
      const { id, expires_at } = await insertServiceToken(db, lifeSeconds);
      const life = { expiresAt: toSeconds(expires_at.getTime()), seconds: lifeSeconds };
      return { id, token: await signToken(keys, issuer, life, { role: serviceRoles[0], jti: id }) };
    },
    read: (token) => proofs.prove(token),
    async readService(token) {
      const verified = await verifyToken(keys, token, issuer, true);
      if ("problem" in verified) return verified;
      const { payload, key } = verified;
      if (!serviceRoles.some((role) => role === payload["role"])) return { isService: false };
      return (await isLive(db, payload, key)) ? { isService: true } : { problem: "token is not valid" };
    },
    invalidate() {
      keys.invalidate();
      proofs.invalidate();
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

type Verified = { payload: JWTPayload; key: SigningKey } | { problem: string };

const ofAnyToken: JWTVerifyOptions = { typ: "JWT", algorithms: ["ES256", "RS256"] };

/** `isBareAllowed`: a token of the operator's own keys needs no claims beside its role. */
async function verifyToken(keys: KeyRing, token: string, issuer: string, isBareAllowed = false): Promise<Verified> {
  const ofOurs = { ...ofAnyToken, issuer, audience: authenticated, requiredClaims: ["exp", "iat"] };
  try {
    const key = await findKey(keys, token);
    const isBare = isBareAllowed && key.isSupplied;
    const { payload } = await jwtVerify(token, key.verifier, isBare ? ofAnyToken : ofOurs);
    return { payload, key };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { problem: "token is expired" };
    if (error instanceof errors.JOSEError) return { problem: "token is not valid" };
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
