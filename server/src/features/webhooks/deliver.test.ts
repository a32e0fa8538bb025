import { afterAll, beforeAll, expect, test } from "vitest";
import { queueWebhook } from "../../outbox/queue.ts";
import { afterthoughts, moods, startFakeDiscordWebhooks } from "../../testing/fake-discord-webhooks.ts";
import { untilWaitingForLock } from "../../testing/locks.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import {
  addJoined,
  announceJoin,
  connect,
  type FakeDiscord,
  createDeliveryDeps,
  openWebhook,
} from "../../testing/webhooks.ts";
import { deleteOldDeliveries, deliverWebhook } from "./deliver.ts";
import { claimDelivery } from "./deliveries.queries.ts";
import { recordDeliveryResult } from "./settle.ts";

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

/** No answer ever comes, so that any timeout will do. */
const timeoutMs = 300;
const secondsFromNow = (seconds: number) => new Date(Date.now() + seconds * 1000);

/** The jobs that wait for a delivery, and when each may start; rescues are listed apart. */
async function listJobs(deliveryId: string, rescue: "is null" | "is not null" = "is null") {
  const { rows } = await world.database.pool.query<{ wait: number; data: unknown }>(
    `select extract(epoch from start_after - now())::int as wait, data from pgboss.job where name = 'deliver-webhook' and data ->> 'deliveryId' = $1 and data -> 'isRescue' ${rescue} order by created_on`,
    [deliveryId],
  );
  return rows;
}

/** As if its time were over. */
async function endClaim(deliveryId: string) {
  const claimed_until = secondsFromNow(-1);
  await world.db.updateTable("webhook_deliveries").set({ claimed_until }).where("id", "=", deliveryId).execute();
}

test("a channel gets only the events it wants, each once", async () => {
  const context = await openWebhook(world, discord, { events: ["member_joined"] });
  const deaf = await connect(world, discord, context, { events: ["bulletin"] });
  const off = await connect(world, discord, context);
  await context.owner.send("PATCH", off.url, { version: 1, is_active: false });
  expect(await announceJoin(world, context.clan.id)).toBe(1);
  for (const webhook of [context, deaf, off]) await webhook.deliverAll(deps);
  expect([context, deaf, off].map(({ channel }) => channel.messages.length)).toEqual([1, 0, 0]);
  expect(await context.listed()).toMatchObject([{ event: "member_joined", state: "sent", status: 200, attempts: 1 }]);
  const [row] = await context.deliveries();
  expect(await listJobs(row?.id ?? "")).toMatchObject([{ data: { clanId: context.clan.id, deliveryId: row?.id } }]);
});

test("a clan that is archived stays silent", async () => {
  const { clan } = await openWebhook(world, discord);
  await world.db.updateTable("clans").set({ archived_at: new Date() }).where("id", "=", clan.id).execute();
  expect(await announceJoin(world, clan.id)).toBe(0);
});

test("what is asked for again is edited, with what is true then", async () => {
  const { clan, channel, deliverAll, deliveries } = await openWebhook(world, discord);
  const member = await addJoined(world, clan.id, "Kara");
  for (const name of ["Kara", "Kara the Bold"]) {
    await world.db.updateTable("clan_members").set({ name }).where("id", "=", member).execute();
    await announceJoin(world, clan.id, "her invite", member);
    expect(await deliverAll(deps)).toEqual([]);
  }
  expect(channel.messages).toMatchObject([
    { edits: 1, embeds: [{ description: "**Kara the Bold** has joined Night Owls." }] },
  ]);
  expect(await deliveries()).toMatchObject([{ state: "sent", wanted: 2, delivered: 2 }]);
});

test("what changes while its message is on the way is sent once more", async () => {
  const { clan, channel, deliverAll, deliveries } = await openWebhook(world, discord);
  const member = await addJoined(world, clan.id);
  await announceJoin(world, clan.id, "invite", member);
  discord.afterthought = (response, message) => {
    discord.afterthought = afterthoughts.plain;
    void announceJoin(world, clan.id, "invite", member).then(() => afterthoughts.plain(response, message));
  };
  await deliverAll(deps);
  expect(await deliveries()).toMatchObject([{ state: "waiting", wanted: 2, delivered: 1, claimed_until: null }]);
  await deliverAll(deps);
  expect(await deliveries()).toMatchObject([{ state: "sent", wanted: 2, delivered: 2 }]);
  expect(channel.messages).toMatchObject([{ edits: 1 }]);
});

test("a message that somebody has deleted at Discord is posted anew, and the webhook stays on", async () => {
  const { clan, channel, deliverAll, getWebhook } = await openWebhook(world, discord);
  const member = await addJoined(world, clan.id);
  await announceJoin(world, clan.id, "invite", member);
  await deliverAll(deps);
  channel.messages.length = 0;
  await announceJoin(world, clan.id, "invite", member);
  await deliverAll(deps);
  expect(channel.messages).toMatchObject([{ edits: 0 }]);
  expect(await getWebhook()).toMatchObject({ is_active: true });
});

