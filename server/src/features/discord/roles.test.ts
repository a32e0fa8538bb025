import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addBoard, addFrozenPeriod } from "../../testing/board-results.ts";
import { openEntries } from "../../testing/entries.ts";
import {
  type Caller,
  type DiscordWorld,
  type FakeDiscordApp,
  openDiscordWorld,
  startFakeDiscordApp,
  toDeliveryApp,
} from "../../testing/fake-discord-app.ts";
import { createTestHandlers } from "../../testing/job-handlers.ts";
import { recordedLog } from "../../testing/recorded-log.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

let discord: FakeDiscordApp;
let world: TestApp;
let opened: DiscordWorld;
beforeAll(async () => {
  opened = await openDiscordWorld();
  ({ discord, world } = opened);
});
afterAll(() => opened.close());

async function openClan() {
  const context = await openEntries(world, { name: "Raids", entry_by: "members" });
  const { clan, owner, member } = context;
  const server = await opened.connect(clan, owner);
  const state = discord.serverOf(server.guildId);
  const rules = `/api/clans/${clan.id}/discord/role-rules`;
  const add = (role: { id: string }, rule: object) =>
    owner.send("POST", rules, { guild_id: server.guildId, role_id: role.id, rule });
  const has = (person: { id: string }, role: { id: string }) => state.members.get(person.id)?.has(role.id) === true;
  const readRule = async (id: string) =>
    (await owner.get(`/api/clans/${clan.id}/discord`))
      .json<{ rules: { id: string; problem: string | null; given: number }[] }>()
      .rules.find((rule) => rule.id === id);
  return { ...context, ...server, state, rules, add, has, readRule, persons: await linkBoth(owner, member) };
}

async function linkBoth(owner: Caller, member: Caller) {
  return { boss: await opened.link(owner, "boss"), kara: await opened.link(member, "kara") };
}

/** What the job does that the clock asks for every minute. */
async function sync(): Promise<void> {
  const handlers = await createTestHandlers(world.db, recordedLog(), {
    discordApi: discord.api,
    discordApp: { ...toDeliveryApp(discord), publicUrl: "https://hall.clan.test" },
  });
  await handlers["sync-discord-roles"]({});
}

/** As if another day had begun since everything was compared last. */
async function passNight(clanId: string): Promise<void> {
  const checked_on = "2026-01-01";
  await world.db.updateTable("discord_role_rules").set({ checked_on }).where("clan_id", "=", clanId).execute();
  await world.db.updateTable("discord_role_grants").set({ checked_on }).where("clan_id", "=", clanId).execute();
}

const roleCalls = () => discord.calls.filter(({ path }) => path.includes("/roles/"));

test("roles follow clan role, group, link and the best of a frozen board", async () => {
  const { clan, owner, member, activityId, guildId, add, has, persons } = await openClan();
  const { boss, kara } = persons;
  const [lord, raider, known, champion] = ["Lord", "Raider", "Known", "Champion"].map((name) =>
    discord.addRole(guildId, name),
  );
  if (!lord || !raider || !known || !champion) throw new Error("there are four roles");
  const board = await addBoard(world, clan.id, [activityId], { title: "Weekly *war*", period: { kind: "weekly" } });
  for (const [role, rule] of [
    [lord, { kind: "clan_role", role: "owner" }],
    [raider, { kind: "group", group: "Raid" }],
    [known, { kind: "linked" }],
    [champion, { kind: "top", scoreboard_id: board, count: 1 }],
  ] as const) {
    expect((await add(role, rule)).statusCode).toBe(200);
  }
  await sync();
  const read = () =>
    [lord, raider, known, champion].map((role) => [has(boss, role), has(kara, role)].map(Number).join(""));
  expect(read()).toEqual(["10", "00", "11", "00"]);
  const given = roleCalls().find(({ path }) => path.endsWith(`/${lord.id}`));
  expect(given?.method).toBe("PUT");
  expect(decodeURIComponent(String(given?.headers["x-audit-log-reason"]))).toBe("Night Owls: The owner");

  // Each change is followed by itself, and nothing else is asked for.
  const path = `/api/clans/${clan.id}/members/${member.memberId}`;
  expect((await owner.send("PATCH", path, { version: 1, name: "Kara", groups: ["RAID", "Farm"] })).statusCode).toBe(
    200,
  );
  const row = { previous_rank: null, score: 1, days_met: 1, trend: [], per_activity: [] };
  const week = { from: "2026-11-02", to: "2026-11-08" };
  await addFrozenPeriod(world, clan.id, board, week, [
    { ...row, member_id: member.memberId, rank: 1 },
    { ...row, member_id: owner.memberId, rank: 2 },
  ] as never);
  await sync();
  expect(read()).toEqual(["10", "01", "11", "01"]);
  const quiet = roleCalls().length;
  await sync();
  expect(roleCalls()).toHaveLength(quiet);

  await addFrozenPeriod(world, clan.id, board, { from: "2026-11-09", to: "2026-11-15" }, [
    { ...row, member_id: owner.memberId, rank: 1 },
  ] as never);
  expect((await owner.send("PUT", `${path}/role`, { role: "maintainer" })).statusCode).toBe(200);
  await member.send("DELETE", "/api/me/discord");
  await sync();
  expect(read()).toEqual(["10", "00", "10", "10"]);
});

