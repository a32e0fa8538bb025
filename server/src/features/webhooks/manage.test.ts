import { afterAll, beforeAll, expect, test } from "vitest";
import { moods, startFakeDiscordWebhooks } from "../../testing/fake-discord-webhooks.ts";
import { type FakeDiscord, openWebhook } from "../../testing/webhooks.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

let discord: FakeDiscord;
let world: TestApp;
beforeAll(async () => {
  discord = await startFakeDiscordWebhooks();
  world = await createTestApp({ env: { DISCORD_API: discord.api, PUBLIC_URL: "https://hall.clan.test" } });
});
afterAll(async () => {
  await world.close();
  await discord.close();
});

test("an owner connects a channel; whoever manages the clan sees it with its address masked", async () => {
  const { clan, webhook, channel, list } = await openWebhook(world, discord, { events: ["reminder", "bulletin"] });
  expect(webhook).toMatchObject({
    name: "News",
    masked_url: `https://discord.com/api/webhooks/…${channel.url.slice(-4)}`,
    events: ["bulletin", "reminder"],
    reminder_hours: 2,
    is_active: true,
    disabled_reason: null,
    last_delivery: null,
    version: 1,
  });
  const maintainer = await world.memberOf(clan, "maintainer");
  const seen = await maintainer.get(list);
  expect(seen.json()).toEqual({ items: [webhook] });
  expect(seen.payload).not.toContain(channel.url.slice(-40));
});

test("S35: no table holds the address or a part of it, beside its last four letters", async () => {
  const { owner, channel, url } = await openWebhook(world, discord);
  await owner.send("POST", `${url}/test`);
  const token = channel.url.split("/").at(-1) ?? "";
  const { rows: tables } = await world.database.pool.query<{ name: string }>(
    "select table_schema || '.' || table_name as name from information_schema.tables where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'",
  );
  for (const { name } of tables) {
    const { rows } = await world.database.pool.query<{ row: string }>(`select t::text as row from ${name} t`);
    const text = rows.map(({ row }) => row).join("\n");
    for (const form of [token.slice(0, 20), Buffer.from(token).toString("hex").slice(0, 40)]) {
      expect(text.includes(form), name).toBe(false);
    }
  }
});

test.each([
  ["plain http", (url: string) => url.replace("https", "http")],
  ["another host", (url: string) => url.replace("discord.com", "example.test")],
  ["Discord's name in front of another", (url: string) => url.replace("discord.com", "discord.com.evil.test")],
  ["Discord's name at the end of another", (url: string) => url.replace("discord.com", "evildiscord.com")],
  ["a name before the host", (url: string) => url.replace("discord.com", "discord.com@evil.test")],
  ["a user", (url: string) => url.replace("discord.com", "ann:secret@discord.com")],
  ["a port", (url: string) => url.replace("discord.com", "discord.com:8443")],
  ["a look-alike letter", (url: string) => url.replace("discord.com", "discоrd.com")],
  ["a full-width stop", (url: string) => url.replace("discord.com", "discord．com")],
  ["a dot at the host's end", (url: string) => url.replace("discord.com", "discord.com.")],
  ["a backslash", (url: string) => url.replace("discord.com/", String.raw`discord.com\evil.test/`)],
  ["a way out of the path", (url: string) => url.replace("/webhooks/", "/webhooks/../users/")],
  ["an encoded way out", (url: string) => url.replace("/webhooks/", "/webhooks/%2e%2e/")],
  ["more path", (url: string) => `${url}/slack`],
  ["a query", (url: string) => `${url}?wait=true`],
  ["a fragment", (url: string) => `${url}#x`],
  ["a space within", (url: string) => url.replace("/api", " /api")],
  ["a line break within", (url: string) => url.replace("/api", "\n/api")],
  ["a second line", (url: string) => `${url}\nhttps://evil.test`],
  ["an address of this machine", () => "http://127.0.0.1:3000/api/webhooks/123456789012345678/x"],
  ["an address of the cloud", () => "http://169.254.169.254/latest/meta-data"],
  ["a file", () => "file:///etc/passwd"],
  ["no id", (url: string) => url.replace(/\d{18}/, "abc")],
  ["a short token", (url: string) => url.slice(0, -40)],
])("S53: an address with %s is refused, made or changed", async (_, spoil) => {
  const { owner, list, url, channel } = await openWebhook(world, discord);
  const body = { name: "Bad", url: spoil(channel.url), events: ["bulletin"] };
  for (const answer of [
    await owner.send("POST", list, body),
    await owner.send("PATCH", url, { version: 1, url: body.url }),
  ]) {
    expect(answer.statusCode).toBe(400);
    expect(answer.json().details[0].path).toBe("url");
    expect(answer.payload).not.toContain(channel.url.slice(-40));
  }
});

