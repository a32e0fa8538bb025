import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { KeyRing } from "./key-ring.ts";
import { rememberProofs } from "./remembered-proofs.ts";

/** The one audience and role of people who are signed in. */
export const authenticated = "authenticated";

/** The roles of programs that administer the accounts. */
const serviceRoles = ["service_role", "supabase_admin"] as const;

/** Nobody can take a service token back, so it does not live long. */
export const longestServiceMinutes = 1440;

const claims = z.object({ sub: z.uuid(), session_id: z.uuid(), role: z.literal(authenticated), exp: z.number() });

/** Headers by which a token could bring or fetch its own key. */
const foreignKeys = ["jku", "jwk", "x5u", "x5c", "x5t", "x5t#S256", "crit"];

interface TokenRules {
  issuer: string;
  seconds: number;
}

export interface AccessTokens {
  sign(claims: { sub: string; session_id: string } & Record<string, unknown>): Promise<string>;
  /** For a program that administers the accounts. It is no person and has no session. */
  signService(seconds: number): Promise<string>;
  /** The proven claims, or why there are none. */
  read(token: string): Promise<{ userId: string; sessionId: string } | { problem: string }>;
  readService(token: string): Promise<{ isService: boolean } | { problem: string }>;
  seconds: number;
}

export function toIssuer(publicUrl: string): string {
  return `${publicUrl}/auth/v1`;
}

export function createAccessTokens(keys: KeyRing, { issuer, seconds }: TokenRules): AccessTokens {
  return {
    seconds,
    sign: (payload) => signToken(keys, issuer, seconds, { ...payload, role: authenticated }),
    signService: (lifeSeconds) => signToken(keys, issuer, lifeSeconds, { role: serviceRoles[0] }),
    read: rememberProofs<{ problem: string }>(async (token) => {
      const verified = await verifyToken(keys, issuer, token);
      if ("problem" in verified) return verified;
      const parsed = claims.safeParse(verified.payload);
      if (!parsed.success) return { problem: "claims are missing" };
      const { sub: userId, session_id: sessionId, exp } = parsed.data;
      return { proof: { userId, sessionId }, expiresAt: exp * 1000 };
    }),
    async readService(token) {
      const verified = await verifyToken(keys, issuer, token);
      if ("problem" in verified) return verified;
      return { isService: serviceRoles.some((role) => role === verified.payload["role"]) };
    },
  };
}

async function signToken(keys: KeyRing, issuer: string, seconds: number, payload: JWTPayload): Promise<string> {
  const { kid, alg, signer } = await keys.getSigner();
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT(payload)
    .setProtectedHeader({ alg, kid, typ: "JWT" })
    .setIssuer(issuer)
    .setAudience(authenticated)
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(signer);
}

type Verified = { payload: JWTPayload } | { problem: string };

async function verifyToken(keys: KeyRing, issuer: string, token: string): Promise<Verified> {
  try {
    const { payload } = await jwtVerify(token, (header) => getVerifier(keys, header), {
      issuer,
      audience: authenticated,
      typ: "JWT",
      algorithms: ["ES256", "RS256"],
      requiredClaims: ["exp", "iat"],
    });
    return { payload };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { problem: "token is expired" };
    if (error instanceof errors.JOSEError) return { problem: "token is not valid" };
    throw error;
  }
}

/** Only keys of our own, found by id, each with its one algorithm. */
async function getVerifier(keys: KeyRing, header: { alg?: string; kid?: string }) {
  const isForeign = foreignKeys.some((name) => name in header);
  const key = header.kid && !isForeign ? await keys.findVerifier(header.kid) : null;
  if (!key || key.alg !== header.alg) throw new errors.JWSInvalid("no key of ours");
  return key.verifier;
}
