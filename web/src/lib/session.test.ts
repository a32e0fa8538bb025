import { expect, test, vi } from "vitest";
import { sessionAnswer, storeSession } from "../testing/auth-entry.ts";
import { nameAddress } from "../testing/name-address.ts";
import { realServer } from "../testing/real-server.ts";
import { requestSignOut, takeRequestedSignOut } from "./requested-sign-out.ts";
import {
  currentSession,
  onSessionChange,
  refreshIfDue,
  sessionSettled,
  signOut,
  startSession,
  tryRefreshOnce,
} from "./session.ts";
import { services } from "./services.ts";

const refresh = "POST /auth/v1/token?grant_type=refresh_token";

test("somebody with a stored session is signed in at once, and the token is at hand for calls", async () => {
  await realServer({});
  const token = storeSession();
  startSession();
  expect(currentSession()).toEqual({ userId: "user-1", accessToken: token });
  expect(localStorage.getItem("auth_token")).toBe(token);
});

test("a developer is signed in by their stored id alone", () => {
  localStorage.setItem("dev_user_id", "dev-1");
  startSession();
  expect(currentSession()).toEqual({ userId: "dev-1", accessToken: null });
});

test("a visitor has no session, no token stays behind, and nothing is asked of the server", async () => {
  const server = await realServer({});
  localStorage.setItem("auth_token", "left-over");
  startSession();
  await sessionSettled();
  await tryRefreshOnce();
  expect(currentSession()).toBeNull();
  expect(localStorage.getItem("auth_token")).toBeNull();
  expect(server.calls()).toEqual([]);
});

test("a session stays after a reload at another address of the same server", async () => {
  await realServer({});
  nameAddress("https://clan.example");
  const token = storeSession({ host: "clan.example" });
  startSession();
  expect(currentSession()).toEqual({ userId: "user-1", accessToken: token });
});

test("a session of another host is gone after the start", async () => {
  await realServer({});
  nameAddress(location.origin);
  storeSession({ host: "elsewhere.example" });
  startSession();
  expect(currentSession()).toBeNull();
});

test("an expired access token is refreshed, and whoever listens hears of the new one", async () => {
  const server = await realServer({ [refresh]: { body: sessionAnswer } });
  storeSession({ endsIn: -60 });
  const heard: unknown[] = [];
  startSession();
  onSessionChange((session) => heard.push(session?.accessToken));
  await refreshIfDue();
  expect(currentSession()).toEqual({ userId: "user-1", accessToken: "new-token" });
  expect(localStorage.getItem("auth_token")).toBe("new-token");
  expect(heard).toEqual(["new-token"]);
  expect(server.calls()).toEqual([refresh]);
});

test("an entry that names nobody gets one refresh, and only one", async () => {
  const server = await realServer({ [refresh]: { status: 503, body: {} } });
  storeSession({ withoutUser: true });
  startSession();
  expect(currentSession()).toBeNull();
  server.answers[refresh] = { body: sessionAnswer };
  await tryRefreshOnce();
  expect(currentSession()).toMatchObject({ userId: "user-1", accessToken: "new-token" });
  const calls = server.calls().length;
  await tryRefreshOnce();
  expect(server.calls()).toHaveLength(calls);
});

test("a token that still lasts is not refreshed", async () => {
  const server = await realServer({ [refresh]: { body: sessionAnswer } });
  storeSession();
  startSession();
  await refreshIfDue();
  expect(server.calls()).toEqual([]);
});

test("a refused refresh ends the session", async () => {
  const body = { code: "refresh_token_not_found", message: "Refresh token is not valid" };
  await realServer({ [refresh]: { status: 400, body } });
  storeSession({ endsIn: -60 });
  startSession();
  await refreshIfDue();
  await vi.waitFor(() => expect(currentSession()).toBeNull());
  expect(localStorage.getItem("auth_token")).toBeNull();
});

test("signing out forgets everything here, also when the server cannot be told", async () => {
  const server = await realServer({});
  await server.close();
  storeSession();
  startSession();
  await signOut();
  expect(currentSession()).toBeNull();
  expect(localStorage).toHaveLength(0);
});

test("signing out tells the server to end this session only, and does not wait for it to be signed out here", async () => {
  const server = await realServer({ "POST /auth/v1/logout?scope=local": { status: 204 } });
  const token = storeSession();
  const events: unknown[] = [];
  services().session.onEvent((event) => events.push(event));
  startSession();
  const told = signOut();
  expect(currentSession()).toBeNull();
  await told;
  expect(server.calls()).toEqual(["POST /auth/v1/logout?scope=local"]);
  expect(server.heard[0]?.headers.authorization).toBe(`Bearer ${token}`);
  expect(events).toEqual([{ name: "signed out" }]);
});

test("a developer signs out by losing the stored id", async () => {
  localStorage.setItem("dev_user_id", "dev-1");
  startSession();
  await signOut();
  expect(currentSession()).toBeNull();
});

test("a sign-out that a page without the auth client asked for happens when the app opens, once", async () => {
  const server = await realServer({ "POST /auth/v1/logout?scope=local": {} });
  storeSession();
  requestSignOut();
  startSession();
  expect(currentSession()).toBeNull();
  await vi.waitFor(() => expect(server.calls()).toEqual(["POST /auth/v1/logout?scope=local"]));
  expect(takeRequestedSignOut()).toBe(false);
});

test("somebody who signs out in another tab is signed out here, as soon as the storage says so", async () => {
  await realServer({});
  storeSession();
  startSession();
  localStorage.removeItem("clanhall-auth");
  window.dispatchEvent(new StorageEvent("storage", { key: "clanhall-auth" }));
  expect(currentSession()).toBeNull();
  expect(localStorage.getItem("auth_token")).toBeNull();
});