test.each(["https://ptb.discord.com", "https://canary.discord.com", "https://discordapp.com"])(
  "an address at %s, with spaces around it, is posted to Discord itself",
  async (origin) => {
    const { owner, list, channel } = await openWebhook(world, discord);
    const other = ` ${channel.url.replace("https://discord.com/api", `${origin}/api/v10`)}\n`;
    const made = await owner.send("POST", list, { name: "Other", url: other, events: ["bulletin"] });
    const tested = await owner.send("POST", `${list}/${made.json().id}/test`);
    expect(tested.json()).toMatchObject({ state: "sent", status: 200 });
    expect(channel.messages).toHaveLength(1);
  },
);

test.each([
  ["no name", { name: " " }, "name"],
  ["no event", { events: [] }, "events"],
  ["an event nobody knows", { events: ["raid"] }, "events.0"],
  ["an hour too many", { reminder_hours: 13 }, "reminder_hours"],
  ["a field of the table", { failures: 0 }, "failures"],
])("a webhook with %s is refused", async (_, fields, path) => {
  const { owner, list, channel } = await openWebhook(world, discord);
  const answer = await owner.send("POST", list, { name: "News", url: channel.url, events: ["bulletin"], ...fields });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().details[0].path).toBe(path);
});

test("S40: of fifteen channels connected at once ten are", async () => {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const drafts = Array.from({ length: 15 }, () => ({ name: "News", url: discord.channel().url, events: ["bulletin"] }));
  const answers = await Promise.all(drafts.map((draft) => owner.send("POST", `/api/clans/${clan.id}/webhooks`, draft)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10);
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(5);
});

test("of two owners who change a webhook at once one gets what it is like now", async () => {
  const { owner, url } = await openWebhook(world, discord);
  const answers = await Promise.all(["Raids", "Feasts"].map((name) => owner.send("PATCH", url, { version: 1, name })));
  const [kept, stale] = answers.toSorted((a, b) => a.statusCode - b.statusCode);
  expect(kept?.json()).toMatchObject({ version: 2 });
  expect(stale?.statusCode).toBe(409);
  expect(stale?.json().current).toEqual(kept?.json());
  expect(stale?.json()).toMatchObject({
    changed_by: expect.stringMatching(/^Player /),
    changed_at: expect.any(String),
  });
  expect((await owner.send("PATCH", url, { version: 2, name: kept?.json().name })).json().version).toBe(2);
});

test("a webhook is changed, switched off and on again, and deleted; the log has it without the address", async () => {
  const { owner, url, clan, channel, list } = await openWebhook(world, discord, { events: ["bulletin"] });
  const other = discord.channel();
  const change = { version: 1, name: "Raids", url: other.url, events: ["scoreboard"], reminder_hours: 5 };
  const changed = (await owner.send("PATCH", url, change)).json();
  expect(changed).toMatchObject({ name: "Raids", events: ["scoreboard"], reminder_hours: 5, version: 2 });
  expect(changed.masked_url).toContain(other.url.slice(-4));
  const off = (await owner.send("PATCH", url, { version: 2, is_active: false })).json();
  expect(off).toMatchObject({ is_active: false, disabled_reason: "Turned off by hand.", version: 3 });
  const on = (await owner.send("PATCH", url, { version: 3, is_active: true })).json();
  expect(on).toMatchObject({ is_active: true, disabled_reason: null, disabled_at: null, version: 4 });
  expect((await owner.send("DELETE", url)).statusCode).toBe(200);
  expect((await owner.send("DELETE", url)).statusCode).toBe(404);
  expect((await owner.get(list)).json()).toEqual({ items: [] });

  const audit = await owner.get(`/api/clans/${clan.id}/audit?action=webhook.`);
  expect(audit.json().items).toMatchObject([
    { action: "webhook.delete", target: "Raids", before: { events: ["scoreboard"] } },
    { action: "webhook.update", before: { is_active: false }, after: { is_active: true } },
    { action: "webhook.update", before: { is_active: true }, after: { is_active: false } },
    { action: "webhook.update", before: { name: "News" }, after: { name: "Raids", address: "changed" } },
    { action: "webhook.create", target: "News", after: { events: ["bulletin"] } },
  ]);
  for (const { url: secret } of [channel, other]) expect(audit.payload).not.toContain(secret.slice(-8));
});

test("maintainers read and change nothing, members do neither, and another clan's owner finds nothing", async () => {
  const { clan, url, list, channel } = await openWebhook(world, discord);
  const maintainer = await world.memberOf(clan, "maintainer");
  const member = await world.memberOf(clan, "member");
  expect((await maintainer.get(`${url}/deliveries`)).statusCode).toBe(200);
  expect((await maintainer.send("POST", `${url}/test`)).statusCode).toBe(403);
  expect((await maintainer.send("PATCH", url, { version: 1 })).statusCode).toBe(403);
  expect((await member.get(list)).statusCode).toBe(403);
  const other = await openWebhook(world, discord);
  const foreign = `${other.list}/${url.split("/").at(-1)}`;
  expect((await other.owner.send("POST", `${foreign}/test`)).statusCode).toBe(404);
  expect((await other.owner.get(`${foreign}/deliveries`)).statusCode).toBe(404);
  expect(channel.messages).toEqual([]);
});

test("a test is posted at once and says what Discord answered", async () => {
  const { owner, url, channel, getWebhook } = await openWebhook(world, discord, { events: ["bulletin", "reminder"] });
  const tested = (await owner.send("POST", `${url}/test`)).json();
  expect(tested).toMatchObject({ event: "test", subject: "Test message", state: "sent", status: 200, attempts: 1 });
  expect(await getWebhook()).toMatchObject({ last_delivery: tested });
  expect(channel.messages).toMatchObject([
    {
      embeds: [
        {
          title: "Clanhall can post here",
          description: "This channel will receive: bulletins, reminders.",
          footer: { text: "Night Owls" },
        },
      ],
      allowed_mentions: { parse: [] },
    },
  ]);
});

test.each([
  ["is down", moods.status(503), { state: "failed", status: 503, problem: "Discord answered 503." }],
  ["is busy", moods.busy(7, "body"), { state: "failed", status: 429, problem: "Discord asked to wait 7 seconds." }],
  ["sends it elsewhere", moods.redirect("http://127.0.0.1:1/"), { state: "failed", status: 302 }],
  ["hangs up", moods.dropped, { state: "failed", status: null, problem: "Discord could not be reached." }],
])("somebody who tests while Discord %s sees the error, and the webhook stays on", async (_, mood, expected) => {
  const { owner, url, getWebhook } = await openWebhook(world, discord);
  discord.next.push(mood);
  const before = discord.requests.length;
  expect((await owner.send("POST", `${url}/test`)).json()).toMatchObject(expected);
  expect(discord.requests.length - before).toBe(1);
  expect(await getWebhook()).toMatchObject({ is_active: true });
});

test("a test of a channel that is gone switches the webhook off, and too many tests have to wait", async () => {
  const { owner, url, channel, getWebhook } = await openWebhook(world, discord);
  channel.close();
  expect((await owner.send("POST", `${url}/test`)).json()).toMatchObject({ state: "failed", status: 404 });
  expect(await getWebhook()).toMatchObject({
    is_active: false,
    disabled_reason: "This webhook no longer exists in Discord.",
  });
  for (let tests = 1; tests < 5; tests += 1) await owner.send("POST", `${url}/test`);
  const refused = await owner.send("POST", `${url}/test`);
  expect(refused.statusCode).toBe(429);
  expect(refused.headers["retry-after"]).toBe("60");
});

test("deliveries are read page by page, the latest first", async () => {
  const { owner, url } = await openWebhook(world, discord);
  const tested: string[] = [];
  for (let tests = 0; tests < 5; tests += 1) tested.unshift((await owner.send("POST", `${url}/test`)).json().id);
  const first = (await owner.get(`${url}/deliveries?limit=3`)).json();
  const rest = (await owner.get(`${url}/deliveries?limit=3&cursor=${first.next_cursor}`)).json();
  expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(tested);
  expect(rest.next_cursor).toBeNull();
  expect((await owner.get(`${url}/deliveries?cursor=nothing`)).statusCode).toBe(400);
});
