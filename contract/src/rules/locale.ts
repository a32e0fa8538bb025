/** How names are sorted, cut and listed, and how days are written where no reader's own settings are known. */
const language = "en";

/** Takes 20 ms to make: not before it is needed. */
let graphemes: Intl.Segmenter | null = null;

/** What a reader takes for one character may be an emoji of many parts. */
export function splitGraphemes(text: string): Iterable<Intl.SegmentData> {
  graphemes ??= new Intl.Segmenter(language, { granularity: "grapheme" });
  return graphemes.segment(text);
}

const names = /* @__PURE__ */ new Intl.Collator(language, { sensitivity: "base", numeric: true });
const texts = /* @__PURE__ */ new Intl.Collator(language);

/** The order of names: case does not count, and 9 comes before 10. */
export function compareNames(a: string, b: string): number {
  return names.compare(a, b);
}

/** The order of a dictionary. */
export function compareTexts(a: string, b: string): number {
  return texts.compare(a, b);
}

const list = /* @__PURE__ */ new Intl.ListFormat(language);

/** "Owls, Herons, and Wolves". */
export function toListText(items: string[]): string {
  return list.format(items);
}

/** Writes instants and clan dates as the calendar of Greenwich has them: "15 November 2026". */
export function createDateText(parts: Intl.DateTimeFormatOptions): (at: string | Date) => string {
  const format = new Intl.DateTimeFormat("en-GB", { ...parts, timeZone: "UTC" });
  return (at) => format.format(new Date(at));
}
