import { afterAll, beforeAll, expect, test } from "vitest";
import { startFakeDiscordWebhooks } from "../../testing/fake-discord-webhooks.ts";
import { recordedLog } from "../../testing/recorded-log.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { type FakeDiscord, openWebhook } from "../../testing/webhooks.ts";
import { queueSummaries } from "./summaries.ts";

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

async function openClock(zone: string, reset: string, fields: object = {}, created = "2020-01-01T00:00:00Z") {
  const context = await openWebhook(world, discord, fields);
  const day = { time_zone: zone, reset_time: reset };
  await world.db.updateTable("clan_day_rules").set(day).where("clan_id", "=", context.clan.id).execute();
  const created_at = new Date(created);
  await world.db.updateTable("webhooks").set({ created_at }).where("id", "=", context.webhook.id).execute();
  const run = async (now: string) => {
    const log = recordedLog();
    await queueSummaries(world.db, log, new Date(now));
    expect(log.lines).toEqual([]);
    return (await context.deliveries()).map(({ event, subject }) => `${event} ${subject}`).toSorted();
  };
  return { ...context, run };
}

test.each([
  ["at midnight in UTC", "UTC", "00:00", "2026-11-10T23:59:59Z", "2026-11-11T00:00:00Z"],
  ["far in the east", "Pacific/Kiritimati", "00:00", "2026-11-10T09:59:59Z", "2026-11-10T10:00:00Z"],
  ["far in the west", "Etc/GMT+12", "00:00", "2026-11-11T11:59:59Z", "2026-11-11T12:00:00Z"],
  ["in the morning of New York", "America/New_York", "05:00", "2026-11-11T09:59:59Z", "2026-11-11T10:00:00Z"],
])("a clan whose day turns %s gets its summary then, and once", async (_, zone, reset, before, at) => {
  const { run } = await openClock(zone, reset, { events: ["daily_summary"] });
  expect(await run(before)).toEqual([]);
  expect(await run(at)).toEqual(["daily_summary 2026-11-10"]);
  expect(await run(at)).toEqual(["daily_summary 2026-11-10"]);
});

test("if the job did not run for some hours a day is still summarised, and no longer after six", async () => {
  const late = await openClock("UTC", "00:00", { events: ["daily_summary"] });
  expect(await late.run("2026-11-11T05:59:00Z")).toEqual(["daily_summary 2026-11-10"]);
  const tooLate = await openClock("UTC", "00:00", { events: ["daily_summary"] });
  expect(await tooLate.run("2026-11-11T06:00:00Z")).toEqual([]);
});

test("a week is summarised when the clan's own week turns", async () => {
  const { run, clan } = await openClock("UTC", "08:00", { events: ["weekly_summary"] });
  await world.db.updateTable("clans").set({ week_start: 7 }).where("id", "=", clan.id).execute();
  expect(await run("2026-11-15T07:59:00Z")).toEqual([]);
  expect(await run("2026-11-16T08:00:00Z")).toEqual([]);
  expect(await run("2026-11-15T08:00:00Z")).toEqual(["weekly_summary 2026-11-08"]);
});

test("a reminder comes as many hours before the reset as the webhook says, once a day", async () => {
  const { run, owner, url } = await openClock("Europe/Berlin", "04:00", { events: ["reminder"], reminder_hours: 3 });
  expect(await run("2026-11-10T23:59:00Z")).toEqual([]);
  expect(await run("2026-11-11T00:00:00Z")).toEqual(["reminder 2026-11-10"]);
  await owner.send("PATCH", url, { version: 1, reminder_hours: 1 });
  expect(await run("2026-11-11T02:30:00Z")).toEqual(["reminder 2026-11-10"]);
  expect(await run("2026-11-12T02:30:00Z")).toEqual(["reminder 2026-11-10", "reminder 2026-11-11"]);
});

test("a webhook gets nothing that was due before it was created", async () => {
  const { run } = await openClock("UTC", "00:00", {}, "2026-11-10T22:30:00Z");
  expect(await run("2026-11-10T23:00:00Z")).toEqual([]);
  expect(await run("2026-11-11T00:05:00Z")).toEqual(["daily_summary 2026-11-10"]);
});

test.each([
  ["switched off", "webhooks", { disabled_at: new Date() }],
  ["of an archived clan", "clans", { archived_at: new Date() }],
  ["of a clan that is being deleted", "clans", { deletes_at: new Date() }],
] as const)("a webhook %s gets no summary", async (_, table, change) => {
  const { run, clan, webhook } = await openClock("UTC", "00:00");
  await world.db
    .updateTable(table)
    .set(change)
    .where("id", "=", table === "clans" ? clan.id : webhook.id)
    .execute();
  expect(await run("2026-11-16T00:05:00Z")).toEqual([]);
});
