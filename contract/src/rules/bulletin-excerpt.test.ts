import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../testing/property-runs.ts";
import { toExcerpt } from "./bulletin-excerpt.ts";

test.each([
  ["a short message is shown as it is", "<p>Raid at eight</p>", 240, "<p>Raid at eight</p>"],
  ["a long word is cut and closed", "<p>abcdefgh</p>", 8, "<p>abcde…</p>"],
  ["open formats are closed from the inside out", "<p><b>ab<i>cdef</i></b></p>", 13, "<p><b>ab<i>cd…</i></b></p>"],
  ["a tag is never cut through", "<p>abc<strong>def</strong></p>", 9, "<p>abc…</p>"],
  ["a link keeps its whole address or goes", '<p>See <a href="https://a.b/?c=d">the map</a></p>', 20, "<p>See…</p>"],
  [
    "an angle in an address is no end of a tag",
    '<p><a href="https://a.b/>c">abc def</a></p>',
    34,
    '<p><a href="https://a.b/>c">abc de…</a></p>',
  ],
  ["an entity is never cut through", "<p>a&amp;b</p>", 7, "<p>a…</p>"],
  ["an entity that fits stays", "<p>a&amp;bcd</p>", 9, "<p>a&amp;…</p>"],
  ["no space stands before the dots", "<p>Raid at eight</p>", 8, "<p>Raid…</p>"],
  ["a space that is an entity goes too", "<p>Raid&nbsp; at eight</p>", 14, "<p>Raid…</p>"],
  ["line breaks before the dots go", "<p>ab<br><br><br>cd</p>", 14, "<p>ab…</p>"],
  ["empty elements before the dots go", "<p>ab</p><ul><li><p>cd</p></li></ul>", 20, "<p>ab…</p>"],
  ["a family of four stays together", "<p>a👨‍👩‍👧‍👦b</p>", 9, "<p>a…</p>"],
  ["an accent stays with its letter", "<p>abe\u0301f</p>", 6, "<p>ab…</p>"],
  ["an accent stays with its letter across a tag", "<p>abe<b>\u0301f</b></p>", 8, "<p>ab…</p>"],
  ["an accent written as a number stays with its letter", "<p>abe&#x301;fghij</p>", 7, "<p>ab…</p>"],
  ["dots are not set when only tags were left out", "<p><strong>Raid</strong></p>", 16, "<p><strong>Raid</strong></p>"],
  [
    "when not even one letter fits there are only the dots",
    `<p><a href="https://${"a".repeat(300)}">x</a></p>`,
    240,
    "…",
  ],
  ["a message without text has no dots", "<p></p>".repeat(40), 240, ""],
  ["text without any tag is cut as well", "x".repeat(300), 240, `${"x".repeat(240)}…`],
])("%s", (_what, html, max, expected) => {
  expect(toExcerpt(html, max)).toBe(expected);
});

const text = fc.string({
  unit: fc.constantFrom("a", "b", " ", "é", "e\u0301", "👩‍🚀", "🇩🇪", "&amp;", "&lt;", "&nbsp;", "م", "語"),
  maxLength: 30,
});
const inline = fc.oneof(
  text,
  fc.constant("<br>"),
  fc
    .tuple(fc.constantFrom("b", "em", "u", 'a href="https://a.b/?x=1&amp;y=2>" rel="nofollow"', "code"), text)
    .map(([tag, content]) => `<${tag}>${content}</${tag.split(" ")[0]}>`),
);
const block = fc
  .tuple(fc.constantFrom("p", "h1", "blockquote", "li", "pre"), fc.array(inline, { maxLength: 6 }))
  .map(([tag, parts]) => `<${tag}>${parts.join("")}</${tag}>`);
const message = fc.array(block, { maxLength: 12 }).map((blocks) => blocks.join(""));

test("S43: every excerpt is the beginning of its message, whole in its letters, with all tags closed", () => {
  fc.assert(
    fc.property(message, fc.integer({ min: 0, max: 300 }), (html, max) => {
      const excerpt = toExcerpt(html, max);
      const kept = html.length <= max ? html : excerpt.replace(/…?(?:<\/\w+>)*$/u, "");
      expect(html.startsWith(kept)).toBe(true);
      expect(kept.length).toBeLessThanOrEqual(max);
      expect(excerpt).not.toMatch(/(?:\s|&nbsp;|<[^/][^>]*>)…/u);
      expect(isClosed(excerpt)).toBe(true);
      expect(hasWholeGraphemes(excerpt, html)).toBe(true);
    }),
    runs(1_000),
  );
});

test("without the dots, every word is there", () => {
  fc.assert(
    fc.property(message, fc.integer({ min: 30, max: 300 }), (html, max) => {
      const excerpt = toExcerpt(html, max);
      const isWhole = toText(excerpt).trim() === toText(html).trim();
      expect(isWhole).toBe(!excerpt.includes("…"));
    }),
  );
});

function isClosed(html: string): boolean {
  const open: string[] = [];
  for (const [, slash, tag] of html.matchAll(/<(\/?)(\w+)(?:"[^"]*"|[^>"])*>/gu)) {
    if (tag === "br") continue;
    if (!slash) open.push(tag ?? "");
    else if (open.pop() !== tag) return false;
  }
  return open.length === 0 && !/&(?!\w+;)|<(?![\w/])/u.test(html);
}

function hasWholeGraphemes(excerpt: string, html: string): boolean {
  const split = (plain: string) => Array.from(new Intl.Segmenter("en").segment(plain), ({ segment }) => segment);
  const all = split(toText(html));
  return split(toText(excerpt).replace("…", "")).every((grapheme, at) => grapheme === all[at]);
}

function toText(html: string): string {
  return html
    .replace(/<(?:"[^"]*"|[^>"])*>/gu, "")
    .replace(/&nbsp;/gu, " ")
    .replace(/&\w+;/gu, "x");
}