test.each(["body", "header"] as const)(
  "when Discord asks in its %s to wait, it is waited for and nobody failed",
  async (as) => {
    const { clan, channel, deliverAll, deliveries, webhook } = await openWebhook(world, discord);
    await announceJoin(world, clan.id);
    discord.next.push(moods.busy(120, as));
    expect(await deliverAll(deps)).toEqual([]);
    const [row] = await deliveries();
    expect(row).toMatchObject({ state: "waiting", attempts: 0, status: 429, claimed_until: null });
    const [, later] = await listJobs(row?.id ?? "");
    expect(later?.wait).toBeGreaterThan(100);
    expect(later?.wait).toBeLessThanOrEqual(120);
    await deliverAll(deps, secondsFromNow(121));
    expect(channel.messages).toHaveLength(1);
    const stored = world.db.selectFrom("webhooks").select("failures").where("id", "=", webhook.id);
    expect(await stored.executeTakeFirst()).toEqual({ failures: 0 });
  },
);

test.each([
  ["answers 500", moods.status(500), {}, { status: 500, problem: "Discord answered 500." }],
  ["hangs up", moods.dropped, {}, { status: null, problem: "Discord could not be reached." }],
  ["never answers", moods.silent, { timeoutMs }, { status: null, problem: "Discord did not answer in time." }],
])("while Discord %s, a message is tried eight times and then given up", async (_, mood, options, result) => {
  const { clan, deliverAll, deliveries, channel } = await openWebhook(world, discord);
  await announceJoin(world, clan.id);
  for (let tries = 1; tries <= 8; tries += 1) {
    discord.next.push(mood);
    expect(await deliverAll({ ...deps, ...options })).toHaveLength(tries < 8 ? 1 : 0);
    expect(await deliveries()).toMatchObject([{ state: tries < 8 ? "waiting" : "failed", attempts: tries, ...result }]);
  }
  expect(channel.messages).toEqual([]);
});

test.each([
  ["says nothing", afterthoughts.empty, {}],
  ["breaks off in the middle of the body", afterthoughts.brokenJson, {}],
  ["never stops talking", afterthoughts.endless, {}],
  ["stops in the middle", afterthoughts.stuck, { timeoutMs: 3_000 }],
])("a message that Discord took is sent, also when Discord %s", async (_, afterthought, options) => {
  const { clan, deliverAll, deliveries, channel } = await openWebhook(world, discord);
  await announceJoin(world, clan.id);
  discord.afterthought = afterthought;
  expect(await deliverAll({ ...deps, ...options })).toEqual([]);
  discord.afterthought = afterthoughts.plain;
  expect(await deliveries()).toMatchObject([{ state: "sent", message_id: null }]);
  await deliverAll(deps);
  expect(channel.messages).toHaveLength(1);
});

test("F18: a redirect to the address where clouds keep their secrets is an answer like any other refusal", async () => {
  const { clan, deliverAll, deliveries } = await openWebhook(world, discord);
  await announceJoin(world, clan.id);
  discord.next.push(moods.redirect("http://169.254.169.254/latest/meta-data/"));
  expect(await deliverAll(deps)).toEqual([]);
  expect(await deliveries()).toMatchObject([{ state: "failed", status: 302, attempts: 1 }]);
});

test("S53: a redirect is followed nowhere", async () => {
  const canary = await startFakeDiscordWebhooks();
  const { clan, deliverAll, deliveries } = await openWebhook(world, discord);
  await announceJoin(world, clan.id);
  discord.next.push(moods.redirect(`${canary.api}/latest/meta-data`));
  expect(await deliverAll(deps)).toEqual([]);
  expect(await deliveries()).toMatchObject([{ state: "failed", status: 302, problem: "Discord refused the message." }]);
  await canary.close();
  expect(canary.requests).toEqual([]);
});

test.each([401, 403, 404])("a webhook that Discord answers with %i is switched off at once", async (status) => {
  const { clan, deliverAll, deliveries, getWebhook, owner } = await openWebhook(world, discord);
  await announceJoin(world, clan.id, "first");
  await announceJoin(world, clan.id, "second");
  discord.next.push(moods.status(status));
  await deliverAll(deps);
  expect(await deliveries()).toMatchObject([
    { state: "failed", status },
    { state: "skipped", problem: "The webhook is turned off." },
  ]);
  const disabled_reason = "This webhook no longer exists in Discord.";
  expect(await getWebhook()).toMatchObject({ is_active: false, disabled_reason, version: 1 });
  const { items } = (await owner.get(`/api/clans/${clan.id}/audit?action=webhook.disable`)).json();
  expect(items).toMatchObject([{ actor: null, target: "News", reason: disabled_reason }]);
  expect(await announceJoin(world, clan.id)).toBe(0);
});

