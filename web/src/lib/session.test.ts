import { expect, test, vi } from "vitest";
import {
  answerFor,
  appFactor,
  type EntryOptions,
  phoneFactor,
  sessionAnswer,
  storeSession,
  unconfirmedAnswer,
} from "../testing/auth-entry.ts";
import { nameAddress } from "../testing/name-address.ts";
import { realServer } from "../testing/real-server.ts";
import { requestSignOut, takeRequestedSignOut } from "./shared/storage.ts";
import {
  ask,
  createSession,
  currentSession,
  isSigningOut,
  checkSession,
  onSessionChange,
  pendingFactors,
  refreshIfDue,
  renewSession,
  sessionSettled,
  signIn,
  signOut,
  signUp,
  startSession,
  tryRefreshOnce,
} from "./session.ts";
import { service } from "./services.ts";
import { connectivity } from "./connectivity.ts";

const password = "POST /auth/v1/token?grant_type=password";
const refresh = "POST /auth/v1/token?grant_type=refresh_token";
const logout = "POST /auth/v1/logout?scope=local";
const challenge = "POST /auth/v1/factors/factor-1/challenge";
const verify = "POST /auth/v1/factors/factor-1/verify";
const whole: EntryOptions = { aal: "aal2", factors: [appFactor] };
const newPlayer = { email: " kara@owls.example ", password: " two spaces ", displayName: "Kara" };

/** What the auth service refuses, in the form its client reads without a version header. */
function refusal(status: number, code: string, more: object = {}) {
  return { status, body: { code: status, error_code: code, msg: code, ...more } };
}

function listen() {
  const events: unknown[] = [];
  service(createSession).onEvent((event) => events.push(event));
  return events;
}

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
  localStorage.setItem("recent_items.kara", "[]");
  await signOut();
  expect(currentSession()).toBeNull();
  expect(localStorage).toHaveLength(0);
});

test("signing out tells the server to end this session only, and does not wait for it to be signed out here", async () => {
  const server = await realServer({ [logout]: { status: 204 } });
  const token = storeSession();
  const events: unknown[] = [];
  service(createSession).onEvent((event) => events.push(event));
  startSession();
  const reported = signOut();
  expect(currentSession()).toBeNull();
  await reported;
  expect(server.calls()).toEqual([logout]);
  expect(server.heard[0]?.headers.authorization).toBe(`Bearer ${token}`);
  expect(events).toEqual([{ name: "signed out" }]);
});

test("a session whose access token has ended is ended on the server with a new one, and nothing of it stays here", async () => {
  const server = await realServer({ [refresh]: { body: sessionAnswer }, [logout]: { status: 204 } });
  storeSession({ endsIn: -60 });
  requestSignOut();
  startSession();
  expect(currentSession()).toBeNull();
  await vi.waitFor(() => expect(server.calls()).toEqual([refresh, logout]));
  expect(JSON.parse(server.heard[0]?.body ?? "")).toEqual({ refresh_token: "refresh-1" });
  expect(server.heard[1]?.headers.authorization).toBe("Bearer new-token");
  expect(currentSession()).toBeNull();
  expect(localStorage).toHaveLength(0);
});

test("a session that the server does not renew is over, and it is asked no further", async () => {
  const server = await realServer({ [refresh]: refusal(400, "refresh_token_not_found") });
  storeSession({ endsIn: -60 });
  startSession();
  await signOut();
  expect(server.calls()).toEqual([refresh]);
  expect(localStorage).toHaveLength(0);
});

test("a developer signs out by losing the stored id", async () => {
  localStorage.setItem("dev_user_id", "dev-1");
  startSession();
  await signOut();
  expect(currentSession()).toBeNull();
});

