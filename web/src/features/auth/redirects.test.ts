import { expect, test } from "vitest";
import { toNextPath } from "./redirects.ts";

const origin = "https://clan.example";

test.each([
  ["/account", "/account"],
  ["/activity-history?range=30d#top", "/activity-history?range=30d#top"],
  ["/clan-admin/42", "/clan-admin/42"],
  ["/invite/abc", "/invite/abc"],
  ["/scoreboard/abc", "/scoreboard/abc"],
  ["/invite/../account", "/account"],
  ["/invite/https:%2F%2Fevil.example", "/invite/https:%2F%2Fevil.example"],
])("%s is a page of ours and leads there", (wanted, path) => {
  expect(toNextPath(wanted, origin)).toBe(path);
});

test.each([
  null,
  "",
  "account",
  "?next=/account",
  "https://evil.example",
  "https://evil.example/dashboard",
  "HTTPS://clan.example/account",
  "//evil.example/account",
  "///evil.example/account",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example/account",
  " //evil.example",
  "/account\u0000",
  "/.//evil.example",
  "/invite/..//evil.example",
  "/%2e%2e//evil.example",
  "/%5cevil.example",
  "//clan.example@evil.example/account",
  "javascript:alert(1)",
  "data:text/html,hi",
  "/javascript:alert(1)",
  "//[/account",
  "/api/account/me",
  "/auth/v1/authorize?provider=discord&redirect_to=https://evil.example",
  "/discord",
  "/no-such-page",
  "/",
  "/login",
  "/login?next=/login",
  "/signup",
  "/reset-password",
])("%j leads to the dashboard", (wanted) => {
  expect(toNextPath(wanted, origin)).toBe("/dashboard");
});
