import { randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import { productName } from "@clanhall/contract/pages";
import type { Caller } from "../../../access/actor.ts";
import type { Secrets } from "../../../access/secrets.ts";
import type { Db } from "../../../db/tables.ts";
import type { SendSms } from "../../../sms/sms-sender.ts";
import { AuthError, type Client } from "../http.ts";
import { recordAuthAudit } from "../queries.ts";
import type { AuthService } from "../service.ts";
import { getUsableFactor, lockAccount, type LockedAccount } from "./enroll.ts";
import {
  deleteChallenge,
  deleteExpiredChallenges,
  type FactorRow,
  insertChallenge,
  listFactors,
  updateFactor,
} from "./queries.ts";
import { challengeSecurityKey, securityKeysDisabled } from "./security-key.ts";

const challengeLifeMs = 300_000;

/** Asks for a code. An authenticator shows one at any time; to a phone one is sent. */
export async function challengeFactor(
  auth: AuthService,
  sendSms: SendSms | null,
  caller: Caller,
  factorId: string,
  client: Client,
) {
  const { db, limits } = auth;
  await limits.takeFrom("factor", `${caller.userId}:${client.network}`);
  const { type, phone } = getUsableFactor(await listFactors(db, caller.userId), factorId, caller.aal);
  if (type === "webauthn") return askSecurityKey(auth, caller, factorId, client);
  if (phone && !sendSms) {
    throw new AuthError(422, "mfa_phone_verify_not_enabled", "MFA verification is disabled for Phone");
  }
  if (phone) await limits.takeSms(phone, caller.userId);

  const id = randomUUID();
  const code = phone ? String(randomInt(1_000_000)).padStart(6, "0") : null;
  const expiresAt = await db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, caller);
    const { factors, session, now } = account;
    const factor = getUsableFactor(factors, factorId, session.aal);
    await deleteExpiredChallenges(tx, factorId, now);
    await insertChallenge(tx, {
      id,
      factor_id: factorId,
      session_id: session.id,
      code_hash: code === null ? null : hashSmsCode(auth.secrets, id, code),
      expires_at: new Date(now.getTime() + challengeLifeMs),
    });
    await noteChallenge(tx, account, factor, client);
    return now.getTime() + challengeLifeMs;
  });
  if (sendSms && phone && code) await sendCode(auth, sendSms, { id, to: phone, text: toSmsText(code) });
  return { id, type, expires_at: Math.floor(expiresAt / 1000) };
}

function askSecurityKey(auth: AuthService, caller: Caller, factorId: string, client: Client) {
  const { relyingParty } = auth.settings;
  if (!relyingParty) throw securityKeysDisabled();
  return auth.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, caller);
    const factor = getUsableFactor(account.factors, factorId, account.session.aal);
    const { id, expiresAt, webauthn } = await challengeSecurityKey(tx, relyingParty, account, factor);
    await noteChallenge(tx, account, factor, client);
    return { id, type: factor.type, expires_at: Math.floor(expiresAt / 1000), webauthn };
  });
}

async function noteChallenge(tx: Db, { user, now }: LockedAccount, { id, type }: FactorRow, client: Client) {
  await updateFactor(tx, id, { last_challenged_at: now });
  const traits = { factor_id: id, factor_type: type };
  await recordAuthAudit(tx, client, { action: "challenge_created", userId: user.id, traits });
}

async function sendCode({ db, log }: AuthService, sendSms: SendSms, message: Parameters<SendSms>[0]): Promise<void> {
  try {
    await sendSms(message);
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.message : "unknown" }, "an SMS was not sent");
    await deleteChallenge(db, message.id);
    throw new AuthError(422, "sms_send_failed", "The code could not be sent. Please try again later.");
  }
}

function toSmsText(code: string): string {
  return `${code} is your ${productName} code. It works for 5 minutes. Do not give it to anyone.`;
}

/** With the challenge it was sent for, so that it answers no other. */
function hashSmsCode(secrets: Secrets, challengeId: string, code: string): Buffer {
  return secrets.digest(`${challengeId} ${code}`, "sms code");
}

export function isSmsCode(
  secrets: Secrets,
  challenge: { id: string; code_hash: Buffer | null },
  code: string,
): boolean {
  return challenge.code_hash !== null && timingSafeEqual(challenge.code_hash, hashSmsCode(secrets, challenge.id, code));
}
