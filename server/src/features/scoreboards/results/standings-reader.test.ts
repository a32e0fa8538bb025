import { afterAll, beforeAll, expect, test } from "vitest";
import { addActivity } from "../../../testing/activities.ts";
import { openBoard } from "../../../testing/board-results.ts";
import { daysAgo } from "../../../testing/entries.ts";
import { startFakeDiscordWebhooks } from "../../../testing/fake-discord-webhooks.ts";
import { recordedLog } from "../../../testing/recorded-log.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { connect, type FakeDiscord, createDeliveryDeps } from "../../../testing/webhooks.ts";
import { freezeScoreboards } from "./freeze.ts";

let discord: FakeDiscord;
let world: TestApp;
let deps: ReturnType<typeof createDeliveryDeps>;
beforeAll(async () => {
  discord = await startFakeDiscordWebhooks();
  world = await createTestApp({ env: { DISCORD_API: discord.api } });
  deps = createDeliveryDeps(world, discord);
});
afterAll(async () => {
  await world.close();
  await discord.close();
});

test("a board that an owner ends is posted with its final result, and edited when it ends again", async () => {
  const context = await openBoard(world);
  const { channel, deliverAll, listed } = await connect(world, discord, context, { events: ["scoreboard"] });
  await context.enter(context.kara, 40);
  const act = (verb: string) => context.owner.send("POST", `${context.url}/${verb}`);
  expect((await act("end")).statusCode).toBe(200);
  await deliverAll(deps);
  await act("reopen");
  await context.enter(context.tom, 90);
  await act("end");
  await deliverAll(deps);
  expect(channel.messages).toMatchObject([{ edits: 1 }]);
  expect(channel.messages[0]?.embeds[0]?.description).toMatch(/^Final result · .+\n\n\*\*1\.\*\* Tom Hill · 90\n/);
  expect(await listed()).toMatchObject([{ event: "scoreboard", subject: "Top raiders", state: "sent" }]);
});

test("weeks that end by themselves are posted, and those of long ago are not", async () => {
  const context = await openBoard(world, { period: { kind: "weekly" }, running_from: "2026-09-07" });
  const { channel, deliverAll, deliveries } = await connect(world, discord, context, { events: ["scoreboard"] });
  const now = new Date("2026-10-05T00:05:00Z");
  await freezeScoreboards(world.db, recordedLog(), now);
  await freezeScoreboards(world.db, recordedLog(), now);
  expect(await deliveries()).toMatchObject([{ facts: { scoreboard_id: context.boardId, period: "2026-09-28" } }]);
  await deliverAll(deps, now);
  expect(channel.messages[0]?.embeds[0]?.description).toContain("Final result · 28 Sep – 4 Oct 2026");
});

test("a board that ends with its last day is posted", async () => {
  const period = { kind: "fixed", from: daysAgo(40), to: daysAgo(20) } as const;
  const context = await openBoard(world, { period, ends_by_itself: true });
  const { channel, deliverAll } = await connect(world, discord, context, { events: ["scoreboard"] });
  await world.db.updateTable("clans").set({ late_days: 14 }).where("id", "=", context.clan.id).execute();
  await freezeScoreboards(world.db, recordedLog());
  await deliverAll(deps);
  expect(channel.messages).toMatchObject([{ embeds: [{ title: "Top raiders" }] }]);
});

test("an archived or deleted board is not posted", async () => {
  const context = await openBoard(world);
  const { channel, deliverAll } = await connect(world, discord, context, { events: ["scoreboard"] });
  const post = () => context.owner.send("POST", `${context.url}/post`);
  await post();
  await context.owner.send("POST", `${context.url}/archive`);
  expect((await post()).statusCode).toBe(409);
  await deliverAll(deps);
  expect(channel.messages).toEqual([]);
  await context.owner.send("DELETE", context.url);
  expect((await post()).statusCode).toBe(404);
});

test("a board with a passcode is posted without what the passcode guards", async () => {
  const context = await openBoard(world);
  const { channel, deliverAll } = await connect(world, discord, context, { events: ["scoreboard"] });
  await context.enter(context.kara, 40);
  await context.owner.send("POST", `${context.url}/share`, { passcode: "seven owls" });
  await context.owner.send("POST", `${context.url}/post`);
  await deliverAll(deps);
  const [message] = channel.messages;
  expect(message).toMatchObject({ attachments: [], embeds: [{ title: "Top raiders" }] });
  expect(message?.embeds[0]?.description).toMatch(/^Standings · .+\n\nProtected by a passcode\.$/);
});

test("a maintainer posts a board, a member does not", async () => {
  const context = await openBoard(world);
  const maintainer = await world.memberOf(context.clan, "maintainer");
  expect((await maintainer.send("POST", `${context.url}/post`)).json()).toEqual({ webhooks: 0 });
  expect((await context.kara.send("POST", `${context.url}/post`)).statusCode).toBe(403);
});

test("M6: a post counts public activities alone and says so; without any there is none", async () => {
  const context = await openBoard(world);
  const secret = await addActivity(world.db, context.clan.id, { name: "Spying", is_public: false });
  const activities = [context.activityId, secret].map((activity_id) => ({ activity_id, weight: 1 }));
  await context.change({ activities: JSON.stringify(activities) });
  const { channel, deliverAll } = await connect(world, discord, context, { events: ["scoreboard"] });
  await context.enter(context.kara, 5);
  await context.enter(context.tom, 900, 0, secret);
  await context.owner.send("POST", `${context.url}/post`);
  await deliverAll(deps);
  const text = channel.messages[0]?.embeds[0]?.description ?? "";
  expect(text).toContain("**1.** Kara Moon · 5\n");
  expect(text).toMatch(/\n\n1 activity is not counted here\.$/);
  expect(text).not.toContain("900");

  await world.db.updateTable("activities").set({ is_public: false }).where("clan_id", "=", context.clan.id).execute();
  await context.owner.send("POST", `${context.url}/end`);
  await deliverAll(deps);
  expect(channel.messages).toHaveLength(1);
});
