import { afterAll, beforeAll, expect, test } from "vitest";
import { newCredentials, openAuthClient } from "../../testing/auth-client.ts";
import { signInElsewhere, signUpWithTotp } from "../../testing/authenticator.ts";
import { untilWaitingForLock } from "../../testing/locks.ts";
import { createTestApp, sharedApp, type TestApp } from "../../testing/test-app.ts";

const world = await sharedApp();
let second: TestApp;
beforeAll(async () => {
  second = await createTestApp({ beside: world });
});
afterAll(() => second.close());

/** One person on three devices. */
async function threeDevices() {
  const credentials = newCredentials();
  const devices = [1, 2, 3].map(() => openAuthClient(world.app.server));
  await devices[0]?.signUp(credentials);
  for (const device of devices.slice(1)) await device.signInWithPassword(credentials);
  const tokens = await Promise.all(
    devices.map(async (device) => (await device.getSession()).data.session?.access_token),
  );
  /** Which devices the product and the auth service still know, through the other instance. */
  const known = () =>
    Promise.all(
      tokens.map(async (token) => {
        const headers = { authorization: `Bearer ${token}` };
        const product = await second.app.server.inject({ method: "GET", url: "/api/me/admin", headers });
        const user = await second.app.server.inject({ method: "GET", url: "/auth/v1/user", headers });
        expect(user.statusCode === 200).toBe(product.statusCode === 200);
        return product.statusCode === 200;
      }),
    );
  return { first: devices[0] ?? openAuthClient(world.app.server), devices, known, credentials };
}

test.each([
  ["local", [false, true, true]],
  ["others", [true, false, false]],
  ["global", [false, false, false]],
] as const)("S28: signing out with scope %s acts at once on every instance", async (scope, left) => {
  const { first, known } = await threeDevices();
  expect(await known()).toEqual([true, true, true]);
  expect((await first.signOut({ scope })).error).toBeNull();
  expect(await known()).toEqual(left);
});

test("L1: half a sign-in ends itself and proves its factor, and does nothing else", async () => {
  const person = await signUpWithTotp(world);
  const half = await signInElsewhere(world, person);
  const { data } = await half.getSession();
  const headers = { authorization: `Bearer ${data.session?.access_token}` };
  const ask = async (method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object) => {
    const answer = await world.app.server.inject({
      method,
      url: `/auth/v1${path}`,
      headers,
      ...(payload && { payload }),
    });
    return [answer.statusCode, answer.json<{ error_code?: string }>().error_code];
  };
  const isNotEnough = (status: number) => [status, "insufficient_aal"];
  expect(await ask("POST", "/logout?scope=global")).toEqual(isNotEnough(403));
  expect(await ask("POST", "/logout?scope=others")).toEqual(isNotEnough(403));
  expect(await ask("POST", "/logout")).toEqual(isNotEnough(403));
  expect(await ask("PUT", "/user", { data: { display_name: "Mallory" } })).toEqual(isNotEnough(401));
  expect(await ask("PUT", "/user", { email: newCredentials().email })).toEqual(isNotEnough(401));
  expect(await ask("GET", "/reauthenticate")).toEqual(isNotEnough(403));
  expect(await ask("POST", "/factors", { factor_type: "totp", friendly_name: "Mine" })).toEqual(isNotEnough(403));
  expect(await ask("DELETE", `/factors/${person.factorId}`)).toEqual(isNotEnough(422));
  expect(await ask("DELETE", "/factors/recovery-codes")).toEqual(isNotEnough(403));
  expect(await ask("POST", "/factors/recovery-codes/regenerate")).toEqual(isNotEnough(403));
  expect(await ask("GET", "/user/identities/authorize?provider=google")).toEqual(isNotEnough(403));
  const owner = (await person.client.getUser()).data.user;
  expect(owner?.user_metadata).not.toHaveProperty("display_name");

  const other = await signInElsewhere(world, person);
  const proof = { factorId: person.factorId, code: person.code() };
  expect((await other.mfa.listFactors()).data?.totp).toHaveLength(1);
  expect((await other.mfa.challengeAndVerify(proof)).error).toBeNull();
  const out = await world.app.server.inject({ method: "POST", url: "/auth/v1/logout?scope=local", headers });
  expect(out.statusCode).toBe(204);
  expect((await person.client.getUser()).error).toBeNull();
});

test("a device that was signed out elsewhere learns it when it asks who it is", async () => {
  const { first, devices } = await threeDevices();
  await first.signOut({ scope: "global" });
  const { error } = (await devices[1]?.getUser()) ?? {};
  expect(error).toMatchObject({ name: "AuthSessionMissingError" });
  expect((await devices[1]?.getSession())?.data.session).toBeNull();
  expect((await devices[2]?.refreshSession())?.error).toMatchObject({ code: "refresh_token_not_found" });
});

