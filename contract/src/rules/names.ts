/** Composed letters, no outer spaces, and every run of spaces inside is one. */
export function toTidyText(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/gu, " ");
}

/** What two names share that a reader takes for the same: case, Unicode form and invisible characters do not count. */
export function toNameKey(name: string): string {
  if (plainName.test(name)) return name.toLowerCase();
  return name
    .normalize("NFKC")
    .replace(/[\p{Cf}\p{Cc}]/gu, "")
    .trim()
    .replace(/\s+/gu, " ")
    .toLowerCase();
}

/** Words of plain letters and signs with one space between them: most names, which are their own form. */
const plainName = /^[!-~]+(?: [!-~]+)*$/;

/** Of the longer of two forms: the one that is stored, and the one that names are compared by. */
export function normalisedLengthOf(text: string): number {
  return Math.max(lengthOf(text), lengthOf(text.normalize("NFKC")));
}

export function lengthOf(text: string): number {
  return plainName.test(text) ? text.length : Array.from(text).length;
}
