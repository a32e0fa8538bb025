import { getMyAdminStatus } from "@clanhall/contract/account";
import { listMyClans } from "@clanhall/contract/clans";
import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { myClansQuery } from "../domain/clans.ts";
import { adminStatusOf } from "../domain/profile.ts";
import { call } from "../lib/api-client.ts";
import { currentSession, pendingFactors, signOut, startSession } from "../lib/session.ts";
import { answerFor, appFactor, sessionAnswer, storeSession } from "../testing/auth-entry.ts";
import { fakeAuth } from "../testing/fake-auth.ts";
import { fakeBackend } from "../testing/fake-backend.ts";
import { createQueryClient } from "./create-services.ts";

const me = "GET /user";

afterEach(() => signOut());

function signedIn() {
  const backend = fakeBackend();
  storeSession();
  startSession();
  return { backend, auth: fakeAuth(backend) };
}

const askSomething = () => createQueryClient().fetchQuery(adminStatusOf("user-1"));

test("a session that was ended on another device ends here with the first call that is refused", async () => {
  const { backend, auth } = signedIn();
  backend.refuses(getMyAdminStatus, 401);
  auth.refuses(me, 403, "session_not_found");
  await expect(askSomething()).rejects.toMatchObject({ status: 401 });
  await vi.waitFor(() => expect(currentSession()).toBeNull());
});

test("a refused call alone ends no session the auth service still knows", async () => {
  const { backend, auth } = signedIn();
  backend.refuses(getMyAdminStatus, 401);
  auth.answers(me, sessionAnswer.user);
  await expect(askSomething()).rejects.toMatchObject({ status: 401 });
  await vi.waitFor(() => expect(auth.sentTo(me)).toHaveLength(1));
  expect(currentSession()).not.toBeNull();
});

test("a call that works asks for nobody", async () => {
  const { auth } = signedIn();
  expect(await askSomething()).toBe(false);
  expect(auth.sentTo(me)).toEqual([]);
});

test("a call that wants a second factor makes the sign-in half, so that the factor is asked for", async () => {
  const { backend, auth } = signedIn();
  const refusal = { error: "mfa_required", message: "Please confirm your second factor to continue" };
  backend.repliesTo("GET /api/me/admin", () => Response.json(refusal, { status: 403 }));
  auth.answers("POST /token", answerFor({ factors: [appFactor] }));
  await expect(askSomething()).rejects.toMatchObject({ status: 403 });
  await vi.waitFor(() => expect(pendingFactors()).toHaveLength(1));
  expect(currentSession()).toBeNull();
});

test("any other refusal changes nothing", async () => {
  const { backend, auth } = signedIn();
  backend.refuses(getMyAdminStatus, 403);
  expect(await askSomething()).toBe(false);
  expect(auth.sentTo("POST /token")).toEqual([]);
});

test("what somebody saw before and is refused now has their clans read anew", async () => {
  const { backend } = signedIn();
  backend.answers(listMyClans, []);
  const client = createQueryClient();
  const stop = new QueryObserver(client, myClansQuery).subscribe(() => undefined);
  const query = { queryKey: ["seen"], queryFn: () => call(getMyAdminStatus, {}), staleTime: 0 };
  await client.fetchQuery(query);
  await vi.waitFor(() => expect(backend.callsTo(listMyClans)).toHaveLength(1));
  backend.refuses(getMyAdminStatus, 403);
  await expect(client.fetchQuery(query)).rejects.toMatchObject({ status: 403 });
  await vi.waitFor(() => expect(backend.callsTo(listMyClans)).toHaveLength(2));

  backend.refuses(listMyClans, 404);
  await client.invalidateQueries(myClansQuery);
  expect(backend.callsTo(listMyClans)).toHaveLength(3);
  stop();
});

test.each([
  [503, 2],
  [429, 5],
])("a server that is busy (%i) is asked again when it says so, %i times at most", async (status, most) => {
  const { backend } = signedIn();
  const busy = () => Response.json({ error: "busy", message: "Later", retry_after: 0.01 }, { status });
  const client = createQueryClient();
  const ask = () =>
    client.fetchQuery({
      ...client.getDefaultOptions().queries,
      queryKey: ["busy", crypto.randomUUID()],
      queryFn: () => call(getMyAdminStatus, {}),
    });
  backend.repliesTo("GET /api/me/admin", busy);
  await expect(ask()).rejects.toMatchObject({ status });
  expect(backend.callsTo(getMyAdminStatus)).toHaveLength(1 + most);
  const answer = { success: true, data: { isAppAdmin: true } };
  const replies = [busy, busy, () => Response.json(answer)].values();
  backend.repliesTo("GET /api/me/admin", () => replies.next().value?.() ?? busy());
  expect(await ask()).toEqual(answer);
});

test("a list that is read for the first time while something changes is read once more", async () => {
  const [first, second] = [Promise.withResolvers<string[]>(), Promise.withResolvers<string[]>()];
  const reads = [first.promise, second.promise].values();
  const client = createQueryClient();
  const query = { queryKey: ["bin"], queryFn: () => reads.next().value ?? Promise.reject(new Error("Read too often")) };
  const stop = new QueryObserver<string[]>(client, query).subscribe(() => undefined);
  void client.invalidateQueries({ queryKey: ["bin"] });
  first.resolve([]);
  second.resolve(["Week race"]);
  await vi.waitFor(() => expect(client.getQueryData(query.queryKey)).toEqual(["Week race"]));
  expect(client.getQueryState(query.queryKey)).toMatchObject({ dataUpdateCount: 2 });
  stop();
});

test("a list that nobody shows any more while it is read is old after a change", async () => {
  const late = Promise.withResolvers<string[]>();
  const client = createQueryClient();
  client.setQueryData(["bin"], ["Ash"]);
  const reading = client.fetchQuery({ queryKey: ["bin"], queryFn: () => late.promise, staleTime: 0 });
  void client.invalidateQueries({ queryKey: ["bin"] });
  late.resolve([]);
  await reading;
  await vi.waitFor(() => expect(client.getQueryState(["bin"])).toMatchObject({ data: [], isInvalidated: true }));
});

test("a first reading that fails is not repeated for a change", async () => {
  const late = Promise.withResolvers<string[]>();
  const client = createQueryClient();
  const queryFn = vi.fn(() => late.promise);
  const query = { queryKey: ["bin"], queryFn, retry: false };
  const stop = new QueryObserver<string[]>(client, query).subscribe(() => undefined);
  const change = client.invalidateQueries({ queryKey: ["bin"] });
  late.reject(new Error("No"));
  await change;
  expect(client.getQueryState(["bin"])).toMatchObject({ status: "error" });
  expect(queryFn).toHaveBeenCalledOnce();
  stop();
});
