import { afterAll, beforeAll, expect, test } from "vitest";
import { openAdminClient } from "../../../testing/admin-client.ts";
import { openAuthClient } from "../../../testing/auth-client.ts";
import { openMailbox } from "../../../testing/mailbox.ts";
import { createTestApp, sharedApp, type TestApp } from "../../../testing/test-app.ts";

const world = await sharedApp();
let second: TestApp;
let admin: Awaited<ReturnType<typeof openAdminClient>>;
beforeAll(async () => {
  second = await createTestApp({ beside: world });
  admin = await openAdminClient(world);
});
afterAll(() => second.close());

/** What each instance answers to the person's token: in the product and in the auth service. */
async function askEverywhere({ access_token }: { access_token: string }) {
  const headers = { authorization: `Bearer ${access_token}` };
  const calls = [world, second].flatMap(({ app }) =>
    ["/api/me/admin", "/auth/v1/user"].map((url) => app.server.inject({ method: "GET", url, headers })),
  );
  return (await Promise.all(calls)).map(({ statusCode }) => statusCode);
}

const everywhereRefused = [401, 403, 401, 403];
const signIn = (person: { email: string; password: string }) =>
  openAuthClient(second.app.server).signInWithPassword({ email: person.email, password: person.password });

test("S28: a suspended person is out on every instance with the next call, and back when it is lifted", async () => {
  const person = await world.signedUp();
  const mailbox = openMailbox(world.db, person.email);
  expect(await askEverywhere(person)).toEqual([200, 200, 200, 200]);
  const { data } = await admin.api.updateUserById(person.userId, { ban_duration: "24h" });
  const until = new Date((data.user as { banned_until?: string } | null)?.banned_until ?? 0).getTime();
  expect(until).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  expect(await askEverywhere(person)).toEqual(everywhereRefused);
  const refresh = await second.visitor.send("POST", "/auth/v1/token?grant_type=refresh_token", {
    refresh_token: person.refresh_token,
  });
  expect(refresh.statusCode).toBe(400);
  expect((await signIn(person)).error).toMatchObject({ status: 400, code: "user_banned" });
  expect((await mailbox.next()).subject).toMatch(/^Your account is suspended until \d+ \w+ \d{4} at \d\d:\d\d UTC$/);

  await admin.api.updateUserById(person.userId, { ban_duration: "none" });
  expect((await mailbox.next()).subject).toBe("Your account is no longer suspended");
  expect((await signIn(person)).error).toBeNull();
  expect(await askEverywhere(person)).toEqual(everywhereRefused);
  await admin.api.updateUserById(person.userId, { ban_duration: "none" });
  expect(await mailbox.unread()).toBe(0);
});

test("a suspension for good names no date", async () => {
  const person = await world.signedUp();
  await admin.api.updateUserById(person.userId, { ban_duration: "876000h" });
  const { subject, text } = await openMailbox(world.db, person.email).next();
  expect(subject).toBe("Your account is suspended");
  expect(text).toContain("until an administrator lifts the suspension");
});

test("nobody writes to an address that was never confirmed", async () => {
  const { email } = { email: `${crypto.randomUUID()}@example.test` };
  const { data } = await admin.api.createUser({ email, email_confirm: false });
  const id = data.user?.id ?? "";
  await admin.api.updateUserById(id, { ban_duration: "1h" });
  await admin.api.updateUserById(id, { ban_duration: "none" });
  expect(await openMailbox(world.db, email).unread()).toBe(0);
});

test("S28: a deleted person is out on every instance with the next call", async () => {
  for (const isSoft of [true, false]) {
    const person = await world.signedUp();
    await admin.api.deleteUser(person.userId, isSoft);
    expect(await askEverywhere(person)).toEqual(everywhereRefused);
  }
});

test("S31: an admin ends all sessions of a user, and nobody else's", async () => {
  const person = await world.signedUp();
  const other = await world.signedUp();
  const elsewhere = (await signIn(person)).data.session;
  const answer = await admin.send("DELETE", `/auth/v1/admin/users/${person.userId}/sessions`);
  expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
  expect(await askEverywhere(person)).toEqual(everywhereRefused);
  expect(await askEverywhere({ access_token: elsewhere?.access_token ?? "" })).toEqual(everywhereRefused);
  expect(await askEverywhere(other)).toEqual([200, 200, 200, 200]);
  expect((await signIn(person)).error).toBeNull();
});
