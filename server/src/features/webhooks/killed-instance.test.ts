import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { enqueue } from "../../jobs/enqueue.ts";
import { jobQueues } from "../../jobs/job-queues.ts";
import { queueWebhook } from "../../outbox/queue.ts";
import { afterthoughts, moods, startFakeDiscordWebhooks } from "../../testing/fake-discord-webhooks.ts";
import { runInstance } from "../../testing/run-instance.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { addJoined, announceJoin, connect, type FakeDiscord, openWebhook } from "../../testing/webhooks.ts";

/** Each instance has an address of its own for the same channels, so that a test sees which one called. */
let doors: { doomed: FakeDiscord; heir: FakeDiscord };
let world: TestApp;
let instances: Awaited<ReturnType<typeof runInstance>>[] = [];
beforeAll(async () => {
  const doomed = await startFakeDiscordWebhooks();
  doors = { doomed, heir: await startFakeDiscordWebhooks(doomed) };
  world = await createTestApp({ env: { DISCORD_API: doomed.api } });
});
afterEach(async () => {
  await Promise.all(instances.map((instance) => instance.kill()));
  instances = [];
  doors.doomed.afterthought = afterthoughts.plain;
});
afterAll(async () => {
  await world.close();
  await doors.heir.close();
  await doors.doomed.close();
});

const { workers, batchSize } = jobQueues["deliver-webhook"];
/** How many messages one instance works on at a time. */
const parallel = workers * batchSize;
const limit = 120_000;
/** The queue is polled every ten seconds. */
const soon = { timeout: 40_000, interval: 50 };

async function start(door: FakeDiscord) {
  const instance = await runInstance(world.database, { DISCORD_API: door.api, LOG_LEVEL: "silent" });
  instances.push(instance);
  return instance;
}

/** Queues as many messages about new players for each clan, all in one transaction. */
async function announceJoins(clanIds: string[], times: number) {
  const joins = Array.from({ length: times }, () => clanIds).flat();
  const joined = await Promise.all(
    joins.map(async (clanId) => ({ clanId, facts: { member_id: await addJoined(world, clanId) } })),
  );
  await world.db.transaction().execute(async (tx) => {
    for (const join of joined)
      await queueWebhook(tx, { ...join, event: "member_joined", subject: crypto.randomUUID() });
  });
}

async function listDeliveries(clanIds: string[]) {
  return world.db.selectFrom("webhook_deliveries").selectAll().where("clan_id", "in", clanIds).execute();
}

/** Ends all claims that are held now, and starts their rescue jobs. */
async function letClaimsRunOut(clanIds: string[]) {
  const { rowCount } = await world.database.pool.query(
    "update webhook_deliveries set claimed_until = now() where claimed_until > now() and clan_id = any($1)",
    [clanIds],
  );
  await world.database.pool.query(
    "update pgboss.job set start_after = now() where name = 'deliver-webhook' and data -> 'isRescue' is not null and state = 'created' and data ->> 'clanId' = any($1)",
    [clanIds],
  );
  await pollQueueNow();
  return rowCount;
}

/** A new job without an effect: the instances poll the queue now and not only after ten seconds. */
async function pollQueueNow() {
  const payload = { clanId: crypto.randomUUID(), deliveryId: crypto.randomUUID(), isRescue: true } as const;
  await world.db.transaction().execute((tx) => enqueue(tx, "deliver-webhook", payload));
}

test(
  "of two instances one is killed while its messages are on the way, and the other posts them: each is there once",
  async () => {
    const contexts = await Promise.all([1, 2, 3].map(() => openWebhook(world, doors.doomed)));
    const second = await Promise.all(contexts.map((context) => connect(world, doors.doomed, context)));
    const clanIds = contexts.map(({ clan }) => clan.id);
    const channels = [...contexts, ...second].map(({ channel }) => channel);
    const count = () => channels.reduce((sum, { messages }) => sum + messages.length, 0);

    const doomed = await start(doors.doomed);
    for (const clanId of clanIds) await announceJoin(world, clanId);
    await vi.waitFor(() => expect(count()).toBe(6), soon);
    await start(doors.heir);
    const mayGoOn = Promise.withResolvers<void>();
    const before = doors.doomed.requests.length;
    doors.doomed.next.push(...Array.from({ length: parallel }, () => moods.silent));
    doors.heir.next.push(moods.plain, moods.plain, moods.plain);
    doors.heir.next.push(...Array.from({ length: parallel - 3 }, () => moods.patient(mayGoOn.promise)));
    await announceJoins(clanIds, 7);
    await vi.waitFor(() => {
      expect(doors.doomed.requests.length - before).toBe(parallel);
      expect(doors.heir.requests).toHaveLength(parallel);
    }, soon);
    expect(count()).toBe(6 + 3);
    await doomed.kill();
    mayGoOn.resolve();

    await vi.waitFor(async () => {
      const left = (await listDeliveries(clanIds)).filter(({ state }) => state !== "sent");
      expect(left).toHaveLength(parallel);
    }, soon);
    expect(await letClaimsRunOut(clanIds)).toBe(parallel);
    await vi.waitFor(async () => {
      expect((await listDeliveries(clanIds)).every(({ state }) => state === "sent")).toBe(true);
    }, soon);

    const deliveries = await listDeliveries(clanIds);
    const posted = channels.flatMap(({ messages }) => messages.map(({ id }) => id));
    expect(deliveries).toHaveLength(48);
    expect(posted).toHaveLength(48);
    expect(new Set(posted)).toEqual(new Set(deliveries.map(({ message_id }) => message_id)));
    for (const { messages } of channels) {
      expect(new Set(messages.map(({ embeds }) => embeds[0]?.description)).size).toBe(8);
      expect(messages.every(({ edits }) => edits === 0)).toBe(true);
    }
    expect(deliveries.filter(({ attempts }) => attempts === 2)).toHaveLength(parallel);
  },
  limit,
);

test(
  "a message that Discord took just before the instance was killed is posted a second time, and never lost",
  async () => {
    const { clan, channel, deliveries } = await openWebhook(world, doors.doomed);
    const doomed = await start(doors.doomed);
    doors.doomed.afterthought = () => undefined;
    await announceJoin(world, clan.id);
    await vi.waitFor(() => expect(channel.messages).toHaveLength(1), soon);
    await doomed.kill();
    expect(await deliveries()).toMatchObject([{ state: "waiting", message_id: null, attempts: 1 }]);

    await start(doors.heir);
    expect(await letClaimsRunOut([clan.id])).toBe(1);
    await vi.waitFor(async () => expect(await deliveries()).toMatchObject([{ state: "sent", attempts: 2 }]), soon);
    const [lost, kept] = channel.messages;
    expect(channel.messages).toHaveLength(2);
    expect(lost?.embeds[0]?.description).toBe(kept?.embeds[0]?.description);
    expect(await deliveries()).toMatchObject([{ message_id: kept?.id }]);
  },
  limit,
);