test("only what the bot gave is taken back: by hand, by another clan, after the rule and the channel", async () => {
  const { clan, owner, member, guildId, state, rules, add, has, persons } = await openClan();
  const { boss, kara } = persons;
  const [role, other] = [discord.addRole(guildId, "Known"), discord.addRole(guildId, "Helper")];
  // Somebody gave it to the boss by hand.
  state.members.set(boss.id, new Set([role.id]));
  const rule = (await add(role, { kind: "linked" })).json();
  const second = await world.clan();
  const lord = await world.memberOf(second, "owner");
  const both = await world.db
    .insertInto("clan_members")
    .values({ clan_id: second.id, user_id: member.userId, name: "Kara", name_key: "kara" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await opened.connect(second, lord, guildId);
  const shared = { guild_id: guildId, role_id: role.id, rule: { kind: "linked" } };
  const theirs = (await lord.send("POST", `/api/clans/${second.id}/discord/role-rules`, shared)).json();
  await add(other, { kind: "linked" });
  await sync();
  expect([has(boss, role), has(kara, role), has(boss, other), has(kara, other)]).toEqual([true, true, true, true]);

  expect((await owner.send("DELETE", `${rules}/${rule.id}`, { version: rule.version })).statusCode).toBe(200);
  await sync();
  expect([has(boss, role), has(kara, role)]).toEqual([true, true]);
  await world.db.deleteFrom("clan_members").where("id", "=", both.id).execute();
  await sync();
  expect([has(boss, role), has(kara, role), theirs.label]).toEqual([true, false, "All linked players"]);

  const [channel] = (await owner.get(`/api/clans/${clan.id}/discord`)).json().channels;
  await owner.send("DELETE", `/api/clans/${clan.id}/discord/channels/${channel.id}`);
  await sync();
  expect([has(boss, role), has(boss, other), has(kara, other)]).toEqual([true, false, false]);
  const left = await world.db.selectFrom("discord_role_grants").selectAll().where("clan_id", "=", clan.id).execute();
  expect(left).toEqual([]);
});

test("whoever is not in the server, a role that stands too high and a Discord that is away are tried again", async () => {
  const { clan, guildId, state, add, has, readRule, persons } = await openClan();
  const { boss, kara } = persons;
  const [known, raider] = [discord.addRole(guildId, "Known"), discord.addRole(guildId, "Raider")];
  state.absent.add(kara.id);
  const rule = (await add(known, { kind: "linked" })).json();
  const high = (await add(raider, { kind: "clan_role", role: "owner" })).json();
  raider.position = 20;
  await sync();
  expect([has(boss, known), has(kara, known), has(boss, raider)]).toEqual([true, false, false]);
  expect(await readRule(rule.id)).toMatchObject({ problem: null, given: 1 });
  expect((await readRule(high.id))?.problem).toContain("must be above");
  state.absent.clear();
  raider.position = 2;
  await passNight(clan.id);
  // The first call of the next run fails: nothing is forgotten.
  discord.next.push((response) => void response.writeHead(503).end("{}"));
  await sync();
  await sync();
  expect([has(boss, known), has(kara, known), has(boss, raider)]).toEqual([true, true, true]);
  expect(await readRule(high.id)).toMatchObject({ problem: null, given: 1 });
  // A moderator takes one away by hand; the next night gives it again.
  state.members.get(boss.id)?.delete(known.id);
  await passNight(clan.id);
  await sync();
  expect(has(boss, known)).toBe(true);
});

test("accounts that are suspended, leave or are to be deleted lose what they were given", async () => {
  const { clan, member, guildId, add, has, persons } = await openClan();
  const role = discord.addRole(guildId, "Known");
  await add(role, { kind: "linked" });
  await sync();
  const set = (columns: object) => world.db.updateTable("users").set(columns).where("id", "=", member.userId).execute();
  const soon = new Date(Date.now() + 3_600_000);
  for (const [columns, back] of [
    [{ banned_until: soon }, { banned_until: null }],
    [{ deletes_at: soon }, { deletes_at: null }],
  ]) {
    expect(has(persons.kara, role)).toBe(true);
    await set(columns ?? {});
    await sync();
    expect(has(persons.kara, role)).toBe(false);
    await set(back ?? {});
    await sync();
  }
  await world.db.updateTable("clans").set({ deletes_at: soon }).where("id", "=", clan.id).execute();
  await sync();
  expect([has(persons.boss, role), has(persons.kara, role)]).toEqual([false, false]);
});

test("while one instance gives a role slowly, another leaves the clan to it, and what changed meanwhile counts", async () => {
  const { member, guildId, state, add, has, persons } = await openClan();
  const { kara } = persons;
  const role = discord.addRole(guildId, "Member");
  await sync();
  await world.db.updateTable("clan_members").set({ role: "maintainer" }).where("id", "=", member.memberId).execute();
  await add(role, { kind: "clan_role", role: "maintainer" });
  const isAsked = Promise.withResolvers<void>();
  const mayAnswer = Promise.withResolvers<void>();
  const giveSlowly = async (response: ServerResponse) => {
    isAsked.resolve();
    await mayAnswer.promise;
    state.members.get(kara.id)?.add(role.id);
    response.writeHead(204).end();
  };
  discord.next.push(
    (response) => void response.writeHead(200, { "content-type": "application/json" }).end('{"roles":[]}'),
    (response) => void giveSlowly(response),
  );
  state.members.set(kara.id, new Set());
  const slow = sync();
  await isAsked.promise;
  await member.send("DELETE", "/api/me/discord");
  const before = roleCalls().length;
  await sync();
  expect(roleCalls()).toHaveLength(before);
  mayAnswer.resolve();
  await slow;
  expect(has(kara, role)).toBe(true);
  await sync();
  expect(has(kara, role)).toBe(false);
});

test("the turn of an instance that died is over after a minute", async () => {
  const { guildId, add, has, persons } = await openClan();
  const role = discord.addRole(guildId, "Known");
  await add(role, { kind: "linked" });
  await sync();
  await world.db
    .updateTable("discord_app")
    .set({ roles_run: crypto.randomUUID(), roles_until: new Date(Date.now() + 60_000) })
    .execute();
  await add(discord.addRole(guildId, "Other"), { kind: "linked" });
  const before = roleCalls().length;
  await sync();
  expect(roleCalls()).toHaveLength(before);
  await world.db
    .updateTable("discord_app")
    .set({ roles_until: new Date(Date.now() - 1_000) })
    .execute();
  await sync();
  expect(roleCalls().length).toBeGreaterThan(before);
  expect(has(persons.kara, role)).toBe(true);
});

test("the chooser has the roles below the bot's own; rules are few, audited and versioned, and the owner's", async () => {
  const { clan, owner, member, guildId, state, rules, add } = await openClan();
  const maintainer = await world.memberOf(clan, "maintainer");
  const raider = discord.addRole(guildId, "Raider", { position: 4 });
  const low = discord.addRole(guildId, "Low", { position: 2 });
  const refused = [
    discord.addRole(guildId, "Above", { position: 11 }),
    discord.addRole(guildId, "Other bot", { managed: true }),
    discord.addRole(guildId, "Admin", { permissions: "8" }),
  ];
  const roles = `/api/clans/${clan.id}/discord/roles`;
  expect((await owner.get(roles)).json().items).toEqual([
    {
      guild_id: guildId,
      name: "Owl Tower",
      roles: [raider, low].map(({ id, name }) => ({ id, name })),
      problem: null,
    },
  ]);
  for (const role of [...refused, { id: guildId }, { id: "1" }]) {
    expect((await add(role, { kind: "linked" })).json()).toMatchObject({ details: [{ path: "role_id" }] });
  }
  const elsewhere = { guild_id: "5", role_id: raider.id, rule: { kind: "linked" } };
  expect((await owner.send("POST", rules, elsewhere)).json()).toMatchObject({ details: [{ path: "guild_id" }] });
  const foreign = { kind: "top", scoreboard_id: crypto.randomUUID(), count: 3 };
  expect((await add(raider, foreign)).json()).toMatchObject({ details: [{ path: "rule" }] });
  const draft = { guild_id: guildId, role_id: raider.id, rule: { kind: "linked" } };
  for (const who of [maintainer, member]) {
    expect((await who.send("POST", rules, draft)).statusCode).toBe(403);
    expect((await who.get(roles)).statusCode).toBe(403);
  }
  const rule = (await owner.send("POST", rules, draft)).json();
  expect(rule).toMatchObject({ ...draft, role_name: "Raider", server: "Owl Tower", version: 1 });
  expect((await owner.send("POST", rules, draft)).statusCode).toBe(400);
  const change = { rule: { kind: "group", group: "Raid" }, version: 1 };
  const changed = (await owner.send("PATCH", `${rules}/${rule.id}`, change)).json();
  expect(changed).toMatchObject({ label: "Group Raid", version: 2 });
  const stale = await owner.send("PATCH", `${rules}/${rule.id}`, { ...change, role_id: low.id });
  expect([stale.statusCode, stale.json().current.version]).toEqual([409, 2]);
  expect((await owner.send("DELETE", `${rules}/${rule.id}`, { version: 1 })).statusCode).toBe(409);
  const audit = await world.db
    .selectFrom("clan_audit")
    .select("action")
    .where("clan_id", "=", clan.id)
    .where("action", "like", "discord.rule%")
    .orderBy("at")
    .execute();
  expect(audit.map(({ action }) => action)).toEqual(["discord.rule_create", "discord.rule_change"]);
  const more = Array.from({ length: 19 }, (_, n) => ({ kind: "group", group: `G${n}` }));
  for (const one of more) expect((await add(raider, one)).statusCode).toBe(200);
  expect((await add(raider, { kind: "linked" })).json()).toMatchObject({ error: "conflict" });
  expect((await owner.send("DELETE", `${rules}/${rule.id}`, { version: 2 })).statusCode).toBe(200);
  for (const role of state.roles) role.permissions = "0";
  expect((await owner.get(roles)).json().items).toMatchObject([
    { roles: [], problem: expect.stringContaining("manage") },
  ]);
});

test("the check list says what Discord allows now, and that the token is not valid once Discord said so", async () => {
  const { clan, owner, guildId, channelId, state, add } = await openClan();
  type Get = (url: string) => Promise<Awaited<ReturnType<typeof owner.get>>>;
  const read = async (get: Get = owner.get) =>
    (await get(`/api/clans/${clan.id}/discord`))
      .json<{ checks: { key: string; state: string; text: string }[] }>()
      .checks.map(({ key, state: found, text }) => `${key} ${found}: ${text}`);
  const raider = discord.addRole(guildId, "Raider", { position: 4 });
  await add(raider, { kind: "linked" });
  expect(await read()).toEqual(
    expect.arrayContaining([
      "bot ok: The bot is in Owl Tower.",
      "channel ok: In #war-room the bot can read, write, embed links and attach files.",
      "roles ok: In Owl Tower the bot's role is above the roles it gives.",
    ]),
  );
  // A role allows again what everybody is denied; what is denied to the bot itself stays denied.
  const [attach, embed] = [String(1n << 15n), String(1n << 14n)];
  const bot = state.roles[1]?.id ?? "";
  state.overwrites.set(channelId, [
    { id: guildId, type: 0, allow: "0", deny: String((1n << 14n) | (1n << 15n)) },
    { id: bot, type: 0, allow: embed, deny: "0" },
    { id: discord.appId, type: 1, allow: "0", deny: attach },
  ]);
  raider.position = 12;
  expect(await read()).toEqual(
    expect.arrayContaining([
      "channel problem: In #war-room the bot may not attach files.",
      "roles problem: In Owl Tower the bot cannot give: Raider.",
    ]),
  );

  const strict = await startFakeDiscordApp();
  const other = await createTestApp({ beside: world, env: { ...strict.env, PUBLIC_URL: "https://hall.clan.test" } });
  strict.next.push((response) => void response.writeHead(401).end("{}"));
  const admin = await other.appAdmin();
  expect((await admin.get("/api/admin/overview")).json().discord).toBe("ok");
  const getThere: Get = async (url) => other.app.server.inject({ method: "GET", url, headers: owner.headers });
  expect(await read(getThere)).toContain("app problem: The bot token is not valid.");
  expect((await admin.get("/api/admin/overview")).json().discord).toBe("token");
  const asked = strict.calls.length;
  await read(getThere);
  expect(strict.calls).toHaveLength(asked);
  await other.close();
  await strict.close();
});
