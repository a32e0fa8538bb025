import type { z } from "zod";
import { currentTime } from "../../../db/clock.ts";
import type { RelyingParty } from "../../../settings.ts";
import type { AuthService } from "../service.ts";
import { AuthError, type Client, validationFailed } from "../http.ts";
import { assertedCredential, createdCredential, type webauthnAnswer } from "../inputs.ts";
import {
  createChallenge,
  createCreationOptions,
  createRequestOptions,
  readCreation,
  readUse,
} from "../passkeys/ceremony.ts";
import { noteUse } from "../passkeys/passkeys.ts";
import {
  insertCredential,
  insertWebauthnChallenge,
  listFactorKeys,
  lockCredential,
  takeWebauthnChallenge,
} from "../passkeys/queries.ts";
import type { LockedAccount } from "./enroll.ts";
import type { Tx } from "./mails.ts";
import type { FactorRow } from "./queries.ts";

/** A security key makes its key while the factor is new, and signs with it from then on. */
export async function challengeSecurityKey(
  tx: Tx,
  rp: RelyingParty,
  { user, session }: LockedAccount,
  factor: FactorRow,
) {
  const keys = await listFactorKeys(tx, user.id);
  const challenge = createChallenge();
  const owner = { kind: "factor", userId: user.id, sessionId: session.id, factorId: factor.id } as const;
  const { id, expires_at } = await insertWebauthnChallenge(tx, owner, challenge);
  const named = { id: user.id, name: user.email ?? user.display_name };
  const allowed = keys.filter(({ factor_id }) => factor_id === factor.id);
  const webauthn =
    factor.status === "unverified"
      ? {
          type: "create",
          credential_options: {
            publicKey: await createCreationOptions(rp, "factor", { user: named, known: keys, challenge }),
          },
        }
      : {
          type: "request",
          credential_options: { publicKey: await createRequestOptions(rp, "factor", { allowed, challenge }) },
        };
  return { id, expiresAt: expires_at.getTime(), webauthn };
}

type Given = z.output<typeof webauthnAnswer>;
export type SecurityKeyOutcome = "proved" | "over" | "wrong";

/** The challenge is used up whatever the answer is worth. */
export async function trySecurityKey(
  tx: Tx,
  { secrets, settings: { relyingParty: rp } }: AuthService,
  { user, session }: LockedAccount,
  { factor, challengeId, given }: { factor: FactorRow; challengeId: string; given: Given },
  client: Client,
): Promise<SecurityKeyOutcome> {
  if (!rp) throw securityKeysDisabled();
  const owner = { kind: "factor", userId: user.id, sessionId: session.id, factorId: factor.id } as const;
  const taken = await takeWebauthnChallenge(tx, challengeId, owner);
  if (!taken || taken.is_over) return "over";
  const { challenge } = taken;

  if (factor.status === "unverified") {
    const response = parse(createdCredential, given.credential_response);
    const key = await readCreation(rp, "factor", response, challenge);
    const name = factor.friendly_name || "Security key";
    const stored =
      key &&
      (await insertCredential(tx, {
        ...key,
        user_id: user.id,
        factor_id: factor.id,
        rp_id: rp.id,
        friendly_name: name,
        last_used_at: currentTime(),
      }));
    return stored ? "proved" : "wrong";
  }
  const known = (await listFactorKeys(tx, user.id)).find(({ factor_id }) => factor_id === factor.id);
  const key = known && (await lockCredential(tx, known.id));
  const response = parse(assertedCredential, given.credential_response);
  if (!key || response.id !== key.credential_id.toString("base64url")) return "wrong";
  const used = await readUse(rp, "factor", response, { challenge, key });
  return used && (await noteUse(tx, secrets, { user, key, used }, client)) ? "proved" : "wrong";
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw validationFailed("credential_response is not what this challenge asked for");
  return parsed.data;
}

export function securityKeysDisabled(): AuthError {
  return new AuthError(422, "mfa_webauthn_verify_not_enabled", "MFA verification is disabled for WebAuthn");
}
