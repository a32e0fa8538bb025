import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, sharedApp, type TestApp } from "../../testing/test-app.ts";

const world = await sharedApp();
let second: TestApp;
beforeAll(async () => {
  second = await createTestApp({ beside: world });
});
afterAll(() => second.close());

type Person = Awaited<ReturnType<TestApp["signedUp"]>>;

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0";

async function signIn({ email, password }: Pick<Person, "email" | "password">): Promise<string> {
  const answer = await world.app.server.inject({
    method: "POST",
    url: "/auth/v1/token?grant_type=password",
    headers: { "user-agent": firefox },
    payload: { email, password },
  });
  return answer.json().access_token;
}

function callWith(token: string, method: "GET" | "DELETE", url: string) {
  return second.app.server.inject({ method, url, headers: { authorization: `Bearer ${token}` } });
}

async function sessionsOf(person: Pick<Person, "get">) {
  return (await person.get("/api/me/sessions")).json().items;
}

test("S31: somebody sees where they are signed in, the last used first", async () => {
  const kara = await world.signedUp();
  await signIn(kara);
  await world.signedUp();
  const [newer, older, ...others] = await sessionsOf(kara);
  expect(others).toEqual([]);
  expect(newer).toEqual({
    id: expect.any(String),
    is_current: false,
    device: "Firefox on Windows",
    ip: "127.0.0.1",
    aal: "aal1",
    created_at: expect.stringMatching(/Z$/),
    last_seen_at: expect.stringMatching(/Z$/),
  });
  expect(older).toMatchObject({ is_current: true, device: "Unknown device" });
});

test("a session that is over by its age is not shown", async () => {
  const kara = await world.signedUp();
  await signIn(kara);
  const [newer] = await sessionsOf(kara);
  const longAgo = new Date(Date.now() - 31 * 86_400_000);
  await world.db.updateTable("auth_sessions").set({ refreshed_at: longAgo }).where("id", "=", newer.id).execute();
  expect(await sessionsOf(kara)).toMatchObject([{ is_current: true }]);
});

test("S31: a session that its owner ends is over at once, on every instance, and the audit knows", async () => {
  const kara = await world.signedUp();
  const token = await signIn(kara);
  expect((await callWith(token, "GET", "/api/me/profile")).statusCode).toBe(200);
  const [newer] = await sessionsOf(kara);
  expect((await kara.send("DELETE", `/api/me/sessions/${newer.id}`)).json()).toEqual({});
  expect((await callWith(token, "GET", "/api/me/profile")).statusCode).toBe(401);
  expect(await sessionsOf(kara)).toMatchObject([{ is_current: true }]);
  const logouts = await world.db
    .selectFrom("auth_audit")
    .select(["outcome", "traits"])
    .where("user_id", "=", kara.userId)
    .where("action", "=", "logout")
    .execute();
  expect(logouts).toEqual([{ outcome: "success", traits: { scope: "one" } }]);
});

test("the session one is using may be ended as well", async () => {
  const kara = await world.signedUp();
  const [current] = await sessionsOf(kara);
  expect((await kara.send("DELETE", `/api/me/sessions/${current.id}`)).statusCode).toBe(200);
  expect((await kara.get("/api/me/sessions")).statusCode).toBe(401);
});

test("S03, S04: somebody else's session, one that is gone and no id at all read alike and end nothing", async () => {
  const kara = await world.signedUp();
  const tom = await world.signedUp();
  const [ofTom] = await sessionsOf(tom);
  const foreign = await kara.send("DELETE", `/api/me/sessions/${ofTom.id}`);
  const unknown = await kara.send("DELETE", `/api/me/sessions/${crypto.randomUUID()}`);
  expect([foreign.statusCode, unknown.statusCode]).toEqual([404, 404]);
  expect({ ...foreign.json(), request_id: "" }).toEqual({ ...unknown.json(), request_id: "" });
  expect((await kara.send("DELETE", "/api/me/sessions/1")).statusCode).toBe(404);
  expect(await sessionsOf(tom)).toHaveLength(1);
  const rows = world.db.selectFrom("auth_audit").select("id").where("action", "=", "logout");
  expect(await rows.where("user_id", "in", [kara.userId, tom.userId]).execute()).toEqual([]);
});

test("of two who end a session at the same moment one finds it", async () => {
  const kara = await world.signedUp();
  await signIn(kara);
  const [newer] = await sessionsOf(kara);
  const url = `/api/me/sessions/${newer.id}`;
  const answers = await Promise.all([1, 2, 3].map(() => kara.send("DELETE", url)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
});

test("S05: nothing in the answers is worth a session", async () => {
  const kara = await world.signedUp();
  const { body } = await kara.get("/api/me/sessions");
  expect(body).not.toMatch(/key|counter|token|amr|user_agent/);
  expect((await world.visitor.get("/api/me/sessions")).statusCode).toBe(401);
  expect((await world.visitor.get("/api/me/sign-ins")).statusCode).toBe(401);
});

test("recent sign-ins show the tries that failed too, the latest first, each user's own", async () => {
  const kara = await world.signedUp();
  const tom = await world.signedUp();
  const wrong = { email: kara.email, password: "not the otter" };
  await world.visitor.send("POST", "/auth/v1/token?grant_type=password", wrong);
  await signIn(kara);
  const { items } = (await kara.get("/api/me/sign-ins")).json();
  expect(items).toMatchObject([
    { outcome: "success", method: "password", ip: "127.0.0.1" },
    { outcome: "failure", method: "" },
    { outcome: "success", method: "password" },
  ]);
  expect((await kara.get("/api/me/sign-ins?limit=1")).json().items).toEqual([items[0]]);
  expect((await tom.get("/api/me/sign-ins")).json().items).toHaveLength(1);
});

test.each(["limit=0", "limit=201", "limit=many", "user_id=x"])(
  "sign-ins asked for with %s are refused",
  async (query) => {
    const kara = await world.user();
    expect((await kara.get(`/api/me/sign-ins?${query}`)).statusCode).toBe(400);
  },
);