test("the answer to a sign-out is empty, and a second one finds no session", async () => {
  const person = await world.signedUp();
  const headers = { authorization: `Bearer ${person.access_token}`, "x-supabase-api-version": "2024-01-01" };
  const out = () => world.app.server.inject({ method: "POST", url: "/auth/v1/logout?scope=local", headers });
  const first = await out();
  expect([first.statusCode, first.body]).toEqual([204, ""]);
  expect((await out()).json()).toMatchObject({ code: "session_not_found" });
});

test("S28: a suspended or deleted person is refused at once", async () => {
  const [banned, gone] = [await world.signedUp(), await world.signedUp()];
  const until = new Date(Date.now() + 3_600_000);
  await world.db.updateTable("users").set({ banned_until: until }).where("id", "=", banned.userId).execute();
  await world.db.updateTable("users").set({ deleted_at: new Date() }).where("id", "=", gone.userId).execute();
  for (const person of [banned, gone]) expect((await person.get("/api/me/admin")).statusCode).toBe(401);
  expect((await banned.get("/auth/v1/user")).json()).toMatchObject({ code: 403, error_code: "user_banned" });
  expect((await gone.get("/auth/v1/user")).json()).toMatchObject({ code: 403, error_code: "user_not_found" });

  const grant = (type: string, payload: object) =>
    world.visitor.send("POST", `/auth/v1/token?grant_type=${type}`, payload);
  const { email, password, refresh_token } = banned;
  expect((await grant("password", { email, password })).json()).toMatchObject({ error_code: "user_banned" });
  expect((await grant("password", { email, password: "wrong guess" })).json()).toMatchObject({
    error_code: "invalid_credentials",
  });
  expect((await grant("refresh_token", { refresh_token })).json()).toMatchObject({ error_code: "user_banned" });
  expect((await grant("password", { email: gone.email, password: gone.password })).json()).toMatchObject({
    error_code: "invalid_credentials",
  });

  await world.db.deleteFrom("users").where("id", "=", banned.userId).execute();
  expect((await banned.get("/auth/v1/user")).json()).toMatchObject({ error_code: "session_not_found" });
});

test("S17: a new password needs the old one and signs the other devices out", async () => {
  const { first, known, credentials } = await threeDevices();
  const password = newCredentials().password;
  expect((await first.updateUser({ password })).error).toMatchObject({
    status: 400,
    code: "current_password_required",
  });
  const wrong = await first.updateUser({ password, current_password: "wrong guess" });
  expect(wrong.error).toMatchObject({ status: 400, code: "current_password_invalid" });
  const current_password = credentials.password;
  const same = await first.updateUser({ password: current_password, current_password });
  expect(same.error).toMatchObject({ status: 422, code: "same_password" });
  const weak = await first.updateUser({ password: "short", current_password });
  expect(weak.error).toMatchObject({ status: 422, code: "weak_password", reasons: ["length"] });
  expect(await known()).toEqual([true, true, true]);

  expect((await first.updateUser({ password, current_password })).error).toBeNull();
  expect(await known()).toEqual([true, false, false]);
  expect((await openAuthClient(world.app.server).signInWithPassword(credentials)).error).toMatchObject({
    code: "invalid_credentials",
  });
  expect((await openAuthClient(world.app.server).signInWithPassword({ ...credentials, password })).error).toBeNull();
});

test("somebody's data is merged key by key, null takes one away, and the name is theirs", async () => {
  const client = openAuthClient(world.app.server);
  const { data: before } = await client.signUp({
    ...newCredentials(),
    options: { data: { display_name: "Kara", a: 1 } },
  });
  const { data } = await client.updateUser({ data: { display_name: "Kara the Bold", a: null, b: [2] } });
  expect(data.user?.user_metadata).toEqual({ display_name: "Kara the Bold", b: [2] });
  const row = world.db
    .selectFrom("users")
    .select("display_name")
    .where("id", "=", before.user?.id ?? "");
  expect(await row.executeTakeFirst()).toEqual({ display_name: "Kara the Bold" });
  const tooMuch = await client.updateUser({ data: { c: "x".repeat(3_990) } });
  expect(tooMuch.error).toMatchObject({ status: 400, code: "validation_failed" });
});

test("S17: a sign-in with the old password that was under way when it changed gets no session", async () => {
  const { email, password, userId } = await world.signedUp();
  const signIn = async () => second.visitor.send("POST", "/auth/v1/token?grant_type=password", { email, password });

  const underWay = await world.db.transaction().execute(async (tx) => {
    await tx.selectFrom("users").select("id").where("id", "=", userId).forUpdate().execute();
    const answer = signIn();
    await untilWaitingForLock(world.db);
    await tx.updateTable("users").set({ password_hash: "changed" }).where("id", "=", userId).execute();
    await tx.deleteFrom("auth_sessions").where("user_id", "=", userId).execute();
    return { answer };
  });
  expect((await underWay.answer).json()).toMatchObject({ error_code: "invalid_credentials" });
  expect(await world.db.selectFrom("auth_sessions").select("id").where("user_id", "=", userId).execute()).toEqual([]);
});
