import { expect, test, vi } from "vitest";
import {
  answerFor,
  appFactor,
  type EntryOptions,
  phoneFactor,
  sessionAnswer,
  storeSession,
} from "../testing/auth-entry.ts";
import { realServer } from "../testing/real-server.ts";
import {
  ask,
  currentSession,
  onSessionChange,
  pendingFactors,
  renewSession,
  sessionSettled,
  signIn,
  signOut,
  startSession,
  tryRefreshOnce,
} from "./session.ts";
import { services } from "./services.ts";

const password = "POST /auth/v1/token?grant_type=password";
const refresh = "POST /auth/v1/token?grant_type=refresh_token";
const challenge = "POST /auth/v1/factors/factor-1/challenge";
const verify = "POST /auth/v1/factors/factor-1/verify";
const whole: EntryOptions = { aal: "aal2", factors: [appFactor] };

function listen() {
  const events: unknown[] = [];
  services().session.onEvent((event) => events.push(event));
  return events;
}

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
  const server = await realServer({ "POST /auth/v1/logout?scope=local": { status: 204 } });
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
