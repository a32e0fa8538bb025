import { expect, test } from "vitest";
import { createLog } from "../../http/logging.ts";
import { readSettings } from "../../settings.ts";
import { toAllowedRedirect } from "./redirects.ts";

const env = { PUBLIC_URL: "https://clan.example", AUTH_REDIRECTS: "https://app.example/in,http://localhost:5173" };
const { auth: settings, publicUrl } = readSettings(env);
const site = { settings, publicUrl, log: createLog({ logLevel: "silent" }) };
const home = "https://clan.example/";

test.each([
  ["/dashboard?tab=1#top", "https://clan.example/dashboard?tab=1#top"],
  ["https://clan.example", home],
  ["https://CLAN.example:443/reset-password", "https://clan.example/reset-password"],
  ["https://app.example/in", "https://app.example/in"],
  ["https://app.example/in/side?x=1", "https://app.example/in/side?x=1"],
  ["http://localhost:5173/anywhere", "http://localhost:5173/anywhere"],
  ["/in?next=https://evil.example", "https://clan.example/in?next=https://evil.example"],
  // Without its slashes this is a page of ours, strange as it looks.
  ["https:evil.example", "https://clan.example/evil.example"],
  ["https:/evil.example", "https://clan.example/evil.example"],
])("%s is allowed", (wanted, target) => {
  expect(toAllowedRedirect(site, wanted)).toBe(target);
});

test.each([
  "https://evil.example",
  "http://evil.example/",
  "//evil.example",
  "///evil.example",
  "////evil.example",
  "//evil.example/%2f..",
  "//evil.example\\@clan.example",
  "/\\evil.example",
  "\\\\evil.example",
  "\\/evil.example",
  "/\\/evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r\n/evil.example",
  "\t//evil.example",
  " //evil.example",
  "\u0000//evil.example",
  "\u00a0//evil.example",
  "\u2028//evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/x/..//evil.example",
  "/%2e//evil.example",
  "https:///evil.example",
  "https:\\\\evil.example",
  "http:evil.example",
  "hTTps://evil.example",
  "https://evil.example#https://clan.example/",
  "https://evil.example?https://clan.example/",
  "https://evil.example/https://clan.example/",
  "https://clan.example@evil.example/",
  "https://clan.example:443@evil.example/",
  "https://clan.example%40evil.example/",
  "https://clan.example%2eevil.example/",
  "https://user@clan.example/",
  "https://user:word@clan.example/",
  "https://:@evil.example/",
  "https://clan.example.evil.example/",
  "https://evil-clan.example/",
  "https://evil.example\\.clan.example/",
  "https://evil.example%00.clan.example/",
  "https://clan。example.evil.example/",
  "https://evil。example/",
  "https://ⓔvil.example/",
  "https://clаn.example/",
  "https://clan.example./",
  "https://sub.clan.example/",
  "http://clan.example/",
  "https://clan.example:8443/",
  "wss://clan.example/",
  "ftp://clan.example/",
  "https://2130706433/",
  "https://0x7f.1/",
  "https://[::1]/",
  "http://localhost:5174/",
  "http://127.0.0.1:5173/",
  "https://app.example/",
  "https://app.example/inside",
  "https://app.example/in/../out",
  "https://app.example/in/%2e%2e/out",
  "https://app.example//in",
  "javascript:alert(1)",
  "java\nscript:alert(1)",
  "JaVaScRiPt://clan.example/%0aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "blob:https://clan.example/x",
  "file:///etc/passwd",
  "https://",
  "http://[",
])("S25: %j leads home", (wanted) => {
  expect(toAllowedRedirect(site, wanted)).toBe(home);
});
