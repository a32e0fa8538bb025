import { expect, test } from "vitest";
import { composeMail } from "./layout.ts";

const plain = { subject: "Hello", title: "Hello", paragraphs: ["Welcome."], reason: "You signed up." };

test("a mail says the same as text and as a page", () => {
  const action = { label: "Open the hall", url: "https://clan.test/invite?a=1&b=2" };
  const { subject, text, html } = composeMail({ ...plain, action });
  expect(subject).toBe("Hello");
  expect(text).toBe("Hello\n\nWelcome.\n\nOpen the hall:\nhttps://clan.test/invite?a=1&b=2\n\n-- \nYou signed up.\n");
  for (const part of ["Hello", "Welcome.", "Open the hall", "You signed up."]) expect(html).toContain(part);
  expect(html).toContain('href="https://clan.test/invite?a=1&amp;b=2"');
});

test("a mail that can be stopped says where, below everything else", () => {
  const { text, html } = composeMail({ ...plain, stopUrl: "https://clan.test/stop?a=1&b=2" });
  expect(text).toMatch(/-- \nYou signed up\.\nStop these mails:\nhttps:\/\/clan\.test\/stop\?a=1&b=2\n$/);
  expect(html).toContain('<a href="https://clan.test/stop?a=1&amp;b=2"');
  expect(() => composeMail({ ...plain, stopUrl: "javascript:alert(1)" })).toThrow("http(s)");
});

test.for([
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "</td></tr></table><a href='https://evil.test'>",
  "<style>*{display:none}</style>",
])("what people wrote stays text: %s", (written) => {
  const { html } = composeMail({
    subject: written,
    title: written,
    paragraphs: [written],
    action: { label: written, url: "https://clan.test/" },
    reason: written,
  });
  const untouched = composeMail({ ...plain, action: { label: "x", url: "https://clan.test/" } }).html;
  expect(tagsOf(html)).toEqual(tagsOf(untouched));
});

test("a quote in an address cannot leave its attribute", () => {
  const { html } = composeMail({ ...plain, action: { label: "Go", url: `https://clan.test/?q="onclick="x` } });
  expect(html).not.toContain('"onclick="');
});

test("names cannot turn the reading direction or hide behind empty characters", () => {
  const { subject, text, html } = composeMail({ ...plain, subject: "\u202egro.live\u200b", paragraphs: ["\u2066x"] });
  expect(subject).toBe("gro.live");
  expect(text + html).not.toMatch(/[\u202e\u200b\u2066]/);
});

test("a mail links to web addresses only", () => {
  const action = { label: "Go", url: "javascript:alert(1)" };
  expect(() => composeMail({ ...plain, action })).toThrow("http(s)");
});

function tagsOf(html: string): string[] {
  return html.match(/<[a-z/!][^\s>]*/gi) ?? [];
}
