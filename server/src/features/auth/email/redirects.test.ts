import { afterAll, beforeAll, expect, test } from "vitest";
import { newCredentials } from "../../../testing/auth-client.ts";
import { openMailbox } from "../../../testing/mailbox.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";

let world: TestApp;
beforeAll(async () => {
  const env = { AUTH_AUTOCONFIRM: "off", AUTH_REDIRECTS: "https://app.example.test/in" };
  world = await createTestApp({ env });
});
afterAll(() => world.close());

const follow = (wanted: string) =>
  world.visitor.get(`/auth/v1/verify?token=x&type=recovery&redirect_to=${encodeURIComponent(wanted)}`);

const hostile = [
  "https://evil.test",
  "https://evil.test/",
  "http://evil.test",
  "//evil.test",
  "///evil.test",
  "////evil.test/x",
  "/\\evil.test",
  "\\\\evil.test",
  "\\/evil.test",
  "/\\/evil.test",
  "/\t/evil.test",
  "/\n/evil.test",
  "\t//evil.test",
  " //evil.test",
  "//evil.test ",
  "https:evil.test",
  "https:/evil.test",
  "https:\\\\evil.test",
  "https:///evil.test",
  "ht\ntps://evil.test",
  "http://localhost:3000@evil.test",
  "http://localhost:3000@evil.test/",
  "http://user:pw@localhost:3000/",
  "http://localhost:3000:80@evil.test",
  "http://localhost:3000.evil.test",
  "http://localhost.evil.test:3000",
  "http://evil.test#http://localhost:3000",
  "http://evil.test?http://localhost:3000/",
  "http://evil.test\\@localhost:3000",
  "http://localhost:3001/",
  "https://localhost:3000/",
  "http://127.0.0.1:3000/",
  "http://2130706433:3000/",
  "http://0x7f000001:3000/",
  "http://[::1]:3000/",
  "http://localhost\u3002evil.test/",
  "http://ｅvil.test/",
  "https://app.example.test/",
  "https://app.example.test/inside",
  "https://app.example.test/other",
  "https://app.example.test/in/../other",
  "https://app.example.test/in/%2e%2e/other",
  "https://app.example.test:8443/in",
  "http://app.example.test/in",
  "https://app.example.test.evil.test/in",
  "https://evil.test/https://app.example.test/in",
  "https://sub.app.example.test/in",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "file:///etc/passwd",
  "blob:http://localhost:3000/x",
  "ftp://localhost:3000/",
  "ws://localhost:3000/",
  "about:blank",
  "http://",
  "http://%",
  "http:///",
  "\u0000https://evil.test",
  "https://evil.test\r\nSet-Cookie: a=b",
  "/%2f%2fevil.test/../..//evil.test",
  "/x/..//evil.test",
];

test.each(hostile.map((wanted) => [wanted]))("S25: nobody is sent to %j", async (wanted) => {
  const answer = await follow(wanted);
  expect(answer.statusCode).toBe(303);
  const target = new URL(String(answer.headers.location));
  expect(target.origin + target.pathname).toBe("http://localhost:3000/");
});

test("S25: no mail links to where nobody may be sent", async () => {
  for (const wanted of hostile.slice(0, 20)) {
    const credentials = newCredentials();
    await world.visitor.send("POST", `/auth/v1/signup?redirect_to=${encodeURIComponent(wanted)}`, credentials);
    const { text, html, link } = await openMailbox(world.db, credentials.email).next();
    expect(link.href).toMatch(/^http:\/\/localhost:3000\/confirm-email\?token_hash=[\w-]{43}&type=signup$/);
    expect(text + html).not.toContain("evil");
  }
});

test.each([
  ["/dashboard?a=1", "http://localhost:3000/dashboard?a=1&error="],
  ["http://localhost:3000/x", "http://localhost:3000/x?error="],
  ["https://app.example.test/in", "https://app.example.test/in?error="],
  ["https://app.example.test/in/deep", "https://app.example.test/in/deep?error="],
])("S25: %s is allowed", async (wanted, start) => {
  const { location } = (await follow(wanted)).headers;
  expect(String(location).slice(0, start.length)).toBe(start);
});

test("a link without its token, or of no known type, is refused on the page it leads to", async () => {
  for (const query of ["", "?token=x", "?type=recovery", "?token=x&type=constructor", "?token=x&type=sms"]) {
    const answer = await world.visitor.get(`/auth/v1/verify${query}`);
    expect(answer.statusCode, query).toBe(303);
    expect(new URL(String(answer.headers.location)).searchParams.get("error_code")).toBe("validation_failed");
  }
});
