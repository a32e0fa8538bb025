import { afterAll, beforeAll, expect, test } from "vitest";
import { createSecrets, toSealingKey } from "../../access/secrets.ts";
import { newCredentials, openAuthClient, type Storage } from "../../testing/auth-client.ts";
import { createTestApp, sharedApp, type TestApp } from "../../testing/test-app.ts";
import { createRefreshKey, createRefreshToken } from "./refresh-token.ts";

const world = await sharedApp();
let second: TestApp;
beforeAll(async () => {
  second = await createTestApp({ beside: world });
});
afterAll(() => second.close());

const refresh = async (refresh_token: string, through = world) => {
  const answer = await through.visitor.send("POST", "/auth/v1/token?grant_type=refresh_token", { refresh_token });
  return { status: answer.statusCode, ...answer.json() };
};
const setSession = (userId: string, values: object) =>
  world.db.updateTable("auth_sessions").set(values).where("user_id", "=", userId).execute();
const longAgo = (days: number) => new Date(Date.now() - days * 86_400_000 - 1000);

test("somebody stays signed in: a refresh gives new tokens", async () => {
  const client = openAuthClient(world.app.server);
  const { data: before } = await client.signUp(newCredentials());
  const { data: after, error } = await client.refreshSession();
  expect(error).toBeNull();
  expect(after.session?.refresh_token).not.toBe(before.session?.refresh_token);
  expect((await client.getUser()).data.user?.id).toBe(before.user?.id);
});

test("eight tabs that share a session refresh through two instances, many times, and nobody is signed out", async () => {
  const storage: Storage = new Map();
  const signedOut: string[] = [];
  const tabs = Array.from({ length: 8 }, (_, index) =>
    openAuthClient((index % 2 ? second : world).app.server, storage),
  );
  for (const tab of tabs) tab.onAuthStateChange((event) => void (event === "SIGNED_OUT" && signedOut.push(event)));
  await tabs[0]?.signUp(newCredentials());
  for (let round = 0; round < 12; round++) {
    const answers = await Promise.all(tabs.map((tab) => tab.refreshSession()));
    for (const { error } of answers) expect(error === null || error.name === "AuthRefreshDiscardedError").toBe(true);
  }
  expect(signedOut).toEqual([]);
  for (const tab of tabs) expect((await tab.getUser()).error).toBeNull();
});

test("S29: inside the reuse window older tokens give the current one, through any instance", async () => {
  const { refresh_token: first, userId } = await world.signedUp();
  const { refresh_token: next } = await refresh(first);
  await setSession(userId, { rotated_at: new Date(Date.now() - 25_000) });
  expect((await refresh(first, second)).refresh_token).toBe(next);
  const { refresh_token: current } = await refresh(next);
  expect(await refresh(first, second)).toMatchObject({ status: 200, refresh_token: current });
  expect((await refresh(current)).status).toBe(200);
});

test("whoever is suspended while a session of theirs begins cannot go on with it", async () => {
  const { refresh_token, userId } = await world.signedUp();
  const suspend = (banned_until: Date | null) =>
    world.db.updateTable("users").set({ banned_until }).where("id", "=", userId).execute();
  await suspend(new Date(Date.now() + 60_000));
  expect(await refresh(refresh_token)).toMatchObject({ status: 400, error_code: "user_banned" });
  await suspend(null);
  expect((await refresh(refresh_token)).status).toBe(200);
});

test("M4: the previous token after the window ends the session for everyone, who learn why", async () => {
  const person = await world.signedUp();
  const first = person.refresh_token;
  const { refresh_token: current } = await refresh(first);
  await setSession(person.userId, { rotated_at: new Date(Date.now() - 31_000) });
  const reused = { status: 400, error_code: "refresh_token_already_used" };
  expect(await refresh(first, second)).toMatchObject(reused);
  for (const through of [world, second]) {
    expect(await refresh(current, through)).toMatchObject(reused);
    expect(await refresh(first, through)).toMatchObject(reused);
  }
  expect((await person.get("/api/me/admin")).statusCode).toBe(401);
  expect((await person.get("/auth/v1/user")).json()).toMatchObject({
    error_code: "session_not_found",
    reason: "refresh_token_already_used",
  });
  const revoked = world.db.selectFrom("auth_audit").select("traits").where("action", "=", "token_revoked");
  expect(await revoked.where("user_id", "=", person.userId).execute()).toHaveLength(1);
});

test("M4: a thief and the owner who refresh in turn are both signed out with the second turn", async () => {
  const { refresh_token: stolen, userId } = await world.signedUp();
  const passWindow = () => setSession(userId, { rotated_at: new Date(Date.now() - 31_000) });
  const { refresh_token: thiefs } = await refresh(stolen);
  await passWindow();
  expect(await refresh(stolen)).toMatchObject({ status: 400, error_code: "refresh_token_already_used" });
  expect(await refresh(thiefs)).toMatchObject({ status: 400, error_code: "refresh_token_already_used" });
});

