import { afterAll, beforeAll, expect, test } from "vitest";
import { openBoard } from "../../testing/board-results.ts";
import { measureCrowding } from "../../testing/crowding.ts";
import { openEntries } from "../../testing/entries.ts";
import { type DiscordWorld, openDiscordWorld, toDeliveryApp } from "../../testing/fake-discord-app.ts";
import { sharedWorkers } from "../../testing/test-app.ts";
import { createDeliveryDeps } from "../../testing/webhooks.ts";
import type { DiscordBot } from "../webhooks/index.ts";
import { readInteraction } from "./interaction.ts";
import { createResponder } from "./respond.ts";

let opened: DiscordWorld;
beforeAll(async () => {
  opened = await openDiscordWorld();
});
afterAll(() => opened.close());

test("an instance that stops first sends what it announced, and waits for it no longer than it may", async () => {
  const { discord, world } = opened;
  const board = await openBoard(world);
  const { guildId, channelId } = await opened.connect(board.clan, board.owner);
  const person = await opened.link(board.owner);
  const other = await opened.openBeside();
  const before = discord.edits().length;
  // Discord takes its time with the edit.
  let isAnswered = false;
  discord.next.push((response) => {
    setTimeout(() => {
      isAnswered = true;
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    }, 700);
  });
  const sent = { name: "board", options: { show: "me" }, guildId, channelId };
  expect((await discord.interact(other, person, sent)).json()).toMatchObject({ type: 5 });
  await other.close();
  expect(discord.edits().length).toBe(before + 1);
  expect(isAnswered).toBe(true);

  // Discord never answers the edit.
  const bot: DiscordBot = {
    app: toDeliveryApp(discord),
    call: () => new Promise(() => undefined),
    findStop: () => null,
  };
  const { readBoard, ...deps } = createDeliveryDeps(world, discord);
  const responder = createResponder({ ...deps, bot, readBoard, workers: sharedWorkers() });
  const interaction = readInteraction(Buffer.from(discord.signed(person, sent).body));
  if (!interaction) throw new Error("nothing was read");
  const answer = await responder.respond({ interaction, requestId: "r", now: new Date() });
  expect(answer).toMatchObject({ type: 5 });
  const began = performance.now();
  await responder.settle(200);
  expect(performance.now() - began).toBeLessThan(2_000);
});

test("under load every interaction is answered or announced in time, and none of them twice", async () => {
  const { discord, world } = opened;
  const instances = [await opened.openBeside(), await opened.openBeside()];
  const { clan, owner, member } = await openEntries(world, { name: "Raids", entry_by: "members" });
  const { guildId, channelId } = await opened.connect(clan, owner);
  const person = await opened.link(member);
  const addresses = await Promise.all(
    instances.map((instance) => instance.app.server.listen({ port: 0, host: "127.0.0.1" })),
  );
  const crowdingBefore = measureCrowding(100);
  // The database is busy with something else: nobody gets a connection for two seconds and a half.
  const busy = instances.flatMap((instance) =>
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
  const crowding = Math.max(crowdingBefore, measureCrowding(100));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  expect(times[198]).toBeLessThan(3_000 * crowding);
  // One in a hundred may be answered right before it would have been announced.
  expect(answers.filter(({ type, ms }) => type !== 5 && ms > 1_500 * crowding).length).toBeLessThanOrEqual(2);
  expect(answers.filter(({ type }) => type === 5).length).toBeGreaterThan(0);
  const once = discord.signed(discord.person(), { name: "help", guildId, channelId });
  const send = (address: string | undefined) =>
    fetch(`${address}/api/discord/interactions`, { method: "POST", ...once });
  const statuses = [(await send(addresses[0])).status, (await send(addresses[1])).status];
  expect(statuses).toEqual([200, 409]);
  await Promise.all(instances.map((instance) => instance.close()));
}, 60_000);
