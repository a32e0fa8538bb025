import { expect, test } from "vitest";
import { type EntryOptions, storeSession } from "../testing/auth-entry.ts";
import { sessionKey } from "./shared/storage.ts";
import { dropStaleSession, isPasswordDue, readStoredSession } from "./stored-session.ts";

/** The page was opened at another name of the same server, which must make no difference. */
const server = new URL("https://clan.example");
const host = server.host;

test.each<[string, EntryOptions, boolean]>([
  ["fresh", {}, true],
  ["with an expired access token", { endsIn: -7200 }, true],
  ["from a sign-in 364 days ago, expired", { endsIn: -7200, signedInDaysAgo: 364 }, true],
  ["past the longest life a server can grant", { endsIn: -7200, signedInDaysAgo: 366 }, false],
  ["without a refresh token", { refreshToken: null }, false],
  ["issued by another host", { host: "elsewhere.example" }, false],
  ["issued by the host in the address bar, which is not the server's", { host: location.host }, false],
])("a session %s is kept: %s", (_, options, kept) => {
  storeSession({ host, ...options });
  dropStaleSession(server, Date.now());
  expect(localStorage.getItem(sessionKey) !== null).toBe(kept);
});

test.each(["not json", "null", "[]", '{"access_token":"x","refresh_token":"y","user":{"id":"u"}}'])(
  "an unreadable entry goes: %s",
  (entry) => {
    localStorage.setItem(sessionKey, entry);
    dropStaleSession(server, Date.now());
    expect(localStorage.getItem(sessionKey)).toBeNull();
  },
);

test("where the server names no issuer, none is foreign", () => {
  storeSession({ host: "elsewhere.example" });
  dropStaleSession(null, Date.now());
  expect(localStorage.getItem(sessionKey)).not.toBeNull();
});

test("other entries of the browser are left alone", () => {
  localStorage.setItem("ui_theme", "oceanTheme");
  storeSession({ host: "elsewhere.example" });
  dropStaleSession(server, Date.now());
  expect(localStorage.getItem("ui_theme")).toBe("oceanTheme");
});

test("a session's user is known by id, or by user_id where there is none", () => {
  const token = storeSession();
  expect(readStoredSession()).toMatchObject({ userId: "user-1", accessToken: token });
  localStorage.setItem(sessionKey, '{"access_token":"x","refresh_token":"y","user":{"user_id":"u2"}}');
  expect(readStoredSession()).toMatchObject({ userId: "u2" });
});

test.each<[string, EntryOptions, boolean]>([
  ["by the link from a reset mail", { method: "recovery" }, true],
  ["by an invitation", { method: "invite" }, true],
  ["by such a link, an hour of tokens ago", { method: "recovery", signedInDaysAgo: 0.05 }, false],
  ["by password", {}, false],
])("somebody who came in %s is to choose a password: %s", (_, options, isDue) => {
  storeSession(options);
  expect(isPasswordDue()).toBe(isDue);
});

test("a visitor has no password to choose", () => {
  expect(isPasswordDue()).toBe(false);
});
