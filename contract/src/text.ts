import { z } from "zod";
import { lengthOf, normalisedLengthOf, toNameKey, toTidyText } from "./rules/names.ts";

export { normalisedLengthOf, toNameKey, toTidyText };

/**
 * A name for people to read: counted in characters, without control or direction-changing ones. One character may stand
 * for a whole phrase, so that the length is that of what it stands for.
 */
export function nameText(what: string, min: number, max: number) {
  return z
    .string()
    .transform(toTidyText)
    .refine((text) => toNameKey(text).length > 0 && lengthOf(text) >= min, `${what} needs at least ${count(min)}.`)
    .refine((text) => normalisedLengthOf(text) <= max, `${what} may have at most ${count(max)}.`)
    .refine((text) => !unreadable.test(text), `${what} contains characters that cannot be shown.`);
}

/** A word or two for people to read, which may be empty. */
export function wordText(what: string, max: number) {
  return z
    .string()
    .transform(toTidyText)
    .refine((text) => lengthOf(text) <= max, `${what} may have at most ${count(max)}.`)
    .refine((text) => !unreadable.test(text), `${what} contains characters that cannot be shown.`);
}

/** Longer text over several lines, which may be empty. */
export function noteText(what: string, max: number) {
  return z
    .string()
    .transform((text) => text.normalize("NFC").replace(/\r\n?/g, "\n").trim())
    .refine((text) => lengthOf(text) <= max, `${what} may have at most ${count(max)}.`)
    .refine(
      (text) => !unreadable.test(text.replace(/[\n\t]/g, "")),
      `${what} contains characters that cannot be shown.`,
    );
}

const unreadable = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]/u;

function count(characters: number): string {
  return characters === 1 ? "one character" : `${characters} characters`;
}

/** What somebody looks for. */
export function searchText(max: number) {
  return z
    .string()
    .max(max)
    .regex(/^[^\0]*$/, "This text contains characters that cannot be found.");
}

/** A calendar date that exists, and not from before anybody kept them in a computer. */
export const calendarDate = z.iso
  .date("Enter a date as YYYY-MM-DD.")
  .refine((date) => date >= "1970-01-01", "Enter a date after 1969.");

/** What a row was when its writer read it. */
export const version = z.int();

export const timeZone = z.string().refine(isTimeZone, "This is not a time zone we know.");

export const locale = z.string().refine(isLocale, "This is not a language we know.");

function isTimeZone(zone: string): boolean {
  return doesNotThrow(() => new Intl.DateTimeFormat("en", { timeZone: zone }));
}

function isLocale(name: string): boolean {
  return name.length <= 35 && doesNotThrow(() => new Intl.Locale(name));
}

function doesNotThrow(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
