import { createHmac } from "node:crypto";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const stepMs = 30_000;

/** What an authenticator app shows for a secret, so many steps from now. */
export function oneTimeCode(secret: string, steps = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / stepMs) + steps));
  const digest = createHmac("sha1", toBytes(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** Six digits that are right at no time near this one. */
export function wrongCode(secret: string): string {
  const right = new Set([-2, -1, 0, 1, 2].map((steps) => oneTimeCode(secret, steps)));
  for (;;) {
    const code = String(Math.floor(Math.random() * 1_000_000)).padStart(6, "0");
    if (!right.has(code)) return code;
  }
}

function toBytes(secret: string): Buffer {
  const bits = Array.from(secret, (character) => alphabet.indexOf(character).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
