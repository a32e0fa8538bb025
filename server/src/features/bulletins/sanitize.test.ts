import { toExcerpt } from "@clanhall/contract/rules/bulletin-excerpt";
import { bulletinTags, isBulletinHref } from "@clanhall/contract/rules/bulletin-html";
import { hostileHtml } from "@clanhall/contract/testing/hostile-html";
import { runs } from "@clanhall/contract/testing/property-runs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanContent } from "./sanitize.ts";
import { isBlank } from "./stored-content.ts";

const plainTag = new RegExp(`^<(?:${bulletinTags.filter((tag) => tag !== "a" && tag !== "br").join("|")})>$`);
const linkTag = /^<a(?: href="([^"<>]*)")?(?: target="(_blank)")? rel="([a-z ]+)">$/;
const strangeText = /[>\r\0]|&(?!(?:amp|lt|gt);)|[\u202a-\u202e\u2066-\u2069]|\p{Cs}/u;

/**
 * Reads the strictest HTML there is, without a parser: tags of the list and nothing else in angle brackets, every
 * attribute quoted, every tag closed in its turn. What is written like this no browser can read otherwise. Returns
 * what does not fit.
 */
function findStrange(html: string): string[] {
  const open: string[] = [];
  const strange = (html.match(/<[^>]*>|[^<]+|</g) ?? []).filter((part) => {
    if (!part.startsWith("<")) return strangeText.test(part);
    if (part === "<br />") return false;
    if (part.startsWith("</")) return part !== `</${open.pop()}>`;
    open.push(/^<(\w+)/.exec(part)?.[1] ?? "");
    return !plainTag.test(part) && !isLink(part);
  });
  const isComposed = html.normalize("NFC") === html;
  return [...strange, ...open, ...(isComposed ? [] : ["a mark that melts into what stands before it"])];
}

function isLink(part: string): boolean {
  const [isMatch, href, target, rel] = linkTag.exec(part) ?? [];
  const leadsWell = href === undefined || (isBulletinHref(href) && !/[\p{Cc}\u202a-\u202e]/u.test(href));
  return isMatch !== undefined && leadsWell && rel === (target ? "noopener noreferrer nofollow" : "nofollow");
}

function expectClean(html: string): void {
  const once = cleanContent(html);
  expect(findStrange(once)).toEqual([]);
  expect(cleanContent(once), "cleaned twice").toBe(once);
}

test.each([
  "<b>x",
  "x</b>",
  "<b><i></b></i>",
  "<img>",
  "<b class='x'>x</b>",
  "<br>",
  "a > b",
  "&copy;",
  "<",
  '<a href="javascript:x" rel="nofollow">x</a>',
  '<a href="https://a.test" target="_blank" rel="nofollow">x</a>',
  "<a>x</a>",
  "<p>\u0338</p>",
])("S42: the strict reader of these tests objects to %j", (html) => {
  expect(findStrange(html)).not.toEqual([]);
});

const hostile = [
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">`,
  `<noscript><p title="</noscript><img src=x onerror=alert(1)>">`,
  `<svg><foreignObject><body onload=alert(1)><p>hi</p></foreignObject></svg>`,
  `<svg><style><a title="</style><img src=x onerror=alert(1)>">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>`,
  `<p title="'<b>"><a href='"><script>alert(1)</script>'>x`,
  `<a href="java&#115;cript:alert(1)">x</a><a href="&#x6a;avascript&colon;alert(1)">y</a>`,
  `<a href="java\tscript:alert(1)">x</a><a href="java\nscript:alert(1)">y</a><a href="\u0001javascript:alert(1)">z</a>`,
  `<a href="data:text/html,<script>alert(1)</script>">x</a><a href="vbscript:msgbox(1)">y</a><a href="//evil.test">z</a>`,
  `<a href="https://a.test/"onclick="alert(1)"target="_BLANK" style="x">x</a>`,
  `<a href="https:javascript:alert(1)">x</a><a href="http\u0000s://a.test">y</a><a href="HTTPS://A.TEST/?a=1&b=%22">z</a>`,
  `<img src=x onerror=alert(1)><iframe srcdoc="<script>alert(1)</script>"></iframe><object data="x"><embed src=y>`,
  `<template><b>x</b></template><textarea></textarea/><img src=x onerror=alert(1)></textarea>`,
  `<xmp><p title="</xmp><img src=x onerror=alert(1)>">`,
  `<title><a title="</title><img src=x onerror=alert(1)>">`,
  `<!--><img src=x onerror=alert(1)>--><![CDATA[<img src=x onerror=alert(1)>]]><?php echo 1 ?><!doctype html>`,
  `<select><option><style></option></select><img src=x onerror=alert(1)></style>`,
  `<scr<script>ipt>alert(1)</scr</script>ipt>`,
  `<b\u0338>x</b>\u0338<p>\u0338=</p>&gt;\u0338e&#x301;&#x202e;&#0;&#xd800;\ud800`,
  `<p/onclick=alert(1)>x</p/><br/onclick=alert(1)></br></p></a>`,
  `<base href="javascript:/"><a href="#">x</a><a href="relative">y</a><a href="\\\\evil.test">z</a>`,
];

test.each(hostile)("S42: what is hostile comes out as strict and harmless HTML: %s", (html) => {
  expectClean(html);
  expect(cleanContent(html)).not.toMatch(/<(?:script|img|svg|math|iframe|style)|onerror=[^&]*>/i);
});

