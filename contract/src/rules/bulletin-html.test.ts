import { expect, test } from "vitest";
import { isBulletinHref, toBulletinLink } from "./bulletin-html.ts";

test.each([
  ["https://a.example", true],
  ["HTTP://a.example", true],
  ["mailto:kara@a.example", true],
  ["tel:+123", true],
  ["javascript:alert(1)//https://a.example", false],
  ["data:text/html,https://a.example", false],
  ["//a.example", false],
  ["/account", false],
  ["", false],
])("a link may lead to %s: %s", (href, isAllowed) => {
  expect(isBulletinHref(href)).toBe(isAllowed);
  expect("href" in toBulletinLink(href, null)).toBe(isAllowed);
});