test("S29: what a copy of the database holds is not enough to make a token", async () => {
  const person = await world.signedUp();
  const row = world.db.selectFrom("auth_sessions").selectAll().where("user_id", "=", person.userId);
  const { id, refresh_key, refresh_counter } = await row.executeTakeFirstOrThrow();
  const open = (sealed: Buffer) => sealed.toString("base64url");
  const unsealed = { seal: (text: string) => Buffer.from(text), open, tryOpen: open };
  const forged = createRefreshToken(
    { ...unsealed, digest: () => Buffer.alloc(0) },
    { id, refresh_key, refresh_counter },
  );
  expect(await refresh(forged)).toMatchObject({ status: 400, error_code: "validation_failed" });
  expect((await refresh(person.refresh_token)).status).toBe(200);
});

test("whose key was sealed with a secret that has changed signs in again", async () => {
  const person = await world.signedUp();
  const foreign = createSecrets([toSealingKey("a quiet word that nobody else here knows")]);
  await setSession(person.userId, { refresh_key: createRefreshKey(foreign) });
  expect(await refresh(person.refresh_token)).toMatchObject({ status: 400, error_code: "validation_failed" });
});

test("a token from before the session rose is refused even inside the window", async () => {
  const { refresh_token: first, userId } = await world.signedUp();
  const { refresh_token: current } = await refresh(first);
  await setSession(userId, { min_counter: 1 });
  expect(await refresh(first)).toMatchObject({ status: 400, error_code: "refresh_token_already_used" });
  expect((await refresh(current)).status).toBe(200);
});

test("M4: a token from before the session rose ends it after the window", async () => {
  const { refresh_token: first, userId } = await world.signedUp();
  const { refresh_token: current } = await refresh(first);
  await setSession(userId, { min_counter: 1, rotated_at: new Date(Date.now() - 31_000) });
  for (const token of [first, current]) {
    expect(await refresh(token)).toMatchObject({ status: 400, error_code: "refresh_token_already_used" });
  }
});

test("a token from after the backup that was restored still works", async () => {
  const { refresh_token: first, userId } = await world.signedUp();
  const { refresh_token: newer } = await refresh((await refresh(first)).refresh_token);
  await setSession(userId, { refresh_counter: 0 });
  expect((await refresh((await refresh(newer)).refresh_token)).status).toBe(200);
});

test.each([
  ["idle for too long", { refreshed_at: longAgo(30) }],
  ["too old", { created_at: longAgo(90) }],
])("S30: a session that is %s is over", async (_why, values) => {
  const person = await world.signedUp();
  await setSession(person.userId, values);
  expect((await person.get("/api/me/admin")).statusCode).toBe(401);
  expect(await refresh(person.refresh_token)).toMatchObject({ status: 400, error_code: "session_expired" });
  expect(await refresh(person.refresh_token)).toMatchObject({ status: 400, error_code: "refresh_token_not_found" });
});

test.each([
  ["was idle for almost a month", { refreshed_at: new Date(Date.now() - 29.9 * 86_400_000) }],
  ["is almost three months old", { created_at: new Date(Date.now() - 89.9 * 86_400_000) }],
])("S30: a session that %s goes on", async (_what, values) => {
  const person = await world.signedUp();
  await setSession(person.userId, values);
  expect((await person.get("/api/me/admin")).statusCode).toBe(200);
  expect((await refresh(person.refresh_token)).status).toBe(200);
});

test("a token somebody made up or changed by one character is not valid", async () => {
  const { refresh_token: genuine } = await world.signedUp();
  const { refresh_token: others } = await world.signedUp();
  const forged = Buffer.from(genuine, "base64url");
  const { crc32 } = await import("node:zlib");
  forged[25] = (forged[25] ?? 0) ^ 1;
  forged.writeUInt32BE(crc32(forged.subarray(0, 39)), 39);
  const swapped = genuine.slice(0, -1) + (genuine.endsWith("A") ? "B" : "A");
  for (const token of [
    "",
    "x",
    swapped,
    `${genuine}A`,
    `${genuine}=`,
    genuine + others,
    forged.toString("base64url"),
  ]) {
    expect(await refresh(token), token).toMatchObject({
      status: 400,
      error_code: "validation_failed",
      msg: "Refresh token is not valid",
    });
  }
  expect((await refresh(genuine)).status).toBe(200);
});

test("too many refreshes are asked to wait, never told that they are signed out", async () => {
  const strict = await createTestApp({ beside: world, env: { AUTH_RATE_LIMITS: "0.001" } });
  const { refresh_token } = await world.signedUp();
  const ask = () =>
    strict.app.server.inject({
      method: "POST",
      url: "/auth/v1/token?grant_type=refresh_token",
      payload: { refresh_token },
      remoteAddress: "192.0.2.77",
    });
  const answers = [await ask(), await ask(), await ask()];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 503]);
  expect(answers[2]?.headers["retry-after"]).toMatch(/^\d+$/);
  await strict.close();
});
