import { afterAll, beforeAll, expect, test } from "vitest";
import { startFakeDiscordWebhooks } from "../../testing/fake-discord-webhooks.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { announceJoin, type FakeDiscord, createDeliveryDeps, openWebhook } from "../../testing/webhooks.ts";
import { deliverWebhook, requeueDeliveries } from "./deliver.ts";

let discord: FakeDiscord;
let world: TestApp;
beforeAll(async () => {
  discord = await startFakeDiscordWebhooks();
  world = await createTestApp({ env: { DISCORD_API: discord.api } });
});
afterAll(async () => {
  await world.close();
  await discord.close();
});

async function listJobs() {
  const { rows } = await world.database.pool.query<{ data: { clanId: string; deliveryId: string } }>(
    "select data from pgboss.job where name = 'deliver-webhook' and state = 'created' order by created_on",
  );
  return rows.map(({ data }) => data);
}

/** What a restore does to the queue. */
const loseJobs = () => world.database.pool.query("delete from pgboss.job where name = 'deliver-webhook'");

test("a clan's message that was waiting when the queue was lost is posted after the next start, once", async () => {
  const deps = createDeliveryDeps(world, discord);
  const { clan, channel, deliveries } = await openWebhook(world, discord);
  await announceJoin(world, clan.id);
  expect(await requeueDeliveries(world.db)).toBe(0);

  await loseJobs();
  expect(await requeueDeliveries(world.db)).toBe(1);
  expect(await requeueDeliveries(world.db)).toBe(0);
  const jobs = await listJobs();
  expect(jobs).toEqual([{ clanId: clan.id, deliveryId: (await deliveries())[0]?.id }]);
  for (const job of jobs) await deliverWebhook(deps, job);
  expect(channel.messages).toHaveLength(1);

  await loseJobs();
  expect(await requeueDeliveries(world.db)).toBe(0);
});
