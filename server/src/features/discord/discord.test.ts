import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openBoard } from "../../testing/board-results.ts";
import { daysAgo, openEntries } from "../../testing/entries.ts";
import {
  type Caller,
  type DiscordWorld,
  type FakeDiscordApp,
  openDiscordWorld,
  type Person,
  snowflake,
  toDeliveryApp,
} from "../../testing/fake-discord-app.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { addJoined, createDeliveryDeps } from "../../testing/webhooks.ts";
import { deliverWebhook } from "../webhooks/index.ts";
import { queueWebhook } from "../../outbox/queue.ts";
import { addActivity } from "../../testing/activities.ts";

let discord: FakeDiscordApp;
let world: TestApp;
let opened: DiscordWorld;
beforeAll(async () => {
  opened = await openDiscordWorld();
  ({ discord, world } = opened);
});
afterAll(() => opened.close());

const link = (user: Caller, username?: string) => opened.link(user, username);
const connect = (clan: { id: string }, owner: Caller) => opened.connect(clan, owner);

const notLinked = "I do not know your player yet. Open Account → My players, get a code, and send /link.";
const notInClan = "This server's clan does not list you.";
const manageServer = "32";

async function openClan(toggles: object = {}) {
  const context = await openEntries(world, { name: "Raids", entry_by: "members" });
  await context.allow(toggles);
  const server = await connect(context.clan, context.owner);
  return { ...context, ...server };
}

test("Discord's PING is answered, and only in the application's name", async () => {
  const ping = await discord.interact(world, discord.person(), { type: 1 });
  expect([ping.statusCode, ping.json()]).toEqual([200, { type: 1 }]);
  expect(ping.headers["content-type"]).toContain("application/json");
  const foreign = await discord.interact(world, discord.person(), { type: 1, applicationId: snowflake() });
  expect([foreign.statusCode, foreign.body]).toEqual([401, ""]);
});

test.each<[string, Parameters<FakeDiscordApp["interact"]>[3]]>([
  ["no signature", { signature: () => null }],
  ["no timestamp", { timestamp: () => null }],
  ["a short signature", { signature: (text) => text.slice(2) }],
  ["upper case", { signature: (text) => text.toUpperCase() }],
  ["no hexadecimal", { signature: () => "z".repeat(128) }],
  ["zeros", { signature: () => "0".repeat(128) }],
  ["another body", { body: (text) => text.replace('"type":1', '"type":2') }],
  ["another key", { isForged: true }],
  ["an old timestamp", { at: new Date(Date.now() - 301_000) }],
  ["a timestamp of the future", { at: new Date(Date.now() + 3_600_000) }],
  ["another timestamp", { timestamp: (text) => String(Number(text) - 1) }],
  ["a timestamp that is none", { timestamp: () => "now" }],
  ["a byte order mark", { body: (text) => `\uFEFF${text}` }],
  ["JSON that was written anew", { body: (text) => JSON.stringify(JSON.parse(text), null, 1) }],
])("S69: a call with %s is refused, with no word", async (_, tamper) => {
  const answer = await discord.interact(world, discord.person(), { type: 1 }, tamper);
  expect([answer.statusCode, answer.body]).toEqual([401, ""]);
});

test("a body of 64 KiB is read and a larger one is not, and nothing but JSON", async () => {
  const most = 64 * 1024;
  const send = async (bytes: number, tamper = {}) =>
    (await discord.interact(world, discord.person(), { type: 1, bytes }, tamper)).statusCode;
  expect(await send(most)).toBe(200);
  expect(await send(most + 1)).toBe(413);
  for (const contentType of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
    expect(await send(0, { contentType }), contentType).toBe(415);
  }
});

test("without the app there is no such address, and the card says whom to ask", async () => {
  const plain = await createTestApp({ beside: world });
  const clan = await plain.clan();
  const owner = await plain.memberOf(clan, "owner");
  expect((await discord.interact(plain, discord.person(), { type: 1 })).statusCode).toBe(404);
  expect((await owner.send("POST", `/api/clans/${clan.id}/discord/codes`)).statusCode).toBe(409);
  expect((await owner.get(`/api/clans/${clan.id}/discord`)).json()).toMatchObject({
    is_configured: false,
    install_url: null,
    checks: [{ key: "app", state: "open", repair: "Ask whoever runs this server to set one up." }],
  });
  expect((await plain.visitor.get("/api/config")).json().discord_app).toBe(false);
  await plain.close();
});