test("a sign-out that a page without the auth client asked for happens when the app opens, once", async () => {
  const server = await realServer({ [logout]: {} });
  storeSession();
  requestSignOut();
  startSession();
  expect(currentSession()).toBeNull();
  await vi.waitFor(() => expect(server.calls()).toEqual([logout]));
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

test("somebody signs in with a trimmed e-mail and the password as it was typed", async () => {
  const server = await realServer({ [password]: { body: sessionAnswer } });
  const events = listen();
  startSession();
  await signIn(" kara@owls.example ", " two spaces ");
  expect(JSON.parse(server.heard[0]?.body ?? "")).toMatchObject({
    email: "kara@owls.example",
    password: " two spaces ",
  });
  expect(currentSession()).toEqual({ userId: "user-1", accessToken: "new-token" });
  expect(localStorage.getItem("auth_token")).toBe("new-token");
  expect(events).toEqual([{ name: "signed in" }]);
});

test("wrong credentials are refused by code, and nobody is signed in", async () => {
  await realServer({ [password]: refusal(400, "invalid_credentials") });
  const events = listen();
  startSession();
  await expect(signIn("kara@owls.example", "wrong")).rejects.toMatchObject({ code: "invalid_credentials" });
  expect(currentSession()).toBeNull();
  expect(events).toEqual([]);
});

test("a refusal for too many tries says how long to wait", async () => {
  await realServer({ [password]: { ...refusal(429, "over_request_rate_limit"), headers: { "retry-after": "90" } } });
  startSession();
  const refused = { code: "over_request_rate_limit", retryAfterSeconds: 90 };
  await expect(signIn("kara@owls.example", "wrong")).rejects.toMatchObject(refused);
});

test("a limit set by something in front of the service counts as one too", async () => {
  await realServer({ [password]: { status: 429, body: { message: "slow down" } } });
  startSession();
  const refused = { code: "over_request_rate_limit", retryAfterSeconds: null };
  await expect(signIn("kara@owls.example", "wrong")).rejects.toMatchObject(refused);
});

test.each([
  ["does not answer", "close"],
  ["breaks", "break"],
])("a service that %s is unreachable, and the backend counts as away", async (_, how) => {
  const server = await realServer({ [password]: { status: 502, text: "<h1>Bad gateway</h1>" } });
  if (how === "close") await server.close();
  startSession();
  await expect(signIn("kara@owls.example", "right")).rejects.toMatchObject({ code: "unreachable" });
  expect(connectivity().backendAvailable).toBe(false);
});

test("a new player who needs no confirmation is signed in", async () => {
  const server = await realServer({ "POST /auth/v1/signup": { body: sessionAnswer } });
  const events = listen();
  startSession();
  expect(await signUp(newPlayer)).toEqual({ isSignedIn: true });
  const sent = { email: "kara@owls.example", password: " two spaces ", data: { display_name: "Kara" } };
  expect(JSON.parse(server.heard[0]?.body ?? "")).toMatchObject(sent);
  expect(currentSession()).toMatchObject({ userId: "user-1" });
  expect(events).toEqual([{ name: "signed in" }, { name: "signed up", displayName: "Kara", isSignedIn: true }]);
});

test("a new player who has to confirm the address is not signed in yet", async () => {
  await realServer({ "POST /auth/v1/signup": { body: unconfirmedAnswer } });
  const events = listen();
  startSession();
  expect(await signUp(newPlayer)).toEqual({ isSignedIn: false });
  expect(currentSession()).toBeNull();
  expect(events).toEqual([{ name: "signed up", displayName: "Kara", isSignedIn: false }]);
});

test("the page a new player wanted travels into the confirmation mail", async () => {
  const server = await realServer({});
  startSession();
  await signUp({ ...newPlayer, landingUrl: "https://clan.example/invite/abc" }).catch(() => undefined);
  const landing = encodeURIComponent("https://clan.example/invite/abc");
  expect(server.calls()).toEqual([`POST /auth/v1/signup?redirect_to=${landing}`]);
});

test("a refused password comes with the reasons", async () => {
  const weak = refusal(422, "weak_password", { weak_password: { reasons: ["length", "pwned"] } });
  await realServer({ "POST /auth/v1/signup": weak });
  startSession();
  const refused = { code: "weak_password", reasons: ["length", "pwned"] };
  await expect(signUp(newPlayer)).rejects.toMatchObject(refused);
});

test("a look at who is signed in says so", async () => {
  await realServer({ "GET /auth/v1/user": { body: sessionAnswer.user } });
  storeSession();
  const events = listen();
  startSession();
  await checkSession();
  expect(currentSession()).not.toBeNull();
  expect(events).toContainEqual({ name: "me lookup", userId: "user-1" });
});

test("a look at who is signed in notices a session that was ended elsewhere", async () => {
  await realServer({ "GET /auth/v1/user": refusal(403, "session_not_found") });
  storeSession();
  const events = listen();
  startSession();
  await checkSession();
  expect(currentSession()).toBeNull();
  expect(events).toContainEqual({ name: "signed out" });
});

test("whoever signs in while an earlier sign-out is under way stays signed in", async () => {
  await realServer({ [logout]: { status: 204 }, [password]: { body: sessionAnswer } });
  storeSession();
  startSession();
  const left = Promise.withResolvers<void>();
  const leaving = signOut(() => left.promise);
  expect(isSigningOut()).toBe(true);
  const entering = signIn("kara@owls.example", "right");
  left.resolve();
  await Promise.all([leaving, entering]);
  expect(isSigningOut()).toBe(false);
  expect(currentSession()).toMatchObject({ accessToken: "new-token" });
});

test("a browser that forbids storage cannot keep anybody signed in, and says so", async () => {
  await realServer({ [password]: { body: sessionAnswer } });
  vi.stubGlobal("localStorage", undefined);
  vi.stubGlobal("sessionStorage", undefined);
  startSession();
  await expect(signIn("kara@owls.example", "right")).rejects.toMatchObject({ code: "not_kept" });
  expect(currentSession()).toBeNull();
});

test("a stored session that lacks its second factor signs nobody in, names the factors, and asks nothing", async () => {
  const server = await realServer({});
  localStorage.setItem("auth_token", "left-over");
  storeSession({ factors: [appFactor, phoneFactor] });
  startSession();
  await sessionSettled();
  await tryRefreshOnce();
  expect(currentSession()).toBeNull();
  expect(localStorage.getItem("auth_token")).toBeNull();
  expect(pendingFactors()).toEqual([
    { id: "factor-1", type: "totp", name: "Old phone", phone: null },
    { id: "factor-2", type: "phone", name: null, phone: "+4915112345642" },
  ]);
  expect(server.calls()).toEqual([]);
});

test.each<[string, EntryOptions]>([
  ["whose second factor was confirmed", whole],
  ["of an account that has begun to add a factor", { factors: [{ ...appFactor, status: "unverified" }] }],
  ["of an account with recovery codes alone", { factors: [{ ...appFactor, factor_type: "recovery_code" }] }],
])("a session %s is whole", async (_, entry) => {
  await realServer({});
  const token = storeSession(entry);
  startSession();
  expect(currentSession()).toMatchObject({ accessToken: token });
  expect(pendingFactors()).toBeNull();
});

test("the password alone signs nobody in who has a second factor; confirming it does", async () => {
  const half = answerFor({ factors: [appFactor] });
  const server = await realServer({ [password]: { body: half }, [challenge]: { body: { id: "c-1", type: "totp" } } });
  const events = listen();
  startSession();
  await signIn("kara@owls.example", "right horse");
  expect(currentSession()).toBeNull();
  expect(events).toEqual([]);
  server.answers[verify] = { body: answerFor(whole) };
  await ask(({ mfa }) => mfa.challengeAndVerify({ factorId: "factor-1", code: "123456" }));
  expect(currentSession()).toMatchObject({ userId: "user-1" });
  expect(pendingFactors()).toBeNull();
  expect(localStorage.getItem("auth_token")).toBe(currentSession()?.accessToken);
  expect(events).toEqual([{ name: "MFA challenge verified" }]);
});

test("a half sign-in that is completed in another tab is complete here, and one begun there is known here", async () => {
  await realServer({});
  startSession();
  const heard: unknown[] = [];
  onSessionChange(() => heard.push(pendingFactors()?.length ?? "none"));
  const fromOtherTab = () => window.dispatchEvent(new StorageEvent("storage", { key: "clanhall-auth" }));
  storeSession({ factors: [appFactor] });
  fromOtherTab();
  expect(pendingFactors()).toHaveLength(1);
  storeSession(whole);
  fromOtherTab();
  fromOtherTab();
  expect(currentSession()).not.toBeNull();
  expect(heard).toEqual([1, "none"]);
});

test("a refresh of half a sign-in is no news", async () => {
  await realServer({ [refresh]: { body: answerFor({ factors: [appFactor] }) } });
  storeSession({ factors: [appFactor], endsIn: -60 });
  const events = listen();
  startSession();
  await vi.waitFor(() => expect(localStorage.getItem("clanhall-auth")).toContain("refresh-2"));
  expect(pendingFactors()).toHaveLength(1);
  expect(events).toEqual([]);
});

test("whoever uses another account is signed out here, and the server is told", async () => {
  const server = await realServer({ [logout]: { status: 204 } });
  const token = storeSession({ factors: [appFactor] });
  startSession();
  await signOut();
  expect(pendingFactors()).toBeNull();
  expect(localStorage).toHaveLength(0);
  expect(server.heard[0]?.headers.authorization).toBe(`Bearer ${token}`);
});

test("a factor that was added elsewhere is found when the session is renewed", async () => {
  await realServer({ [refresh]: { body: answerFor({ factors: [appFactor] }) } });
  storeSession();
  const events = listen();
  startSession();
  await renewSession();
  expect(currentSession()).toBeNull();
  expect(pendingFactors()).toHaveLength(1);
  expect(events).toContainEqual({ name: "signed out" });
});

test("a visitor has nothing to renew", async () => {
  const server = await realServer({ [refresh]: { body: sessionAnswer } });
  startSession();
  await renewSession();
  expect(server.calls()).toEqual([]);
});

test("somebody who comes back from a provider is half signed in too, and the code leaves the address", async () => {
  const exchange = "POST /auth/v1/token?grant_type=pkce";
  await realServer({ [exchange]: { body: answerFor({ factors: [appFactor] }) } });
  localStorage.setItem("clanhall-auth-code-verifier", JSON.stringify("verifier"));
  history.replaceState(null, "", "/login?next=%2Faccount&code=one-time");
  startSession();
  await sessionSettled();
  expect(pendingFactors()).toHaveLength(1);
  expect(location.search).toBe("?next=%2Faccount");
});
