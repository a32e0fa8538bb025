import { afterAll, beforeAll, expect, test } from "vitest";
import { openEntries } from "../../testing/entries.ts";
import { connectTo, type FakeDiscordApp, linkTo, startFakeDiscordApp } from "../../testing/fake-discord-app.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

let discord: FakeDiscordApp;
let world: TestApp;
beforeAll(async () => {
  discord = await startFakeDiscordApp();
  world = await createTestApp({ env: discord.env });
});
afterAll(async () => {
  await world.close();
  await discord.close();
});

test("under load every interaction is answered or announced in time, and none of them twice", async () => {
  const other = await createTestApp({ beside: world, env: discord.env });
  const { clan, owner, member } = await openEntries(world, { name: "Raids", entry_by: "members" });
  const { guildId, channelId } = await connectTo(discord, world, clan, owner);
  const person = await linkTo(discord, world, member);
  const addresses = await Promise.all(
    [world, other].map((instance) => instance.app.server.listen({ port: 0, host: "127.0.0.1" })),
  );
  // The database is busy with something else: nobody gets a connection for two seconds and a half.
  const busy = [world, other].flatMap((instance) =>
    Array.from({ length: 10 }, () => instance.database.pool.query("select pg_sleep(2.5)")),
  );
  const calls = Array.from({ length: 200 }, (_, index) => {
    const asker = index % 2 === 0 ? person : discord.person();
    const name = ["me", "today", "rank", "help"][index % 4] ?? "me";
    return discord.signed(asker, { name, guildId, channelId });
  });
  const answers = await Promise.all(
    calls.map(async (call, index) => {
      const started = performance.now();
      const answer = await fetch(`${addresses[index % 2]}/api/discord/interactions`, { method: "POST", ...call });
      const { type } = (await answer.json()) as { type: number };
      return { status: answer.status, type, ms: performance.now() - started };
    }),
  );
  await Promise.all(busy);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  expect(times[198]).toBeLessThan(3_000);
  // One in a hundred may be answered right before it would have been announced.
  expect(answers.filter(({ type, ms }) => type !== 5 && ms > 1_500).length).toBeLessThanOrEqual(2);
  expect(answers.filter(({ type }) => type === 5).length).toBeGreaterThan(0);
  const once = discord.signed(discord.person(), { name: "help", guildId, channelId });
  const send = (address: string | undefined) =>
    fetch(`${address}/api/discord/interactions`, { method: "POST", ...once });
  const statuses = [(await send(addresses[0])).status, (await send(addresses[1])).status];
  expect(statuses).toEqual([200, 409]);
  await other.close();
}, 60_000);
