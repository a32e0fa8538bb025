import { afterAll, beforeAll, expect, test } from "vitest";
import { countTakes } from "../testing/one-connection.ts";
import { createTestApp, sharedApp, type TestApp } from "../testing/test-app.ts";

const development = await sharedApp();
let production: TestApp;
beforeAll(async () => {
  production = await createTestApp({ beside: development, env: { NODE_ENV: "production" } });
});
afterAll(() => production.close());

test("a developer names a user in a header", async () => {
  const user = await development.user();
  expect((await user.get("/api/me/admin")).json()).toEqual({ success: true, data: { isAppAdmin: false } });
});

test("in production the header is nobody", async () => {
  const admin = await production.appAdmin();
  expect((await admin.get("/api/me/admin")).statusCode).toBe(401);
});

test("S58: in production nobody reads the outbox", async () => {
  expect((await production.visitor.get("/dev/mail")).statusCode).toBe(404);
  expect((await production.visitor.get("/dev/mail.json")).statusCode).toBe(404);
  expect((await development.visitor.get("/dev/mail")).statusCode).toBe(200);
});

test("the header counts only from this machine, whatever a proxy header claims", async () => {
  const user = await development.user();
  const call = (remoteAddress: string, headers: Record<string, string> = {}) =>
    development.app.server.inject({
      method: "GET",
      url: "/api/me/admin",
      remoteAddress,
      headers: { "x-dev-user-id": user.userId, ...headers },
    });
  expect((await call("127.0.0.1")).statusCode).toBe(200);
  expect((await call("::1")).statusCode).toBe(200);
  expect((await call("192.168.1.20")).statusCode).toBe(401);
  expect((await call("192.168.1.20", { "x-forwarded-for": "127.0.0.1" })).statusCode).toBe(401);
});

test.each(["", "x", "7b1f0d55-61d6-4f0c-9a43-0a7f5fd2c111"])("the user id %j is nobody", async (id) => {
  const answer = await development.app.server.inject({
    method: "GET",
    url: "/api/me/admin",
    headers: { "x-dev-user-id": id },
  });
  expect(answer.statusCode).toBe(401);
});

test("a token is never overruled by the header", async () => {
  const user = await development.user();
  const answer = await development.app.server.inject({
    method: "GET",
    url: "/api/me/admin",
    headers: { "x-dev-user-id": user.userId, authorization: "Bearer abc" },
  });
  expect(answer.statusCode).toBe(401);
});

test("a signed-in call asks who calls, and what they are in the clan, in one statement", async () => {
  const user = await development.signedUp();
  expect(await countTakes(() => user.get("/api/me/admin"))).toBe(1);
  const clan = await development.clan();
  const read = async () => expect((await user.get(`/api/clans/${clan.id}`)).statusCode).toBe(404);
  expect(await countTakes(read)).toBe(1);
});

test("calls of one session that arrive together ask who calls once, and whoever calls after a sign-out is nobody", async () => {
  const user = await development.signedUp();
  const call = () => user.get("/api/me/admin");
  expect((await call()).statusCode).toBe(200);
  const together = () => Promise.all([call(), call(), call()]);
  expect(await countTakes(together)).toBe(1);
  await development.db.deleteFrom("auth_sessions").where("user_id", "=", user.userId).execute();
  expect((await together()).map(({ statusCode }) => statusCode)).toEqual([401, 401, 401]);
});
