import { timingSafeEqual } from "node:crypto";
import type { Secrets } from "../../../access/secrets.ts";

/** With the challenge it was sent for, so that it answers no other. */
export function hashSmsCode(secrets: Secrets, challengeId: string, code: string): Buffer {
  return secrets.digest(`${challengeId} ${code}`, "sms code");
}

export function isSmsCode(
  secrets: Secrets,
  challenge: { id: string; code_hash: Buffer | null },
  code: string,
): boolean {
  return challenge.code_hash !== null && timingSafeEqual(challenge.code_hash, hashSmsCode(secrets, challenge.id, code));
}
