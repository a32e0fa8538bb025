import type { Game } from "@clanhall/contract/games";
import { expect, test } from "vitest";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

const draft = { name: "Night Owls", time_zone: "Europe/Berlin", player_name: "Kara" };

async function findGame(slug: string) {
  return world.db.selectFrom("games").selectAll().where("slug", "=", slug).executeTakeFirstOrThrow();
}

test("whoever creates a clan owns it, with a player of their own, the game's server and its activities", async () => {
  const kara = await world.user();
  const game = await findGame("clash-of-clans");
  const choices = { game_id: game.id, game_server: "Worldwide", template: "clan-life", week_start: 3 };
  const day = { time_zone: "UTC", reset_time: "08:00", reset_in_utc: true };
  const answer = await kara.send("POST", "/api/clans", { ...draft, ...choices, ...day, name: "  Night   Owls " });
  expect(answer.statusCode).toBe(200);
  const clan = answer.json();
  expect(clan).toMatchObject({
    clan_id: clan.id,
    name: "Night Owls",
    role: "owner",
    game: { id: game.id, name: "Clash of Clans" },
    game_server: "Worldwide",
    members: { active: 1, total: 1 },
    week_start: 3,
    late_days: 2,
    grace_days: 3,
    first_day: clan.today.clan_date,
    version: 1,
    created_by: kara.userId,
    day_rules: [{ effective_from: "1970-01-01", ...day }],
    toggles: { members_see_values: true, maintainers_invite: false },
    transfer: null,
  });

  const member = await world.db
    .selectFrom("clan_members")
    .innerJoin("clan_member_spans", "clan_member_spans.member_id", "clan_members.id")
    .selectAll()
    .where("clan_members.clan_id", "=", clan.id)
    .execute();
  expect(member).toMatchObject([
    { id: clan.member_id, user_id: kara.userId, name: "Kara", name_key: "kara", role: "owner", ends_on: null },
  ]);
  expect(member[0]?.starts_on).toBe(clan.today.clan_date);

  const activities = await world.db
    .selectFrom("activities")
    .innerJoin("activity_rules", "activity_rules.activity_id", "activities.id")
    .selectAll()
    .where("activities.clan_id", "=", clan.id)
    .orderBy("position")
    .execute();
  expect(activities.map(({ name }) => name)).toEqual(game.templates[0]?.activities.map(({ name }) => name));
  const today = clan.today.clan_date;
  expect(activities[0]).toMatchObject({
    points_per_unit: 0.1,
    daily_target: 50,
    effective_from: today,
    start_date: today,
  });
  expect(activities.at(-1)).toMatchObject({ weekdays: [5, 6, 7, 1] });

  const { items } = (await kara.get(`/api/clans/${clan.id}/audit`)).json();
  expect(items.map(({ action, actor }: { action: string; actor: string }) => [action, actor])).toEqual([
    ["member.add", "Kara"],
    ["clan.create", "Kara"],
  ]);
});

test("a clan needs neither game nor template", async () => {
  const kara = await world.user();
  const clan = (await kara.send("POST", "/api/clans", draft)).json();
  expect(clan).toMatchObject({ game: null, game_server: null, description: "" });
  const activities = await world.db.selectFrom("activities").select("id").where("clan_id", "=", clan.id).execute();
  expect(activities).toEqual([]);
});

test.each([
  ["game_id", () => ({ game_id: crypto.randomUUID() })],
  ["game_id", async () => ({ game_id: await retiredGame() })],
  ["game_server", async () => ({ game_id: (await findGame("clash-of-clans")).id, game_server: "The Moon" })],
  ["game_server", () => ({ game_server: "Worldwide" })],
  ["template", async () => ({ game_id: (await findGame("clash-of-clans")).id, template: "river-race" })],
  ["template", () => ({ template: "clan-life" })],
  ["time_zone", () => ({ time_zone: "Europe/Atlantis" })],
  ["reset_time", () => ({ reset_time: "24:00" })],
  ["name", () => ({ name: "ab" })],
  ["player_name", () => ({ player_name: "\u200b" })],
])("a %s that cannot be is refused by its name, and no clan is left", async (path, choose) => {
  const kara = await world.user();
  const answer = await kara.send("POST", "/api/clans", { ...draft, ...(await choose()) });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ error: "validation_failed", details: [{ path }] });
  expect((await kara.get("/api/clans/my")).json()).toEqual([]);
});

async function retiredGame() {
  const slug = crypto.randomUUID();
  const game = { slug, name: slug, is_active: false };
  return (await world.db.insertInto("games").values(game).returning("id").executeTakeFirstOrThrow()).id;
}

test("S06: a clan's maker cannot choose what is not theirs to choose", async () => {
  const kara = await world.user();
  for (const extra of [
    { created_by: crypto.randomUUID() },
    { role: "owner" },
    { version: 5 },
    { id: crypto.randomUUID() },
  ]) {
    expect((await kara.send("POST", "/api/clans", { ...draft, ...extra })).statusCode).toBe(400);
  }
});

