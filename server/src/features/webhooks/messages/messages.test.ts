import type { WebhookEvent } from "@clanhall/contract/webhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { queueWebhook } from "../../../outbox/queue.ts";
import { addActivity } from "../../../testing/activities.ts";
import { openBoard } from "../../../testing/board-results.ts";
import { daysAgo } from "../../../testing/entries.ts";
import { startFakeDiscordWebhooks } from "../../../testing/fake-discord-webhooks.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { connect, type FakeDiscord, createDeliveryDeps, openWebhook } from "../../../testing/webhooks.ts";
import { queueSummaries } from "../summaries.ts";

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

async function openBulletin(fields: object = {}) {
  const context = await openWebhook(world, discord);
  const { id } = await world.db
    .insertInto("bulletins")
    .values({
      clan_id: context.clan.id,
      title: "Raid *tonight*",
      content: "<p>Bring <b>torches</b>.</p>",
      publish_at: new Date(Date.now() - 1_000),
      ...fields,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const queue = () =>
    world.db.transaction().execute((tx) => {
      const facts = { bulletin_id: id };
      return queueWebhook(tx, { clanId: context.clan.id, event: "bulletin", subject: id, facts });
    });
  return { ...context, id, queue };
}

test("a bulletin is posted with its title and text, and edited when they change", async () => {
  const { queue, channel, deliverAll, id, listed } = await openBulletin();
  await queue();
  await deliverAll(deps);
  expect(channel.messages).toMatchObject([
    {
      embeds: [
        {
          title: String.raw`Raid \*tonight\*`,
          description: "Bring torches.",
          url: expect.stringMatching(/^https:\/\/hall\.clan\.test\/bulletins\?clan=.{36}&bulletin=.{36}$/),
          footer: { text: "Night Owls" },
        },
      ],
      allowed_mentions: { parse: [] },
      pictureBytes: 0,
    },
  ]);
  await world.db.updateTable("bulletins").set({ title: "Raid is off" }).where("id", "=", id).execute();
  await queue();
  await deliverAll(deps);
  expect(channel.messages).toMatchObject([{ edits: 1, embeds: [{ title: "Raid is off" }] }]);
  expect(await listed()).toMatchObject([{ event: "bulletin", subject: "Raid is off", state: "sent" }]);
});

test("a warning is posted when its writer wants it, and not once it was taken back", async () => {
  const { clan, owner, channel, deliverAll, listed } = await openWebhook(world, discord);
  const { memberId } = await world.memberOf(clan, "member");
  const path = `/api/clans/${clan.id}/members/${memberId}/warnings`;
  await owner.send("POST", path, { message: "Please *catch* up" });
  const { id } = (await owner.send("POST", path, { message: "A mistake", post: true })).json();
  await owner.send("DELETE", `/api/clans/${clan.id}/warnings/${id}`);
  await owner.send("POST", path, { message: "Please *catch* up", post: true });
  await deliverAll(deps);
  expect(channel.messages).toMatchObject([
    { embeds: [{ title: "Warning", description: expect.stringContaining(String.raw`Please \*catch\* up`) }] },
  ]);
  const states = (await listed()).map(({ event, state }: { event: string; state: string }) => `${event} ${state}`);
  expect(states.toSorted()).toEqual(["warning sent", "warning skipped"]);
});

test("that a member asks for something is posted without their name, and nothing once it is withdrawn", async () => {
  const { clan, channel, deliverAll } = await openWebhook(world, discord, { events: ["request"] });
  const member = await world.memberOf(clan, "member");
  const path = `/api/clans/${clan.id}/requests`;
  const on = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const ask = async (ago: number) =>
    (await member.send("POST", path, { kind: "away", from: on(ago), to: on(ago), reason: "Exams" })).json().id;
  await ask(3);
  await member.send("DELETE", `${path}/${await ask(5)}`);
  await deliverAll(deps);
  expect(channel.messages).toMatchObject([{ embeds: [{ title: "A request to decide" }] }]);
  expect(JSON.stringify(channel.messages)).not.toContain("Exams");
});

test("a request that was settled, and one to join that ran out, are not posted any more", async () => {
  const { clan, owner, channel, deliverAll } = await openWebhook(world, discord, {
    events: ["request", "join_request"],
  });
  const member = await world.memberOf(clan, "member");
  const path = `/api/clans/${clan.id}`;
  await member.send("POST", `${path}/requests`, { kind: "away", from: daysAgo(3), to: daysAgo(3) });
  await world.db.updateTable("clan_members").set({ status: "inactive" }).where("id", "=", member.memberId).execute();
  const { id } = await world.db
    .insertInto("join_requests")
    .values({ clan_id: clan.id, user_id: (await world.user()).userId, name: "Nia", expires_at: new Date() })
    .returning("id")
    .executeTakeFirstOrThrow();
  const facts = { request_id: id };
  await world.db
    .transaction()
    .execute((tx) => queueWebhook(tx, { clanId: clan.id, event: "join_request", subject: id, facts }));
  await deliverAll(deps);
  expect(channel.messages).toEqual([]);
  expect((await owner.get(`${path}/requests`)).json()).toMatchObject({ items: [] });
});

test.each([
  ["was deleted", { deleted_at: new Date() }],
  ["is a draft", { publish_at: null }],
  ["is not out yet", { publish_at: new Date(Date.now() + 3_600_000) }],
  ["has run out", { publish_at: new Date(Date.now() - 10_000), expires_at: new Date(Date.now() - 5_000) }],
])("a bulletin that %s is not posted", async (_, fields) => {
  const { queue, channel, deliverAll, listed } = await openBulletin(fields);
  await queue();
  expect(await deliverAll(deps)).toEqual([]);
  expect(channel.messages).toEqual([]);
  expect(await listed()).toMatchObject([{ state: "skipped", problem: "There was nothing left to post." }]);
});

async function openDays(events: WebhookEvent[]) {
  const board = await openBoard(world);
  const webhook = await connect(world, discord, board, { events });
  const created_at = new Date("2020-01-01T00:00:00Z");
  await world.db.updateTable("webhooks").set({ created_at }).where("id", "=", webhook.webhook.id).execute();
  return { ...board, ...webhook };
}

test("a day's summary says how much is in, who did best and who is missing most", async () => {
  const { enter, owner, kara, clan, channel, deliverAll, listed } = await openDays(["daily_summary"]);
  await addActivity(world.db, clan.id, { name: "Feasts" });
  await enter(kara, 1_200, 1);
  await enter(owner, 7, 1);
  await world.db
    .updateTable("users")
    .set({ privacy: JSON.stringify({ public_name: "hidden" }) })
    .where("id", "=", owner.userId)
    .execute();
  const now = new Date(`${daysAgo(0)}T00:02:00Z`);
  await queueSummaries(world.db, deps.log, now);
  await deliverAll(deps, now);
  const [message] = channel.messages;
  expect(message?.embeds[0]?.title).toMatch(/^Summary of \d{1,2} \w{3} \d{4}$/);
  expect(message?.embeds[0]?.description).toBe(
    [
      "**2 of 6** values are in.",
      "",
      "**Most points**",
      "**1.** Kara Moon · 1,200 points",
      "**2.** Hidden player · 7 points",
      "",
      "**Most missing**",
      "Tom Hill · 2 values",
      "Kara Moon · 1 value",
    ].join("\n"),
  );
  expect((await listed()).at(-1)).toMatchObject({ event: "daily_summary", state: "sent" });
});

test("a week's summary adds up its days", async () => {
  const { enter, kara, tom, channel, deliverAll, clan } = await openDays(["weekly_summary"]);
  const turn = new Date(`${daysAgo(0)}T00:00:00Z`);
  const days = { week_start: turn.getUTCDay() || 7, late_days: 14 };
  await world.db.updateTable("clans").set(days).where("id", "=", clan.id).execute();
  await enter(tom, 10, 7);
  await enter(tom, 20, 1);
  await enter(kara, 5, 3);
  await queueSummaries(world.db, deps.log, turn);
  await deliverAll(deps, turn);
  const [week] = channel.messages;
  expect(week?.embeds[0]?.title).toMatch(/^Week of \d/);
  expect(week?.embeds[0]?.description).toBe(
    [
      "**3 of 21** values are in.",
      "",
      "**Most points**",
      "**1.** Tom Hill · 30 points",
      "**2.** Kara Moon · 5 points",
      "",
      "**Most missing**",
      "Ann Olsson · 7 values",
      "Kara Moon · 6 values",
      "Tom Hill · 5 values",
    ].join("\n"),
  );
});

test("a reminder names who is missing, and none is posted when nobody is", async () => {
  const { enter, owner, kara, channel, deliverAll, listed } = await openDays(["reminder"]);
  await enter(owner, 1);
  await enter(kara, 1);
  const evening = new Date(`${daysAgo(0)}T22:30:00Z`);
  await queueSummaries(world.db, deps.log, evening);
  await deliverAll(deps, evening);
  const ends = Date.parse(`${daysAgo(-1)}T00:00:00Z`) / 1000;
  expect(channel.messages).toMatchObject([{ embeds: [{ title: "Values are missing" }] }]);
  const text = channel.messages[0]?.embeds[0]?.description;
  expect(text).toMatch(/^One player has values missing for \d{1,2} \w{3} \d{4}\. /);
  expect(text).toContain(`The day ends <t:${ends}:R>.\n\nTom Hill`);

  const other = await openDays(["reminder"]);
  for (const who of [other.owner, other.kara, other.tom]) await other.enter(who, 1);
  await queueSummaries(world.db, deps.log, evening);
  await other.deliverAll(deps, evening);
  expect(other.channel.messages).toEqual([]);
  expect(await other.listed()).toMatchObject([{ event: "reminder", state: "skipped" }]);
  expect((await listed())[0]).toMatchObject({ event: "reminder", state: "sent" });
});

test("a clan of which nothing is asked gets no messages about its days", async () => {
  const { channel, deliverAll, activityId } = await openDays(["daily_summary", "weekly_summary", "reminder"]);
  await world.db.updateTable("activities").set({ end_date: "2020-01-01" }).where("id", "=", activityId).execute();
  for (const time of ["00:02", "23:00"]) {
    const now = new Date(`${daysAgo(0)}T${time}:00Z`);
    await queueSummaries(world.db, deps.log, now);
    await deliverAll(deps, now);
  }
  expect(channel.messages).toEqual([]);
});

test("a board that is posted shows its first five and its picture; posted again that day, it is brought up to date", async () => {
  const { enter, owner, kara, tom, boardId, channel, deliverAll, clan } = await openDays(["scoreboard"]);
  await enter(kara, 40);
  await enter(tom, 30);
  const post = () => owner.send("POST", `/api/scoreboards/${boardId}/post`);
  expect((await post()).json()).toEqual({ webhooks: 1 });
  await deliverAll(deps);
  const [message] = channel.messages;
  expect(message?.embeds[0]).toMatchObject({
    title: "Top raiders",
    url: `https://hall.clan.test/scoreboards?clan=${clan.id}`,
    image: { url: "attachment://scoreboard.png" },
  });
  expect(message?.embeds[0]?.description).toMatch(
    /^Standings · .+\n\n\*\*1\.\*\* Kara Moon · 40\n\*\*2\.\*\* Tom Hill · 30\n\*\*3\.\*\* Ann Olsson · 0$/,
  );
  expect(message).toMatchObject({ attachments: [{ id: 0, filename: "scoreboard.png" }] });
  expect(message?.pictureBytes).toBeGreaterThan(5_000);

  const shared = (await owner.send("POST", `/api/scoreboards/${boardId}/share`)).json();
  await post();
  await deliverAll(deps);
  expect(channel.messages).toMatchObject([
    { edits: 1, embeds: [{ url: `https://hall.clan.test/scoreboard/${shared.share_token}` }] },
  ]);
  const { items } = (await owner.get(`/api/clans/${clan.id}/audit?action=scoreboard.post`)).json();
  expect(items).toMatchObject([{ after: { webhooks: 1 } }, { target: "Top raiders", after: { webhooks: 1 } }]);
});