test("S42: more than 300 hostile messages come out as strict HTML", () => {
  expect(hostileHtml.length).toBeGreaterThanOrEqual(300);
  for (const html of hostileHtml) expectClean(html);
});

describe("whatever is thrown at it", () => {
  const tagNames = [...bulletinTags, "script", "style", "svg", "math", "noscript", "template", "div", "table", "title"];
  const piece = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...tagNames).map((name) => `<${name}>`) },
    { weight: 3, arbitrary: fc.constantFrom(...tagNames).map((name) => `</${name}>`) },
    { weight: 2, arbitrary: fc.constantFrom(...hostile) },
    { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 8 }) },
    {
      weight: 2,
      arbitrary: fc.constantFrom("<", ">", '"', "'", "&", "&lt;", "&#60", "&amp;lt;", "<!--", "-->", "]]>", "\u0338"),
    },
    { weight: 1, arbitrary: fc.webUrl().map((url) => `<a target=_blank href="${url}">`) },
    { weight: 1, arbitrary: fc.string().map((href) => `<a href='${href}'>`) },
  );
  const soup = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(""));

  test("S42, S43: only the list comes out, and cleaning twice is cleaning once", () => {
    fc.assert(fc.property(soup, expectClean), runs(1_500));
  }, 30_000);

  test("S43: any cut of something hostile is as harmless as the whole", () => {
    for (const html of hostile) for (let end = 1; end < html.length; end++) expectClean(html.slice(0, end));
  }, 30_000);

  test("S43: the excerpt of any message is as clean as the message, wherever it is cut", () => {
    const cut = fc.integer({ min: 0, max: 300 });
    const expectCleanCut = (html: string, max: number) => {
      expect(findStrange(toExcerpt(cleanContent(html), max))).toEqual([]);
    };
    fc.assert(fc.property(soup, cut, expectCleanCut), runs(1_500));
    for (const html of hostile) for (let max = 0; max < html.length; max++) expectCleanCut(html, max);
  }, 30_000);
});

test("what people write stays as it is", () => {
  const message =
    `<h1>Raid</h1><p><strong>Eight</strong> <em>sharp</em>, <u>all</u> of <s>us</s> you &amp; me &lt;3</p>` +
    `<ul><li>potions</li></ul><ol><li>food</li></ol><blockquote>“Soon”</blockquote><pre><code>a\n\tb</code></pre>` +
    `<p>Ask <a href="https://a.test/?q=1&amp;r=2" target="_blank" rel="noopener noreferrer nofollow">here</a> or ` +
    `<a href="mailto:kara@clanhall.example" rel="nofollow">Kara</a><br />שלום 👩‍👩‍👧</p>`;
  expect(cleanContent(message)).toBe(message);
});

test.each([
  ["<div>Hello <font color=red>you</font></div>", "Hello you"],
  ["<p onclick='x()' class='y' style='z'>Hi</p>", "<p>Hi</p>"],
  ["Hi<script>alert(1)</script><style>p{}</style><title>no</title><iframe>no</iframe>", "Hi"],
  [
    '<a href=" https://a.test " target="_blank">x</a>',
    '<a href="https://a.test" target="_blank" rel="noopener noreferrer nofollow">x</a>',
  ],
  ['<a href="https://a.test" target="_top" rel="opener">x</a>', '<a href="https://a.test" rel="nofollow">x</a>'],
  ['<a href="ftp://a.test">x</a>', '<a rel="nofollow">x</a>'],
  ['<a href="/admin?back=https://a.test">x</a>', '<a rel="nofollow">x</a>'],
  ['<a href="tel:+49123">x</a>', '<a href="tel:+49123" rel="nofollow">x</a>'],
  ["a\u202eb\u2066c\u0007d\r\ne\tf", "abcd\ne\tf"],
  ["e\u0301 e&#x301;", "é é"],
  ["<p>un<p>closed <b>tags", "<p>un</p><p>closed <b>tags</b></p>"],
])("%s is stored as %s", (html, stored) => {
  expect(cleanContent(html)).toBe(stored);
});

test.each(["", " ", "<p></p>", "<p><br></p>", "<p class='x'>&nbsp;</p><br/>", "<P>\n</P>"])(
  "%j says nothing and is stored as nothing",
  (html) => {
    expect(isBlank(html)).toBe(true);
    expect(cleanContent(html)).toBe("");
  },
);

test.each(["<script>x</script>", "<img src=x>", "<p>\u200b</p>", "&#8203;", "<!-- x -->", "\u202e"])(
  "%j says something of which nothing is left",
  (html) => {
    expect(isBlank(html)).toBe(false);
    expect(cleanContent(html)).toBe("");
  },
);

test.each([
  ["<b>".repeat(20_000), "x"],
  ["<blockquote>".repeat(5_000), "x"],
  ["<div><b>".repeat(7_000), "x"],
  ["<noscript>".repeat(6_000), "x"],
  ["<iframe>".repeat(6_000), "x"],
  ["<".repeat(60_000), ""],
  ["<a href='".repeat(7_000), ""],
  ["<!--".repeat(16_000), ""],
])("a tower of tags %#) is cut to what a browser can show", (start, end) => {
  const content = cleanContent(start + end);
  expect(findStrange(content)).toEqual([]);
  expect(Math.max(0, ...content.split("</").map((part) => part.split("<").length))).toBeLessThan(70);
});
