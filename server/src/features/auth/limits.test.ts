import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { createRateLimitStore } from "../../access/queries.ts";
import type { Db } from "../../db/tables.ts";
import { createNetworkLimit } from "../../http/network-limit.ts";
import { newCredentials } from "../../testing/auth-client.ts";
import { useProductionCost } from "../../testing/password-cost.ts";
import { createTestApp, sharedApp } from "../../testing/test-app.ts";

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

test("L5: an address gets five mails of a kind an hour and ten a day, whoever asks and whether it has an account", async () => {
  const env = { AUTH_RATE_LIMITS: "on", AUTH_MAIL_GAP_SECONDS: "0", AUTH_AUTOCONFIRM: "off" };
  const world = await createTestApp({ env });
  onTestFinished(() => world.close());
  const ask = async (url: string, payload: object, network: number) => {
    const remoteAddress = `198.51.100.${network}`;
    const answer = await world.app.server.inject({ method: "POST", url: `/auth/v1${url}`, payload, remoteAddress });
    return answer.statusCode === 429 ? answer.json().error_code : answer.statusCode;
  };
  const nextHour = () =>
    world.db.updateTable("auth_rate_limits").set({ expire: 1 }).where("key", "like", "mail_hour:%").execute();
  const known = newCredentials();
  await world.db.insertInto("users").values({ email: known.email }).execute();
  for (const { email, password } of [known, newCredentials()]) {
    const statuses = [];
    for (let hour = 0; hour < 3; hour++) {
      for (let time = 0; time < 6; time++) {
        statuses.push(await ask("/resend", { email, type: "signup" }, hour * 6 + time));
      }
      await nextHour();
    }
    const over = "over_email_send_rate_limit";
    const hourly = [...Array<number>(5).fill(200), over];
    expect(statuses).toEqual([...hourly, ...hourly, ...Array<string>(6).fill(over)]);
    // The same mail, asked for in another way; and another mail.
    expect(await ask("/signup", { email, password }, 200)).toBe(over);
    expect(await ask("/recover", { email }, 201)).toBe(200);
  }
  const sent = world.db.selectFrom("mails").select("id").where("recipient", "=", known.email);
  await expect.poll(async () => (await sent.execute()).length).toBe(11);
});

test("a right password is no try, however often", async () => {
  const { world, statusOf } = await twoInstances();
  const { email, password } = await world.signedUp();
  for (let time = 0; time < 12; time++) expect(await statusOf({ email, password }, "203.0.113.9")).toBe(200);
});

test("L7: a port behind a proxy's address makes no new network, and a /48 is counted beside its /64s", async () => {
  const world = await createTestApp({ env: { AUTH_RATE_LIMITS: "0.02", TRUST_PROXY: "1" } });
  onTestFinished(() => world.close());
  const statusOf = async (forwarded: string) => {
    const call = { method: "POST", url: "/auth/v1/token?grant_type=password", payload: newCredentials() } as const;
    return (await world.app.server.inject({ ...call, headers: { "x-forwarded-for": forwarded } })).statusCode;
  };
  const statuses: number[] = [];
  for (const port of [1, 2, 3]) statuses.push(await statusOf(`203.0.113.9:${port}`));
  expect(statuses).toEqual([400, 400, 429]);
  const ofRange: number[] = [];
  for (let part = 1; part <= 17; part += 1) ofRange.push(await statusOf(`[2001:db8:7:${part.toString(16)}::1]:443`));
  expect(ofRange).toEqual([...Array<number>(16).fill(400), 429]);
  expect(await statusOf("2001:db8:8::1")).toBe(400);
});

test("L7: when strangers have used up what everybody may try, whoever signed in here before still gets in", async () => {
  const { world, statusOf } = await twoInstances();
  const { email, password } = await world.signedUp();
  await statusOf(newCredentials(), "198.51.100.1");
  const all = world.db.updateTable("auth_rate_limits").set({ points: 10_000 });
  await all.where("key", "=", "global_login_network:10000").execute();
  expect(await statusOf({ email, password }, "198.51.100.2")).toBe(429);
  expect(await statusOf({ email, password }, "127.0.0.1")).toBe(200);
});

async function openLimit(points: number) {
  const { db } = await sharedApp();
  return createNetworkLimit(createRateLimitStore(db), { name: `test_${randomUUID()}`, points, duration: 60 });
}

test("L7: a /48 of IPv6 may do eight times as much as a network, through however many it comes", async () => {
  const { take } = await openLimit(2);
  const waits: number[] = [];
  for (let network = 0; network < 18; network += 1) waits.push(await take(`2001:db8:1:${network.toString(16)}::/64`));
  expect(waits.slice(0, 16).every((wait) => wait === 0)).toBe(true);
  expect(waits.slice(16).every((wait) => wait > 0)).toBe(true);
  expect(await take("2001:db8:2:0::/64")).toBe(0);
});

test("L7: everybody together has a limit, which nobody uses up alone and which does not hold for those who are known", async () => {
  const { take, giveBack } = await openLimit(1);
  for (let again = 0; again < 150; again += 1) await take("203.0.113.9");
  const takeAs = (index: number) => take(`10.0.${Math.floor(index / 250)}.${index % 250}`);
  for (let index = 0; index < 99; index += 1) expect(await takeAs(index)).toBe(0);
  await giveBack("10.0.0.0");
  expect(await takeAs(99)).toBe(0);
  expect(await takeAs(100)).toBeGreaterThan(0);
  expect(await take("198.51.100.1", { isKnown: true })).toBe(0);
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