test("of twenty clans created at the same moment ten are left, and deleted ones make room", async () => {
  const kara = await world.user();
  const answers = await Promise.all(Array.from({ length: 20 }, () => kara.send("POST", "/api/clans", draft)));
  const made = answers.filter(({ statusCode }) => statusCode === 200).map((answer) => answer.json().id as string);
  expect(made).toHaveLength(10);
  const refused = answers.find(({ statusCode }) => statusCode !== 200);
  expect(refused?.json()).toMatchObject({ error: "conflict", message: "You own 10 clans, which is the maximum." });
  expect((await kara.get("/api/clans/my")).json()).toHaveLength(10);

  const dying = `/api/clans/${made[0]}`;
  await kara.send("DELETE", dying, { name: draft.name });
  expect((await kara.send("POST", "/api/clans", draft)).statusCode).toBe(200);
  expect((await kara.send("POST", `${dying}/restore`)).statusCode).toBe(409);
});

test("somebody whose account is about to go creates nothing", async () => {
  const kara = await world.user();
  await world.db.updateTable("users").set({ deletes_at: new Date() }).where("id", "=", kara.userId).execute();
  expect((await kara.send("POST", "/api/clans", draft)).json()).toMatchObject({ error: "conflict" });
});

test("My Clans lists what the caller is in, by name, with numbers and the clan's day", async () => {
  const kara = await world.user();
  for (const name of ["bravo", "Alpha", "Clan 10", "Clan 9"]) {
    await kara.send("POST", "/api/clans", { ...draft, name, time_zone: "Pacific/Kiritimati" });
  }
  const left = await world.memberOf(await world.clan(), "member");
  const cards = (await kara.get("/api/clans/my")).json();
  expect(cards.map(({ name }: { name: string }) => name)).toEqual(["Alpha", "bravo", "Clan 9", "Clan 10"]);
  const [first] = cards;
  await world.memberOf(first, "member");
  const tom = await world.memberOf(first, "member");
  const gone = await world.memberOf(first, "member");
  await setStatus(tom.memberId, "inactive");
  await setStatus(gone.memberId, "removed");
  const [again] = (await kara.get("/api/clans/my")).json();
  expect(again.members).toEqual({ active: 2, total: 3 });
  const inKiritimati = new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);
  expect(again.today).toMatchObject({ clan_date: inKiritimati, due: 0, entered: 0 });
  expect(Date.parse(again.today.ends_at) - Date.now()).toBeLessThanOrEqual(86_400_000);
  expect((await tom.get("/api/clans/my")).json()).toEqual([]);
  expect((await gone.get("/api/clans/my")).json()).toEqual([]);
  expect((await left.get("/api/clans/my")).json()).toHaveLength(1);
});

function setStatus(id: string, status: "inactive" | "removed") {
  return world.db.updateTable("clan_members").set({ status }).where("id", "=", id).execute();
}

test("a game that is in no catalogue keeps the name it was given, until another one is chosen", async () => {
  const kara = await world.user();
  const other = await findGame("other");
  const own = { game_id: other.id, game_name: " Clash  Quest ", template: "general" };
  const clan = (await kara.send("POST", "/api/clans", { ...draft, ...own })).json();
  expect(clan).toMatchObject({ game: { id: other.id, name: "Clash Quest" }, game_name: "Clash Quest" });
  expect((await kara.get("/api/clans/my")).json()).toMatchObject([{ game: { name: "Clash Quest" } }]);

  const url = `/api/clans/${clan.id}`;
  const without = { game_id: null, game_name: "Clash Quest II" };
  expect((await kara.send("PATCH", url, { version: 1, ...without })).json()).toMatchObject({
    game: null,
    game_name: "Clash Quest II",
  });
  const game = await findGame("kingshot");
  expect((await kara.send("PATCH", url, { version: 2, game_id: game.id })).json()).toMatchObject({
    game: { id: game.id, name: "Kingshot" },
    game_name: null,
  });
  const tooLong = await kara.send("POST", "/api/clans", { ...draft, game_name: "x".repeat(61) });
  expect(tooLong.statusCode).toBe(400);
});

test("every game of the catalogue says where its reset is from, and its templates become activities", async () => {
  const kara = await world.user();
  const { items } = (await kara.get("/api/games")).json<{ items: Game[] }>();
  // Other tests of this process add games of their own at the end.
  const ours = items.filter(({ slug }) => !slug.startsWith("game-"));
  expect(ours.at(-1)?.slug).toBe("other");
  const added = ["last-war", "whiteout-survival", "kingshot", "evony", "lords-mobile", "call-of-dragons"];
  expect(items.map(({ slug }) => slug)).toEqual(expect.arrayContaining([...added, "state-of-survival", "brawl-stars"]));
  for (const { id, slug, servers, templates, reset_note } of ours.filter((game) => game.servers.length > 0)) {
    expect(reset_note, slug).not.toBe("");
    const { time_zone, reset_time, reset_in_utc } = servers[0] ?? {};
    const day = { time_zone, reset_time, reset_in_utc };
    const owner = await world.user();
    const choices = { game_id: id, game_server: servers[0]?.label, template: templates[0]?.key };
    const answer = await owner.send("POST", "/api/clans", { ...draft, ...day, ...choices });
    expect(answer.statusCode, slug).toBe(200);
    const list = (await owner.get(`/api/clans/${answer.json().id}/activities`)).json<{ items: { name: string }[] }>();
    expect(list.items.map(({ name }) => name)).toEqual(templates[0]?.activities.map(({ name }) => name));
  }
});
