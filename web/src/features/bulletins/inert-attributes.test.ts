import { expect, test } from "vitest";
import { renameActiveAttributes } from "./inert-attributes.ts";

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