test("S70: an interaction that comes again acts once, through two instances", async () => {
  const other = await opened.openBeside();
  const { member, clan, activityId, guildId, channelId } = await openClan({ members_enter_own: true });
  const person = await link(member);
  const options = { activity: "Raids", value: "+5" };
  const sent = { id: snowflake(), name: "enter", options, guildId, channelId };
  const answers = await Promise.all(
    [world, other, world, other].map((instance) => discord.interact(instance, person, sent)),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  // Closing waits for what was announced.
  await other.close();
  const read = () =>
    world.db
      .selectFrom("entry_versions")
      .select(["value", "source"])
      .where("clan_id", "=", clan.id)
      .where("activity_id", "=", activityId)
      .execute();
  await vi.waitFor(async () => expect(await read()).toEqual([{ value: 5, source: "discord" }]), 10_000);
});

test("who is not linked learns nothing but how to link", async () => {
  const { ask } = await openClan();
  const outsider = discord.person();
  for (const name of ["me", "rank", "board", "today", "enter", "away", "help"]) {
    const answer = await ask(outsider, name, { from: "today", to: "today" });
    expect(answer.data).toMatchObject({ content: notLinked, allowed_mentions: { parse: [] } });
    expect(Object.keys(answer.data).toSorted()).not.toContain("embeds");
  }
});

test("codes work once, in time, and five wrong ones lock", async () => {
  const user = await world.user();
  const make = async () => (await user.send("POST", "/api/me/discord/codes")).json<{ code: string }>().code;
  const first = await make();
  const second = await make();
  const person = discord.person("guesser");
  const say = async (code: string) =>
    (await discord.talk(world, person, { name: "link", options: { code } })).data.content;
  expect(await say(first)).toContain("not valid");
  await world.db
    .updateTable("discord_codes")
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where("user_id", "=", user.userId)
    .execute();
  expect(await say(second)).toContain("not valid");
  const third = await make();
  expect(await say(third)).toContain("is linked");
  expect(await say(third)).toContain("not valid");
  expect(await say("nonsense")).toContain("not valid");
  expect(await say("P-0000-0000")).toContain("not valid");
  expect(await say(await make())).toBe("Too many wrong codes. Try again in 15 minutes.");
  expect((await user.get("/api/me/discord")).json().link).toMatchObject({ name: "guesser", by: "code" });
  await user.send("DELETE", "/api/me/discord");
  expect((await user.get("/api/me/discord")).json().link).toBeNull();
});

test("a channel is connected by an owner's code and somebody who manages the server", async () => {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const maintainer = await world.memberOf(clan, "maintainer");
  const codes = `/api/clans/${clan.id}/discord/codes`;
  expect((await maintainer.send("POST", codes)).statusCode).toBe(403);
  const { code } = (await owner.send("POST", codes)).json<{ code: string }>();
  const [guildId, channelId] = [snowflake(), snowflake()];
  const type = async (more: object) =>
    (await discord.talk(world, discord.person(), { name: "link", options: { code }, guildId, channelId, ...more })).data
      .content;
  expect(await type({})).toContain("Manage Server");
  expect(await type({ guildId: null, permissions: manageServer })).toContain("in the channel");
  expect(await type({ permissions: manageServer })).toContain("is connected");
  const card = (await owner.get(`/api/clans/${clan.id}/discord`)).json();
  expect(card).toMatchObject({
    channels: [{ kind: "bot", name: "#war-room", masked_url: "#war-room · Owl Tower", mention_missing: false }],
    linked: { linked: 0, players: 2 },
    checks: expect.arrayContaining([
      expect.objectContaining({ key: "linked", state: "open", post: expect.stringContaining("send /link here") }),
    ]),
  });
  const [channel] = card.channels;
  expect((await maintainer.send("DELETE", `/api/clans/${clan.id}/discord/channels/${channel.id}`)).statusCode).toBe(
    403,
  );
  expect((await owner.send("DELETE", `/api/clans/${clan.id}/discord/channels/${channel.id}`)).statusCode).toBe(200);
  expect((await owner.send("DELETE", `/api/clans/${clan.id}/discord/channels/${channel.id}`)).statusCode).toBe(404);
});

/** Every command, by everybody, against what the API allows them. */
test.each(["owner", "maintainer", "member"] as const)(
  "S71: the clan's own table decides what a %s may do",
  async (role) => {
    for (const isOpen of [true, false]) {
      const {
        clan,
        ask,
        owner,
        member: other,
      } = await openClan({ members_enter_own: isOpen, members_see_values: isOpen });
      const me = role === "owner" ? owner : await world.memberOf(clan, role);
      const person = await link(me);
      const noRight = "Your role in Night Owls does not allow this.";
      const other_name = other.memberId;
      const may = async (name: string, options: Record<string, string> = {}) =>
        (await ask(person, name, options)).data?.content !== noRight;
      const manages = role !== "member";
      expect({
        me: await may("me"),
        board: await may("board"),
        today: await may("today"),
        today_shown: await may("today", { show: "everyone" }),
        rank: await may("rank"),
        rank_other: await may("rank", { player: other_name }),
        enter: await may("enter", { activity: "Raids", value: "3" }),
        enter_other: await may("enter", { activity: "Raids", value: "3", player: other_name }),
        away: await may("away", { from: "tomorrow", to: "tomorrow" }),
        away_other: await may("away", { from: "tomorrow", to: "tomorrow", player: other_name }),
      }).toEqual({
        me: true,
        board: true,
        today: true,
        today_shown: manages,
        rank: true,
        rank_other: manages || isOpen,
        enter: manages || isOpen,
        enter_other: manages,
        away: true,
        away_other: manages,
      });
    }
  },
  60_000,
);

test("S71: strangers, former members and suspended accounts read one and the same", async () => {
  const { clan, ask, member } = await openClan({ members_enter_own: true });
  const [person, outsider] = [await link(member), await link(await world.user())];
  const say = async (who: Person) => (await ask(who, "enter", { activity: "Raids", value: "1" })).data.content;
  expect(await say(outsider)).toBe(notInClan);
  expect(await say(person)).toContain("Raids");
  await world.db.updateTable("clan_members").set({ status: "inactive" }).where("id", "=", member.memberId).execute();
  expect(await say(person)).toBe(notInClan);
  await world.db.updateTable("clan_members").set({ status: "active" }).where("id", "=", member.memberId).execute();
  const banned_until = new Date(Date.now() + 60_000);
  await world.db.updateTable("users").set({ banned_until }).where("id", "=", member.userId).execute();
  expect(await say(person)).toBe(notLinked);
  await world.db.updateTable("users").set({ banned_until: null }).where("id", "=", member.userId).execute();
  await world.db.updateTable("clans").set({ archived_at: new Date() }).where("id", "=", clan.id).execute();
  expect(await say(person)).toContain("archived");
});

test("a value is entered, counted, written over after a conflict, and taken back", async () => {
  const { ask, guildId, channelId, clan, member, owner, put, cell, activityId } = await openClan({
    members_enter_own: true,
  });
  const person = await link(member);
  const answer = await ask(person, "enter", { activity: "Raids", value: "1.5k" });
  expect(answer.data.content).toMatch(/^\*\*Raids\*\* of Player .*: – → 1,500 · 1,500 points$/u);
  const [{ custom_id: undo }] = answer.data.components[0].components;
  const press = async (customId: string, messageAt = new Date()) =>
    (await discord.talk(world, person, { type: 3, customId, messageAt, guildId, channelId })).data;
  expect((await press(undo, new Date(Date.now() - 601_000))).content).toContain("ten minutes");
  expect((await press(undo)).content).toContain("Undone");
  expect((await press(undo)).content).toContain("Nothing was undone");

  // A form cannot follow what was announced, so a machine that is busy is asked again.
  const form = await vi.waitFor(async () => {
    const { first } = await discord.talk(world, person, { name: "enter", guildId, channelId });
    expect(first).toMatchObject({ type: 9, data: { components: [{ type: 18, label: "Raids" }] } });
    return first;
  }, 15_000);
  await put(owner, [cell({ value: 500 })]);
  const fields = { [form.data.components[0].component.custom_id]: "7" };
  const sent = { type: 5, customId: form.data.custom_id, fields, guildId, channelId };
  const late = (await discord.talk(world, person, sent)).data;
  expect(late.content).toMatch(/entered 500 <t:\d+:R>\. Press again to overwrite\.$/u);
  const over = late.components[0].components[0].custom_id;
  expect(over.length).toBeLessThanOrEqual(100);
  expect((await press(over)).content).toContain("500 → 7");
  expect((await press(over)).content).toContain("7 → 7");

  const entry = await world.db
    .selectFrom("entries")
    .select(["value", "source"])
    .where("clan_id", "=", clan.id)
    .execute();
  expect(entry).toEqual([{ value: 7, source: "discord" }]);
  const audit = await world.db
    .selectFrom("clan_audit")
    .select(["action", "source"])
    .where("clan_id", "=", clan.id)
    .where("action", "=", "entry.revert")
    .execute();
  expect(audit).toEqual([{ action: "entry.revert", source: "discord" }]);
  expect((await ask(person, "enter", { activity: activityId, value: "1", day: daysAgo(40) })).data.content).toMatch(
    /^\d+ \w+ is locked; an officer can re-open it\.$/u,
  );
  expect((await ask(person, "enter", { activity: "Raids", value: "many" })).data.content).toContain(
    "Enter a whole number",
  );
});

test("a board comes later, with its picture, names as they may be shown and nobody mentioned", async () => {
  const board = await openBoard(world, { title: "*Top* @everyone" });
  await board.enter(board.kara, 12, 0);
  await board.enter(board.owner, 7, 0);
  await world.db
    .updateTable("users")
    .set({ privacy: JSON.stringify({ public_name: "hidden" }) })
    .where("id", "=", board.owner.userId)
    .execute();
  const { ask, guildId, channelId } = await connect(board.clan, board.owner);
  const person = await link(board.owner);
  const shown = await ask(person, "board");
  expect(shown.first).toEqual({ type: 5, data: {} });
  expect(shown.edits).toHaveLength(1);
  const [edit] = shown.edits;
  expect(edit?.headers.authorization).toBeUndefined();
  expect(edit?.pictureBytes).toBeGreaterThan(1_000);
  expect(edit?.body).toMatchObject({
    allowed_mentions: { parse: [] },
    embeds: [{ title: String.raw`\*Top\* \@everyone`, description: expect.stringContaining("Hidden player") }],
    components: [{ components: [{ label: "Where am I?" }, { label: "Open" }] }],
  });
  expect(JSON.stringify(edit?.body)).not.toContain("Player ");

  const own = await ask(person, "board", { show: "me" });
  expect(own.first).toEqual({ type: 5, data: { flags: 64 } });
  expect(JSON.stringify(own.data)).toContain("Kara Moon");

  const boardId = board.boardId;
  const where = await discord.talk(world, person, { type: 3, customId: `where:${boardId}`, guildId, channelId });
  expect(where.data).toMatchObject({ flags: 64 });
  expect(where.data.embeds[0].description).toContain("**#2** of 3");
  expect(where.data.embeds[0].description).toContain("5 behind Kara Moon");
  const outsider = await link(await world.user());
  const other = await discord.talk(world, outsider, { type: 3, customId: `where:${boardId}`, guildId, channelId });
  expect(other.data.content).toBe(notInClan);
  for (const customId of [`where:${"-".repeat(36)}`, `undo:a:${"-".repeat(36)}:2026-03-01:1`]) {
    const nowhere = await discord.talk(world, person, { type: 3, customId, messageAt: new Date(), guildId, channelId });
    expect(nowhere.data.content).toBe(notInClan);
  }
  const rank = (await ask(person, "rank", { player: "Kara Moon" })).data.embeds[0];
  expect(rank.description).toContain("**#1** of 3");
  expect((await ask(person, "me")).data.embeds[0].description).toContain("#2 of 3");
});

test("a board with a passcode is posted and answered in a channel by its title and link alone", async () => {
  const board = await openBoard(world, { title: "Secret raiders" });
  await board.enter(board.kara, 98_765, 0);
  const share = await board.owner.send("POST", `${board.url}/share`, { passcode: "gravel lantern 42" });
  expect(share.statusCode).toBe(200);
  const { ask, channelId } = await connect(board.clan, board.owner);
  const person = await link(board.owner);
  const { data, edits } = await ask(person, "board");
  const deps = createDeliveryDeps(world, discord, { discordApp: toDeliveryApp(discord) });
  await world.db.transaction().execute((tx) =>
    queueWebhook(tx, {
      clanId: board.clan.id,
      event: "scoreboard",
      subject: board.boardId,
      facts: { scoreboard_id: board.boardId, period: null },
    }),
  );
  const { id: deliveryId } = await world.db
    .selectFrom("webhook_deliveries")
    .select("id")
    .where("clan_id", "=", board.clan.id)
    .executeTakeFirstOrThrow();
  await deliverWebhook(deps, { clanId: board.clan.id, deliveryId });
  const posted = discord.channels.get(channelId)?.[0]?.body;
  for (const shown of [data, posted]) {
    expect(shown).toMatchObject({ embeds: [{ title: "Secret raiders" }] });
    expect(JSON.stringify(shown)).toContain("Protected by a passcode.");
    expect(JSON.stringify(shown)).toContain(share.json().share_token);
    expect(JSON.stringify(shown)).not.toMatch(/Kara|Ann Olsson|98[,.]?765|attachment:/u);
  }
  const posts = discord.calls.filter(({ path }) => path === `/channels/${channelId}/messages`);
  expect([...edits, ...posts].map(({ pictureBytes }) => pictureBytes)).toEqual([0, 0]);
  // Whoever asks for themselves alone is a member and reads it.
  expect(JSON.stringify((await ask(person, "board", { show: "me" })).data)).toContain("Kara Moon");
});

test("a limit on the edit is waited for", async () => {
  const board = await openBoard(world);
  const { ask } = await connect(board.clan, board.owner);
  const person = await link(board.owner);
  const before = discord.edits().length;
  discord.next.push((response) => void response.writeHead(429, { "retry-after": "1" }).end("{}"));
  await ask(person, "board", { show: "me" });
  await vi.waitFor(() => expect(discord.edits().length).toBe(before + 2), 15_000);
});

test("what is suggested is what the command would take", async () => {
  const { member, owner, guildId, channelId, clan } = await openClan({
    members_enter_own: true,
    members_see_values: false,
  });
  const [person, boss, outsider] = [await link(member), await link(owner), discord.person()];
  const suggest = async (who: Person, name: string, focused: string, text = "") =>
    (await discord.interact(world, who, { type: 4, name, focused, options: { [focused]: text }, guildId, channelId }))
      .json<{ data: { choices: { name: string; value: string }[] } }>()
      .data.choices.map(({ value }) => value);
  expect(await suggest(person, "enter", "player")).toEqual([member.memberId]);
  expect(await suggest(person, "rank", "player")).toEqual([member.memberId]);
  expect(await suggest(boss, "rank", "player")).toHaveLength(2);
  expect(await suggest(boss, "rank", "player", "no such name")).toEqual([]);
  expect(await suggest(person, "enter", "activity", "rai")).toHaveLength(1);
  expect(await suggest(person, "me", "clan")).toEqual([clan.id]);
  await world.db.updateTable("clan_members").set({ name: "Zoë" }).where("id", "=", member.memberId).execute();
  for (const text of ["zoe", "ZÖÉ"]) expect(await suggest(boss, "rank", "player", text)).toEqual([member.memberId]);
  expect(await suggest(outsider, "me", "clan")).toEqual([]);
  expect(await suggest(outsider, "rank", "player")).toEqual([]);
});

test("who sends too much waits", async () => {
  const { ask, member } = await openClan();
  const person = await link(member);
  const answers = [];
  for (let count = 0; count < 20; count++) answers.push(await ask(person, "help"));
  expect(answers[0]?.data.embeds).toHaveLength(1);
  expect(answers.at(-1)?.data.content).toMatch(/^That was quick\. Try again in \d+ seconds?\.$/u);
});

test("the bot posts what happens once, edits it, and says why it cannot", async () => {
  const { clan, owner, channelId } = await openClan();
  const [webhook] = (await owner.get(`/api/clans/${clan.id}/discord`)).json().channels;
  const deps = createDeliveryDeps(world, discord, { discordApp: toDeliveryApp(discord) });
  const memberId = await addJoined(world, clan.id, "Kara");
  const announce = () =>
    world.db.transaction().execute((tx) =>
      queueWebhook(tx, {
        clanId: clan.id,
        event: "member_joined",
        subject: memberId,
        facts: { member_id: memberId },
      }),
    );
  await announce();
  const read = () =>
    world.db.selectFrom("webhook_deliveries").selectAll().where("clan_id", "=", clan.id).executeTakeFirstOrThrow();
  const delivery = await read();
  const deliver = () => deliverWebhook(deps, { clanId: clan.id, deliveryId: delivery.id });
  await deliver();
  // The instance was killed before it could write down what it had posted.
  const undone = { state: "waiting", message_id: null, delivered: 0 } as const;
  await world.db.updateTable("webhook_deliveries").set(undone).where("id", "=", delivery.id).execute();
  await deliver();
  expect(discord.channels.get(channelId)).toHaveLength(1);
  const post = discord.calls.findLast(({ path }) => path === `/channels/${channelId}/messages`);
  expect(String(post?.body["nonce"])).toHaveLength(25);
  expect(post?.headers.authorization).toBe(`Bot ${discord.token}`);
  expect(post?.body["allowed_mentions"]).toEqual({ parse: [] });
  await announce();
  await deliver();
  expect(discord.channels.get(channelId)).toHaveLength(1);
  // Somebody deletes it there: it is posted anew.
  discord.channels.get(channelId)?.splice(0);
  await announce();
  await deliver();
  expect(discord.channels.get(channelId)).toHaveLength(1);
  expect(await read()).toMatchObject({ state: "sent", problem: null });
  discord.next.push(
    (response) => void response.writeHead(403, { "content-type": "application/json" }).end('{"code":50013}'),
  );
  const sample = await owner.send("POST", `/api/clans/${clan.id}/webhooks/${webhook.id}/test`);
  expect(sample.json()).toMatchObject({ state: "failed", problem: expect.stringContaining("may not write here") });
});

test("a reminder mentions linked players who miss something and want to be mentioned", async () => {
  const { clan, owner, member, channelId } = await openClan();
  const [boss, person] = [await link(owner), await link(member)];
  const [webhook] = (await owner.get(`/api/clans/${clan.id}/discord`)).json().channels;
  const change = { events: ["reminder"], mention_missing: true, version: webhook.version };
  expect((await owner.send("PATCH", `/api/clans/${clan.id}/webhooks/${webhook.id}`, change)).statusCode).toBe(200);
  const deps = createDeliveryDeps(world, discord, { discordApp: toDeliveryApp(discord) });
  const remind = async () => {
    const facts = { day: daysAgo(0) };
    const subject = crypto.randomUUID();
    await world.db
      .transaction()
      .execute((tx) => queueWebhook(tx, { clanId: clan.id, event: "reminder", subject, facts }));
    const { id } = await world.db
      .selectFrom("webhook_deliveries")
      .select("id")
      .where("clan_id", "=", clan.id)
      .where("subject", "=", subject)
      .executeTakeFirstOrThrow();
    await deliverWebhook(deps, { clanId: clan.id, deliveryId: id });
    return discord.channels.get(channelId)?.at(-1)?.body;
  };
  const all = await remind();
  expect(all?.["allowed_mentions"]).toEqual({ parse: [], users: expect.arrayContaining([boss.id, person.id]) });
  expect(all?.["content"]).toContain(`<@${person.id}>`);
  const choose = (reminder: boolean) =>
    member.send("PUT", "/api/me/notifications", { clan_id: clan.id, discord: { reminder } });
  await choose(false);
  expect((await remind())?.["allowed_mentions"]).toEqual({ parse: [], users: [boss.id] });
  await choose(true);
  await member.send("PUT", `/api/me/clans/${clan.id}/settings`, { public_name: "hidden" });
  expect((await remind())?.["content"]).toContain(person.id);
});

/** Linked players of a clan, without the calls that would link them. */
async function addLinked(clanId: string, count: number): Promise<void> {
  const key = crypto.randomUUID().slice(0, 8);
  const users = await world.db
    .insertInto("users")
    .values(Array.from({ length: count }, (_, n) => ({ email: `${key}-${n}@owls.example`, display_name: `${n}` })))
    .returning("id")
    .execute();
  const rows = users.map(({ id }, n) => ({ clan_id: clanId, user_id: id, name: `P${n}`, name_key: `p${key}${n}` }));
  const members = await world.db.insertInto("clan_members").values(rows).returning("id").execute();
  await world.db
    .insertInto("clan_member_spans")
    .values(members.map(({ id }) => ({ clan_id: clanId, member_id: id, starts_on: "2020-01-01" })))
    .execute();
  await world.db
    .insertInto("discord_links")
    .values(users.map(({ id }, n) => ({ user_id: id, discord_user_id: snowflake(), name: `p${n}` })))
    .execute();
}

test("a reminder has room for 240 mentions in three messages, of exactly those people, and is posted once", async () => {
  const { clan, owner, member, channelId } = await openClan();
  const hidden = await link(member);
  await member.send("PUT", `/api/me/clans/${clan.id}/settings`, { public_name: "hidden" });
  await addLinked(clan.id, 250);
  const [webhook] = (await owner.get(`/api/clans/${clan.id}/discord`)).json().channels;
  const change = { events: ["reminder"], mention_missing: true, version: webhook.version };
  await owner.send("PATCH", `/api/clans/${clan.id}/webhooks/${webhook.id}`, change);
  const message = { clanId: clan.id, event: "reminder", subject: "today", facts: { day: daysAgo(0) } } as const;
  await world.db.transaction().execute((tx) => queueWebhook(tx, message));
  const { id: deliveryId } = await world.db
    .selectFrom("webhook_deliveries")
    .select("id")
    .where("clan_id", "=", clan.id)
    .where("event", "=", "reminder")
    .executeTakeFirstOrThrow();
  const deps = createDeliveryDeps(world, discord, { discordApp: toDeliveryApp(discord) });
  await deliverWebhook(deps, { clanId: clan.id, deliveryId });
  const undone = { state: "waiting", message_id: null, delivered: 0 } as const;
  await world.db.updateTable("webhook_deliveries").set(undone).where("id", "=", deliveryId).execute();
  await deliverWebhook(deps, { clanId: clan.id, deliveryId });
  const posts = (discord.channels.get(channelId) ?? []).map(({ body }) => body);
  expect(posts.map((body) => (body["allowed_mentions"] as { users: string[] }).users.length)).toEqual([80, 80, 80]);
  for (const body of posts) {
    const { users, parse } = body["allowed_mentions"] as { users: string[]; parse: string[] };
    expect(parse).toEqual([]);
    expect(body["content"]).toBe(users.map((id) => `<@${id}>`).join(" "));
    expect(String(body["content"]).length).toBeLessThanOrEqual(2_000);
    expect(users).not.toContain(hidden.id);
  }
  expect(posts.map((body) => Array.isArray(body["embeds"]))).toEqual([true, false, false]);
});

test("managers read who is missing what, in as many lines as fit", async () => {
  const { clan, owner, ask, member } = await openClan();
  for (const name of ["Donations", "War"]) await addActivity(world.db, clan.id, { name, short_label: name });
  await addLinked(clan.id, 90);
  await world.db.updateTable("clan_members").set({ name: "Kara" }).where("id", "=", member.memberId).execute();
  const activity = await world.db
    .selectFrom("activities")
    .select("id")
    .where("clan_id", "=", clan.id)
    .where("name", "=", "War")
    .executeTakeFirstOrThrow();
  const entry = { member_id: member.memberId, activity_id: activity.id, day: daysAgo(0), value: 3 };
  await owner.send("PUT", `/api/clans/${clan.id}/entries`, { entries: [entry] });
  const shown = (await ask(await link(owner), "today")).data.embeds[0].description as string;
  expect(shown).toContain(" · everything (3)");
  expect(shown).toMatch(/and \d+ more$/u);
  expect(shown.length).toBeLessThanOrEqual(4_096);
  await world.db
    .updateTable("clan_members")
    .set({ status: "inactive" })
    .where("clan_id", "=", clan.id)
    .where("name", "like", "P%")
    .where("name", "not like", "Player%")
    .execute();
  await world.db
    .deleteFrom("clan_member_spans")
    .where("clan_id", "=", clan.id)
    .where("starts_on", "=", "2020-01-01")
    .where("member_id", "<>", member.memberId)
    .execute();
  const few = (await ask(await link(owner), "today")).data.embeds[0].description as string;
  expect(few).toMatch(/^Kara · (?:Raids, Donations|Donations, Raids)$/mu);
});