test("ten failures in a row switch a webhook off, one success before starts the count anew", async () => {
  const { clan, deliverAll, getWebhook, owner, url } = await openWebhook(world, discord);
  const fail = async (times: number) => {
    for (let failed = 0; failed < times; failed += 1) {
      await announceJoin(world, clan.id);
      discord.next.push(moods.status(400));
      await deliverAll(deps);
    }
  };
  await fail(9);
  await announceJoin(world, clan.id);
  await deliverAll(deps);
  await fail(9);
  expect(await getWebhook()).toMatchObject({ is_active: true });
  await fail(1);
  const disabled_reason = "10 messages in a row could not be posted. Last error: Discord refused the message.";
  expect(await getWebhook()).toMatchObject({ is_active: false, disabled_reason });
  const { items } = (await owner.get(`/api/clans/${clan.id}/audit?action=webhook.disable`)).json();
  expect(items).toMatchObject([{ target: "News", reason: disabled_reason }]);
  await owner.send("PATCH", url, { version: 1, is_active: true });
  await fail(9);
  expect(await getWebhook()).toMatchObject({ is_active: true });
});

test("two instances that work on the same messages send each once", async () => {
  const context = await openWebhook(world, discord);
  for (let joined = 0; joined < 10; joined += 1) await announceJoin(world, context.clan.id);
  const twin = createDeliveryDeps(world, discord);
  const payloads = (await context.deliveries()).map(({ id }) => ({ clanId: context.clan.id, deliveryId: id }));
  const tries = [deps, twin].flatMap((one) => payloads.map((payload) => deliverWebhook(one, payload)));
  const refused = (await Promise.allSettled(tries)).filter(({ status }) => status === "rejected");
  await context.deliverAll(twin);
  expect(context.channel.messages).toHaveLength(10);
  expect(refused.length).toBeLessThanOrEqual(10);
  const states = (await context.deliveries()).map(({ state, attempts }) => `${state} ${attempts}`);
  expect(new Set(states)).toEqual(new Set(["sent 1"]));
});

test.each([
  ["sent", []],
  ["failed", [moods.status(400)]],
])("a job that comes once more for a message that is %s does nothing", async (state, answers) => {
  const { clan, deliverAll, deliveries, channel } = await openWebhook(world, discord);
  await announceJoin(world, clan.id);
  discord.next.push(...answers);
  await deliverAll(deps);
  const before = await deliveries();
  expect(before).toMatchObject([{ state, attempts: 1 }]);
  const posted = structuredClone(channel.messages);
  await deliverWebhook(deps, { clanId: clan.id, deliveryId: before[0]?.id ?? "" });
  expect(await deliveries()).toEqual(before);
  expect(channel.messages).toEqual(posted);
});

test("of an instance that died before it sent, another takes over once the claim runs out", async () => {
  const { clan, deliverAll, deliveries, channel } = await openWebhook(world, discord);
  await announceJoin(world, clan.id);
  const [row] = await deliveries();
  const rescue = { clanId: clan.id, deliveryId: row?.id ?? "", isRescue: true } as const;
  await claimDelivery(world.db, clan.id, rescue.deliveryId, { ms: 45_000, isRescue: false });
  expect(await deliverAll(deps)).toMatchObject([{ message: "Another delivery of this message is still running" }]);
  await deliverWebhook(deps, rescue);
  expect(channel.messages).toEqual([]);
  await endClaim(rescue.deliveryId);
  await deliverWebhook(deps, rescue);
  expect(channel.messages).toHaveLength(1);
});

test("every try asks for a rescue that starts when its claim runs out, and leaves alone what waits for its next try", async () => {
  const { clan, deliverAll, deliveries, channel } = await openWebhook(world, discord);
  await announceJoin(world, clan.id);
  discord.next.push(moods.status(500));
  expect(await deliverAll(deps)).toHaveLength(1);
  const [row] = await deliveries();
  const rescues = await listJobs(row?.id ?? "", "is not null");
  expect(rescues).toMatchObject([{ data: { isRescue: true } }]);
  expect(rescues[0]?.wait).toBeGreaterThan(20);
  expect(rescues[0]?.wait).toBeLessThanOrEqual(45);
  await deliverWebhook(deps, { clanId: clan.id, deliveryId: row?.id ?? "", isRescue: true });
  expect(await deliveries()).toMatchObject([{ state: "waiting", attempts: 1 }]);
  expect(channel.messages).toEqual([]);
});

