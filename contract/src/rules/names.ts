/** Composed letters, no outer spaces, and every run of spaces inside is one. */
export function toTidyText(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/gu, " ");
}

/** What two names share that a reader takes for the same: case, Unicode form and invisible characters do not count. */
export function toNameKey(name: string): string {
  return name
    .normalize("NFKC")
    .replace(/[\p{Cf}\p{Cc}]/gu, "")
    .trim()
    .replace(/\s+/gu, " ")
    .toLowerCase();
}

/** Of the longer of two forms: the one that is stored, and the one that names are compared by. */
export function normalisedLengthOf(text: string): number {
  return Math.max(lengthOf(text), lengthOf(text.normalize("NFKC")));
}

export function lengthOf(text: string): number {
  return Array.from(text).length;
}
