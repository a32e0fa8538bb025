import { randomInt } from "node:crypto";

/** Without letters and digits that look alike. */
const alphabet = "23456789abcdefghjkmnpqrstuvwxyz";
const codesInSet = 10;
const groups = 5;
const groupLength = 4;

/** Codes of 20 characters. The first four find the row; the other 16 are 79 bits that nobody else knows. */
export function createRecoveryCodes(): string[] {
  const byHint = new Map<string, string>();
  while (byHint.size < codesInSet) {
    const code = createCode();
    byHint.set(toHint(code), code);
  }
  return [...byHint.values()];
}

/** As it is kept, however it was typed. */
export function toPlainCode(typed: string): string {
  return typed.toLowerCase().replaceAll(/[\s\p{Pd}]/gu, "");
}

export function toHint(code: string): string {
  return toPlainCode(code).slice(0, groupLength);
}

function createCode(): string {
  const letters = Array.from({ length: groups * groupLength }, () => alphabet[randomInt(alphabet.length)]).join("");
  return letters.match(/.{4}/g)?.join("-") ?? letters;
}