test("a message that eight instances died of is rescued no more, and waits for the queue", async () => {
  const { clan, deliveries } = await openWebhook(world, discord);
  await announceJoin(world, clan.id);
  const [row] = await deliveries();
  const deliveryId = row?.id ?? "";
  await world.db.updateTable("webhook_deliveries").set({ attempts: 7 }).where("id", "=", deliveryId).execute();
  discord.next.push(moods.status(500));
  await deliverWebhook(deps, { clanId: clan.id, deliveryId });
  expect(await listJobs(deliveryId, "is not null")).toEqual([]);
});

test("a message that took too long to write is not sent, because another instance may be at it", async () => {
  const { clan, deliverAll, deliveries, channel } = await openWebhook(world, discord);
  const facts = { scoreboard_id: crypto.randomUUID(), period: null };
  const announcement = { clanId: clan.id, event: "scoreboard", subject: "board", facts } as const;
  await world.db.transaction().execute((tx) => queueWebhook(tx, announcement));
  const [row] = await deliveries();
  const standings = { is_final: true, board: { title: "Raids", period: { label: "May" } } };
  const board = { standings, hasPasscode: true, shareToken: null, picture: null } as never;
  const readBoard = () => endClaim(row?.id ?? "").then(() => board);
  expect(await deliverAll({ ...deps, readBoard })).toEqual([]);
  expect(await deliveries()).toMatchObject([{ state: "waiting", attempts: 1, sent_at: null }]);
  expect(channel.messages).toEqual([]);
});

test("a webhook is deleted while one of its messages is settled: one waits for the other", async () => {
  const { clan, owner, url, deliveries, webhook } = await openWebhook(world, discord);
  await world.db.updateTable("webhooks").set({ failures: 1 }).where("id", "=", webhook.id).execute();
  await announceJoin(world, clan.id);
  const [row] = await deliveries();
  const deliveryId = row?.id ?? "";
  const claimed = await claimDelivery(world.db, clan.id, deliveryId, { ms: 45_000, isRescue: false });
  if (!claimed) throw new Error("nothing was claimed");
  const holder = await world.database.pool.connect();
  await holder.query("begin");
  await holder.query("select 1 from webhook_deliveries where id = $1 for update", [deliveryId]);
  const sent = { kind: "sent", status: 200, messageId: "1" } as const;
  const settling = recordDeliveryResult(world.db, claimed, sent, new Date());
  await untilWaitingForLock(world.db, 1);
  const deleting = owner.send("DELETE", url);
  await untilWaitingForLock(world.db, 2);
  await holder.query("commit");
  holder.release();
  expect(await settling).toBe(true);
  expect((await deleting).statusCode).toBe(200);
});

test("an address that was sealed with another secret is reported, and nothing is sent", async () => {
  const { clan, deliverAll, deliveries, webhook, channel } = await openWebhook(world, discord);
  const url_sealed = Buffer.alloc(64);
  await world.db.updateTable("webhooks").set({ url_sealed }).where("id", "=", webhook.id).execute();
  await announceJoin(world, clan.id);
  expect(await deliverAll(deps)).toHaveLength(1);
  expect(await deliveries()).toMatchObject([
    { state: "waiting", problem: "The address cannot be read: was CLANHALL_SECRET changed?" },
  ]);
  expect(channel.messages).toEqual([]);
});

test("a message that cannot be written is tried again, and holds no claim meanwhile", async () => {
  const { clan, deliverAll, deliveries } = await openWebhook(world, discord);
  const facts = { scoreboard_id: crypto.randomUUID(), period: null };
  const announcement = { clanId: clan.id, event: "scoreboard", subject: "board", facts } as const;
  await world.db.transaction().execute((tx) => queueWebhook(tx, announcement));
  const readBoard = () => Promise.reject(new Error("no board today"));
  expect(await deliverAll({ ...deps, readBoard })).toHaveLength(1);
  expect(await deliveries()).toMatchObject([
    { state: "waiting", attempts: 1, problem: "The message could not be written.", claimed_until: null },
  ]);
});

test("deliveries are forgotten after thirty days", async () => {
  const { clan, deliveries } = await openWebhook(world, discord);
  await announceJoin(world, clan.id, "old");
  await announceJoin(world, clan.id, "young");
  const created_at = secondsFromNow(-31 * 86_400);
  await world.db
    .updateTable("webhook_deliveries")
    .set({ created_at })
    .where("clan_id", "=", clan.id)
    .where("subject", "=", "old")
    .execute();
  await deleteOldDeliveries(world.db, deps.log);
  expect(await deliveries()).toMatchObject([{ subject: "young" }]);
});

test("S35: what is logged names no address", async () => {
  const { clan, deliverAll, channel } = await openWebhook(world, discord);
  await announceJoin(world, clan.id);
  discord.next.push(moods.dropped);
  const failed = await deliverAll(deps);
  await deliverAll(deps);
  expect(channel.messages).toHaveLength(1);
  expect(JSON.stringify([deps.log.lines, String(failed)])).not.toContain(channel.url.slice(-8));
});
