/** How names are sorted, cut and listed, and how days are written where no reader's own settings are known. */
const language = "en";

/** Made when it is first needed: a format of `Intl` takes milliseconds, and a page would wait for all of them. */
/* @__NO_SIDE_EFFECTS__ */ export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

const graphemes = once(() => new Intl.Segmenter(language, { granularity: "grapheme" }));

/** What a reader takes for one character may be an emoji of many parts. */
export function splitGraphemes(text: string): Iterable<Intl.SegmentData> {
  return graphemes().segment(text);
}

const names = once(() => new Intl.Collator(language, { sensitivity: "base", numeric: true }));
const texts = once(() => new Intl.Collator(language));

/** The order of names: case does not count, and 9 comes before 10. */
export function compareNames(a: string, b: string): number {
  return names().compare(a, b);
}

/** The order of a dictionary. */
export function compareTexts(a: string, b: string): number {
  return texts().compare(a, b);
}

const list = once(() => new Intl.ListFormat(language));

/** "Owls, Herons, and Wolves". */
export function toListText(items: string[]): string {
  return list().format(items);
}

/** Writes instants and clan dates as the calendar of Greenwich has them: "15 November 2026". */
export function createDateText(parts: Intl.DateTimeFormatOptions): (at: string | Date) => string {
  const format = once(() => new Intl.DateTimeFormat("en-GB", { ...parts, timeZone: "UTC" }));
  return (at) => format().format(new Date(at));
}
