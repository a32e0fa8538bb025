import { expect, test, vi } from "vitest";
import { sessionAnswer, storeSession, unconfirmedAnswer } from "../testing/auth-entry.ts";
import { realServer } from "../testing/real-server.ts";
import { connectivity } from "./connectivity.ts";
import { currentSession, isSigningOut, lookUpMe, signIn, signOut, signUp, startSession } from "./session.ts";
import { services } from "./services.ts";

const password = "POST /auth/v1/token?grant_type=password";
const newPlayer = { email: " kara@owls.example ", password: " two spaces ", displayName: "Kara" };

/** What the auth service refuses, in the form its client reads without a version header. */
function refusal(status: number, code: string, more: object = {}) {
  return { status, body: { code: status, error_code: code, msg: code, ...more } };
}

function listen() {
  const events: unknown[] = [];
  services().session.onEvent((event) => events.push(event));
  return events;
}

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
  await lookUpMe();
  expect(currentSession()).not.toBeNull();
  expect(events).toContainEqual({ name: "me lookup", userId: "user-1" });
});

test("a look at who is signed in notices a session that was ended elsewhere", async () => {
  await realServer({ "GET /auth/v1/user": refusal(403, "session_not_found") });
  storeSession();
  const events = listen();
  startSession();
  await lookUpMe();
  expect(currentSession()).toBeNull();
  expect(events).toContainEqual({ name: "signed out" });
});

test("whoever signs in while an earlier sign-out is under way stays signed in", async () => {
  await realServer({ "POST /auth/v1/logout?scope=local": { status: 204 }, [password]: { body: sessionAnswer } });
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
  startSession();
  await expect(signIn("kara@owls.example", "right")).rejects.toMatchObject({ code: "not_kept" });
  expect(currentSession()).toBeNull();
});
