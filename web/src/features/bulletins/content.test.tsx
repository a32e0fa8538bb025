import { bulletinTags, isBulletinHref } from "@clanhall/contract/rules/bulletin-html";
import { hostileHtml } from "@clanhall/contract/testing/hostile-html";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { BulletinContent, cleanBulletin, renameActiveAttributes, toHtml } from "./content.tsx";

const clean = (html: string) => toHtml(cleanBulletin(html));

test("a message keeps everything a bulletin may be made of", () => {
  const message =
    "<h1>Raid</h1><h2>When</h2><h3>Eight</h3><p><b>a</b><i>b</i><em>c</em><strong>d</strong><u>e</u><s>f</s><br>" +
    "<span>g</span><code>h</code></p><ul><li>i</li></ul><ol><li>j</li></ol><blockquote>k</blockquote><pre>l</pre>";
  expect(clean(message)).toBe(message);
});

test.each([
  ["what runs is taken away", '<p onclick="x()">a<script>x()</script><img src=x onerror=x()></p>', "<p>a</p>"],
  ["other elements leave their words", "<div>a <table><tr><td>b</td></tr></table></div>", "a b"],
  ["only links carry attributes", '<p href="https://a.b" rel="x" id="y" style="color:red">a</p>', "<p>a</p>"],
  ["a link is not to be followed", '<a href="https://a.b">a</a>', '<a href="https://a.b" rel="nofollow">a</a>'],
  [
    "a link into a new tab gives nothing away",
    '<a rel="opener" target="_blank" href="https://a.b">a</a>',
    '<a href="https://a.b" target="_blank" rel="noopener noreferrer nofollow">a</a>',
  ],
  ["a link leads into no frame", '<a href="tel:1" target="_top">a</a>', '<a href="tel:1" rel="nofollow">a</a>'],
  ["a link to a file leads nowhere", '<a href="ftp://a.b">a</a>', '<a rel="nofollow">a</a>'],
  ["a link on this site leads nowhere", '<a href="/admin">a</a>', '<a rel="nofollow">a</a>'],
  ["a script is no address", '<a href="java\tscript:x()">a</a>', '<a rel="nofollow">a</a>'],
  ["an ampersand alone is written as one", "a & b", "a &amp; b"],
])("%s", (_what, html, expected) => {
  expect(clean(html)).toBe(expected);
});

test("a member reads the message with its links and formats", () => {
  render(
    <BulletinContent
      html={'<h2>Raid</h2><p>Bring <strong>healers</strong>, see <a href="https://a.b">the map</a></p>'}
    />,
  );
  expect(screen.getByRole("heading", { level: 2, name: "Raid" })).toHaveProperty("dir", "auto");
  expect(screen.getByText("healers").localName).toBe("strong");
  const link = screen.getByRole("link", { name: "the map" });
  expect([link.getAttribute("href"), link.getAttribute("rel")]).toEqual(["https://a.b", "nofollow"]);
});

test("S42: of more than 300 hostile messages nothing is shown that is not on the list", () => {
  expect(hostileHtml.length).toBeGreaterThanOrEqual(300);
  const tags = new Set<string>(bulletinTags);
  const shown = hostileHtml.flatMap((html) => Array.from(cleanBulletin(html).querySelectorAll("*")));
  expect(shown.filter(({ localName }) => !tags.has(localName))).toEqual([]);
  const attributes = shown.flatMap((element) =>
    Array.from(element.attributes, ({ name, value }) => ({ of: element.localName, name, value })),
  );
  expect(attributes.filter(({ of, name }) => of !== "a" || !["href", "target", "rel"].includes(name))).toEqual([]);
  expect(attributes.filter(({ name, value }) => name === "href" && !isBulletinHref(value))).toEqual([]);
});

test("S42: what a stranger slipped into a message is not on the page", () => {
  const { container } = render(<BulletinContent html={"<p>Hi<object></object><form><input></form></p>"} />);
  expect(container.querySelectorAll("object, form, input")).toHaveLength(0);
  expect(container.textContent).toBe("Hi");
});

test.each([
  ['<p style="color:red">x</p>', '<p data-style="color:red">x</p>'],
  ["<img src=x onerror=run()>", "<img src=x data-onerror=run()>"],
  ['<img src="x"onerror=run()>', '<img src="x"data-onerror=run()>'],
  ["<p/onclick=run()>x", "<p/data-onclick=run()>x"],
  ['<img src=x onerror=run() ">', '<img src=x data-onerror=run() ">'],
  ['<title><p title="</title><img src=x onerror=run()>">', '<title><p title="</title><img src=x data-onerror=run()>">'],
  ['<style>p { color: red }</style><p title="a>b" onclick="x">y</p>', '<p title="a>b" data-onclick="x">y</p>'],
])("the browser has nothing to report about %s", (html, renamed) => {
  expect(renameActiveAttributes(html)).toBe(renamed);
});

test.each([
  '<p><a href="https://a.example/online=1&amp;on=2">on = off</a></p>',
  "<p>style = bold, onclick= is a word</p>",
  "a < b, on = 1",
])("%s stays as it is", (html) => {
  expect(renameActiveAttributes(html)).toBe(html);
});

test("a message of nothing but broken tags keeps nobody waiting", () => {
  const began = performance.now();
  for (const piece of ['<a "', "<a", "<a on", `<a ' "`, "/on=", "<a style"]) {
    renameActiveAttributes(`<a ${piece.repeat(20_000 / piece.length)}`);
  }
  expect(performance.now() - began).toBeLessThan(500);
});
