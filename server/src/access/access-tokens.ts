import { errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { KeyRing } from "./key-ring.ts";

/** The one audience and role of people who are signed in. */
export const authenticated = "authenticated";

const claims = z.object({ sub: z.uuid(), session_id: z.uuid(), role: z.literal(authenticated) });

/** Headers by which a token could bring or fetch its own key. */
const foreignKeys = ["jku", "jwk", "x5u", "x5c", "x5t", "x5t#S256", "crit"];

interface TokenRules {
  issuer: string;
  seconds: number;
}

export interface AccessTokens {
  sign(claims: { sub: string; session_id: string } & Record<string, unknown>): Promise<string>;
  /** The proven claims, or why there are none. */
  read(token: string): Promise<{ userId: string; sessionId: string } | { problem: string }>;
  seconds: number;
}

export function createAccessTokens(keys: KeyRing, { issuer, seconds }: TokenRules): AccessTokens {
  return {
    seconds,
    async sign(payload) {
      const { kid, alg, signer } = await keys.getSigner();
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT({ ...payload, role: authenticated })
        .setProtectedHeader({ alg, kid, typ: "JWT" })
        .setIssuer(issuer)
        .setAudience(authenticated)
        .setIssuedAt(now)
        .setExpirationTime(now + seconds)
        .sign(signer);
    },
    async read(token) {
      try {
        const { payload } = await jwtVerify(token, (header) => getVerifier(keys, header), {
          issuer,
          audience: authenticated,
          typ: "JWT",
          algorithms: ["ES256", "RS256"],
          requiredClaims: ["exp", "iat"],
        });
        const { sub, session_id } = claims.parse(payload);
        return { userId: sub, sessionId: session_id };
      } catch (error) {
        if (error instanceof errors.JWTExpired) return { problem: "token is expired" };
        if (error instanceof errors.JOSEError) return { problem: "token is not valid" };
        if (error instanceof z.ZodError) return { problem: "claims are missing" };
        throw error;
      }
    },
  };
}

/** Only keys of our own, found by id, each with its one algorithm. */
async function getVerifier(keys: KeyRing, header: { alg?: string; kid?: string }) {
  const isForeign = foreignKeys.some((name) => name in header);
  const key = header.kid && !isForeign ? await keys.findVerifier(header.kid) : null;
  if (!key || key.alg !== header.alg) throw new errors.JWSInvalid("no key of ours");
  return key.verifier;
}
