import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startJobs } from "../../jobs/start-jobs.ts";
import { moods, startFakeDiscordWebhooks } from "../../testing/fake-discord-webhooks.ts";
import { createTestHandlers } from "../../testing/job-handlers.ts";
import { recordedLog } from "../../testing/recorded-log.ts";
import { announceJoin, connect, type FakeDiscord, openWebhook } from "../../testing/webhooks.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

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

test("F18: one of thirty channels that does not answer holds up none of the others", async () => {
  const clans = await Promise.all([1, 2, 3].map(() => openWebhook(world, discord)));
  const others = clans.flatMap((clan) => Array.from({ length: 9 }, () => connect(world, discord, clan)));
  const webhooks = [...clans, ...(await Promise.all(others))];
  expect(webhooks).toHaveLength(30);
  const unanswered = Promise.withResolvers<void>();
  discord.next.push(moods.patient(unanswered.promise));
  for (const { clan } of clans) expect(await announceJoin(world, clan.id)).toBe(10);

  const log = recordedLog();
  const handlers = await createTestHandlers(world.db, log, { discordApi: discord.api });
  const jobs = await startJobs({ connection: world.database.connection, log, handlers });
  const silent = () => webhooks.filter(({ channel }) => channel.messages.length === 0);
  const soon = { timeout: 15_000, interval: 25 };
  await vi.waitFor(() => expect(silent()).toHaveLength(1), soon);
  // Its first try is still under way, so all others were posted before anybody gave up on it.
  const [waiting] = (await silent()[0]?.deliveries()) ?? [];
  expect(waiting).toMatchObject({ state: "waiting", attempts: 1, problem: null, claimed_until: expect.any(Date) });
  unanswered.resolve();
  await vi.waitFor(() => expect(silent()).toEqual([]), soon);
  await jobs.stop();
  expect(discord.requests).toHaveLength(30);
}, 60_000);
