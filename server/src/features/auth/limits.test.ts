import { expect, onTestFinished, test } from "vitest";
import type { Db } from "../../db/tables.ts";
import { newCredentials } from "../../testing/auth-client.ts";
import { useProductionCost } from "../../testing/password-cost.ts";
import { createTestApp, sharedApp } from "../../testing/test-app.ts";
import { toNetwork } from "../../http/network.ts";

async function twoInstances() {
  const world = await createTestApp({ env: { AUTH_RATE_LIMITS: "on" } });
  const second = await createTestApp({ beside: world, env: { AUTH_RATE_LIMITS: "on" } });
  onTestFinished(async () => {
    await second.close();
    await world.close();
  });
  let turn = 0;
  /** Through either instance in turn. */
  const signIn = (payload: { email: string; password: string }, remoteAddress: string, headers = {}) =>
    [world, second][turn++ % 2]?.app.server.inject({
      method: "POST",
      url: "/auth/v1/token?grant_type=password",
      payload,
      remoteAddress,
      headers,
    });
  const statusOf = async (...call: Parameters<typeof signIn>) => (await signIn(...call))?.statusCode;
  return { world, signIn, statusOf };
}

/** As if the wrong tries of a whole window had been made. */
const useUpTries = (db: Db) =>
  db.updateTable("auth_rate_limits").set({ points: 10 }).where("key", "like", "login:%").execute();

test("S15: guesses at one account are bounded across instances and addresses, known account or not", async () => {
  const { world, statusOf } = await twoInstances();
  const { email } = await world.signedUp();
  for (const address of [email, newCredentials().email]) {
    const guesses = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        statusOf({ email: address, password: `guess number ${index}` }, `198.51.100.${index}`),
      ),
    );
    expect(guesses.filter((status) => status === 400)).toHaveLength(10);
    expect(guesses.filter((status) => status === 429)).toHaveLength(6);
  }
});

test("S16: a stranger cannot lock the owner out of where they have signed in before", async () => {
  const { world, signIn, statusOf } = await twoInstances();
  const { email, password, userId } = await world.signedUp();
  await signIn({ email, password: "a stranger's guess" }, "198.51.100.1");
  await useUpTries(world.db);
  const refused = await signIn({ email, password }, "198.51.100.1");
  expect(refused?.statusCode).toBe(429);
  expect(refused?.json()).toMatchObject({ error_code: "over_request_rate_limit" });
  expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(800);
  expect(await statusOf({ email, password }, "127.0.0.1")).toBe(200);
  await signIn({ email, password }, "198.51.100.1");
  const rows = await world.db.selectFrom("auth_audit").selectAll().where("outcome", "=", "failure").execute();
  expect(rows.filter(({ traits }) => "reason" in traits)).toMatchObject([
    { user_id: userId, ip: "198.51.100.1", traits: { reason: "over_request_rate_limit" } },
  ]);
});

test("the wait doubles each time the tries are used up again", async () => {
  const { world, signIn } = await twoInstances();
  const payload = { email: newCredentials().email, password: "a wrong guess" };
  const useUp = async () => {
    await signIn(payload, "198.51.100.1");
    await useUpTries(world.db);
    const wait = Number((await signIn(payload, "198.51.100.2"))?.headers["retry-after"]);
    await world.db.updateTable("auth_rate_limits").set({ expire: 1 }).where("key", "like", "login:%").execute();
    return wait;
  };
  expect([await useUp(), await useUp()]).toEqual([900, 1800]);
});

test("S54: one network has its own bound, whatever a proxy header claims", async () => {
  const { world, statusOf } = await twoInstances();
  await statusOf(newCredentials(), "203.0.113.9");
  await world.db.updateTable("auth_rate_limits").set({ points: 99 }).where("key", "like", "login_network:%").execute();
  const spoofed = { "x-forwarded-for": "192.0.2.1" };
  expect(await statusOf(newCredentials(), "203.0.113.9", spoofed)).toBe(400);
  expect(await statusOf(newCredentials(), "203.0.113.9", { "x-forwarded-for": "192.0.2.2" })).toBe(429);
  expect(await statusOf(newCredentials(), "203.0.113.10")).toBe(400);
});

test("a right password is no try, however often", async () => {
  const { world, statusOf } = await twoInstances();
  const { email, password } = await world.signedUp();
  for (let time = 0; time < 12; time++) expect(await statusOf({ email, password }, "203.0.113.9")).toBe(200);
});

test("L6: ninety sign-ins of one network do not make another's wait for all of them", async () => {
  useProductionCost();
  const world = await sharedApp();
  const { email, password } = await world.signedUp();
  const signIn = (payload: { email: string; password: string }, remoteAddress: string) =>
    world.app.server.inject({ method: "POST", url: "/auth/v1/token?grant_type=password", payload, remoteAddress });
  let done = 0;
  const crowd = Array.from({ length: 90 }, async () => {
    await signIn(newCredentials(), "203.0.113.90");
    done += 1;
  });
  expect((await signIn({ email, password }, "203.0.113.91")).statusCode).toBe(200);
  expect(done).toBeLessThan(45);
  await Promise.all(crowd);
}, 60_000);

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0db8:1::9", "2001:db8:1:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
])("the address %s belongs to the network %s", (ip, network) => {
  expect(toNetwork(ip)).toBe(network);
});
