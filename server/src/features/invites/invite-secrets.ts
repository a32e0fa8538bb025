import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { inviteCodeLength } from "@clanhall/contract/invites";

/** Kept for showing again to those who may invite. */
export const sealedFor = { token: "invite token", code: "invite code" };

export function createToken(): string {
  return randomBytes(32).toString("base64url");
}

export function createCode(): string {
  return String(randomInt(10 ** inviteCodeLength)).padStart(inviteCodeLength, "0");
}

export function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** Takes as long for a near miss as for a wild guess. Spaces between the digits are how some people copy codes. */
export function isSameCode(given: string, code: string): boolean {
  return timingSafeEqual(hashOf(given.replaceAll(/\s/g, "")), hashOf(code));
}
