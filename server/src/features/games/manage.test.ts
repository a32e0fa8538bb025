import { afterAll, beforeAll, expect, test } from "vitest";
import { readAdminAudit } from "../../testing/admin-audit.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

let world: TestApp;
let admin: Awaited<ReturnType<TestApp["appAdmin"]>>;
beforeAll(async () => {
  world = await createTestApp();
  admin = await world.appAdmin();
});
afterAll(() => world.close());

const url = "/api/admin/games";
const server = { label: "Europe", time_zone: "Europe/Berlin", reset_time: "04:00", reset_in_utc: false };
const activity = {
  name: "Raids",
  short_label: "Raids",
  value_type: "whole",
  unit: "runs",
  aggregate: "sum",
  points_per_unit: 2.5,
};
const template = { key: "raids", name: "Raiding", activities: [activity] };
const withActivity = (more: object) => ({ ...template, activities: [{ ...activity, ...more }] });

let made = 0;
async function addGame(more: object = {}) {
  made += 1;
  const answer = await admin.send("POST", url, { name: `Game ${made}`, slug: `game-${made}`, ...more });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

async function listGames() {
  return (await admin.get(url)).json().items;
}

test("a new game stands at the end of the catalogue, and people can choose it", async () => {
  const draft = { name: "  Sky   Raiders ", slug: "sky-raiders", icon: "🪂", servers: [server], templates: [template] };
  const answer = await admin.send("POST", url, draft);
  const expected = { ...draft, name: "Sky Raiders", is_active: true, week_start: 1, clans: 0, version: 1 };
  expect(answer.json()).toMatchObject(expected);
  expect((await listGames()).at(-1)).toEqual(answer.json());
  const { items } = (await (await world.user()).get("/api/games")).json();
  expect(items.at(-1)).toMatchObject({ name: "Sky Raiders", servers: [server] });
  const [row] = await readAdminAudit(world, answer.json().id);
  expect(row).toMatchObject({ action: "game.create", actor_id: admin.userId, target: "Sky Raiders", reason: null });
});

test("activities of a template that a clan cannot have are refused with a reason, however they came there", async () => {
  const game = await addGame({ templates: [template] });
  const templates = JSON.stringify([withActivity({ points_per_unit: 0.005 })]);
  await world.db.updateTable("games").set({ templates }).where("id", "=", game.id).execute();
  const owner = await world.user();
  const draft = { name: "Empty", time_zone: "UTC", player_name: "Kara" };
  const { id } = (await owner.send("POST", "/api/clans", draft)).json();
  const answers = [
    await owner.send("POST", "/api/clans", { ...draft, game_id: game.id, template: "raids" }),
    await owner.send("POST", `/api/clans/${id}/activities/template`, { game_id: game.id, key: "raids" }),
  ];
  for (const answer of answers) {
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toBe("Raids cannot be added: Points can have at most two decimals.");
  }
});

test("the icons and colours of a template's activities come with it into a clan, a new one or not", async () => {
  const plain = { ...activity, name: "Chats" };
  const activities = [{ ...activity, icon: "castle", color: "violet" }, plain];
  const game = await addGame({ templates: [{ ...template, activities }] });
  expect(game.templates[0].activities).toEqual(activities);

  const owner = await world.user();
  const draft = { time_zone: "UTC", player_name: "Kara" };
  const add = async (name: string, more: object = {}) =>
    (await owner.send("POST", "/api/clans", { name, ...draft, ...more })).json<{ id: string }>();
  const [fresh, empty] = [await add("Fresh", { game_id: game.id, template: "raids" }), await add("Empty")];
  await owner.send("POST", `/api/clans/${empty.id}/activities/template`, { game_id: game.id, key: "raids" });
  for (const { id } of [fresh, empty]) {
    expect((await owner.get(`/api/clans/${id}/activities`)).json().items).toMatchObject([
      { name: "Raids", icon: "castle", color: "violet" },
      { name: "Chats", icon: "", color: "" },
    ]);
  }
});

test("the games that ship with the product can be managed as they are", async () => {
  const games = await listGames();
  expect(games.length).toBeGreaterThan(10);
  expect(games[0]).toMatchObject({ name: "Clash of Clans", slug: "clash-of-clans", is_active: true, clans: 0 });
});

test("no two games share a name, in whatever case, or a slug", async () => {
  const game = await addGame();
  const tries = [
    { body: { name: game.name.toUpperCase(), slug: "another" }, path: "name" },
    { body: { name: "Another", slug: game.slug }, path: "slug" },
  ];
  const other = await addGame();
  for (const { body, path } of tries) {
    for (const answer of [
      await admin.send("POST", url, body),
      await admin.send("PATCH", `${url}/${other.id}`, { ...body, version: 1 }),
    ]) {
      expect([answer.statusCode, answer.json().details[0].path]).toEqual([409, path]);
    }
  }
  const same = await admin.send("PATCH", `${url}/${game.id}`, { name: game.name.toUpperCase(), version: 1 });
  expect(same.json()).toMatchObject({ name: game.name.toUpperCase(), version: 2 });
});

test("of two who add the same game at once one does", async () => {
  const draft = { name: "Twins", slug: "twins" };
  const answers = await Promise.all([admin.send("POST", url, draft), admin.send("POST", url, draft)]);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
});

test("a change keeps what it does not name, and a stale one is shown what is there now", async () => {
  const game = await addGame({ servers: [server], templates: [template] });
  const change = { is_active: false, icon: "🎲", version: 1 };
  const answer = await admin.send("PATCH", `${url}/${game.id}`, change);
  expect(answer.json()).toEqual({ ...game, is_active: false, icon: "🎲", version: 2 });
  const [row] = await readAdminAudit(world, game.id);
  expect(row).toMatchObject({
    action: "game.update",
    before: { is_active: true, icon: "" },
    after: { is_active: false, icon: "🎲" },
  });
  const stale = await admin.send("PATCH", `${url}/${game.id}`, { name: "Stale", version: 1 });
  expect([stale.statusCode, stale.json().current.version]).toEqual([409, 2]);
  expect(stale.json()).toMatchObject({ changed_by: expect.any(String), changed_at: row?.at.toISOString() });
  const nothing = await admin.send("PATCH", `${url}/${game.id}`, { icon: "🎲", servers: [server], version: 2 });
  expect(nothing.json().version).toBe(2);
  expect(await readAdminAudit(world, game.id)).toHaveLength(2);
});

test.each([
  [{ name: "", slug: "a" }, "name"],
  [{ name: "A", slug: "Not A Slug" }, "slug"],
  [{ name: "A", slug: "a", servers: [{ ...server, time_zone: "Mars/Olympus" }] }, "servers.0.time_zone"],
  [{ name: "A", slug: "a", servers: [{ ...server, reset_time: "25:00" }] }, "servers.0.reset_time"],
  [{ name: "A", slug: "a", templates: [template, template] }, "templates"],
  [{ name: "A", slug: "a", templates: [withActivity({ icon: "dragon" })] }, "templates.0.activities.0.icon"],
  [{ name: "A", slug: "a", templates: [withActivity({ color: "#ff0000" })] }, "templates.0.activities.0.color"],
  [
    { name: "A", slug: "a", templates: [withActivity({ points_per_unit: 0.005 })] },
    "templates.0.activities.0.points_per_unit",
  ],
  [
    { name: "A", slug: "a", templates: [withActivity({ category: "x".repeat(41) })] },
    "templates.0.activities.0.category",
  ],
  [
    { name: "A", slug: "a", templates: [withActivity({ daily_target: 1e12 })] },
    "templates.0.activities.0.daily_target",
  ],
  [{ name: "A", slug: "a", week_start: 8 }, "week_start"],
  [{ name: "A", slug: "a", position: 1 }, "position"],
])("the game %j is refused at %s", async (draft, path) => {
  const answer = await admin.send("POST", url, draft);
  expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, path]);
});

test("a game that clans play cannot be deleted, and the admin sees how many", async () => {
  const game = await addGame();
  const clans = [await world.clan(), await world.clan()];
  for (const { id } of clans) {
    await world.db.updateTable("clans").set({ game_id: game.id }).where("id", "=", id).execute();
  }
  expect((await listGames()).at(-1)).toMatchObject({ id: game.id, clans: 2 });
  const refused = await admin.send("DELETE", `${url}/${game.id}`);
  const message = `2 clans play ${game.name}, so it cannot be deleted. Switch it off instead.`;
  expect([refused.statusCode, refused.json().message]).toEqual([409, message]);

  await world.db.updateTable("clans").set({ game_id: null }).where("game_id", "=", game.id).execute();
  expect((await admin.send("DELETE", `${url}/${game.id}`)).statusCode).toBe(200);
  expect((await admin.send("DELETE", `${url}/${game.id}`)).statusCode).toBe(404);
  const [row] = await readAdminAudit(world, game.id);
  expect(row).toMatchObject({ action: "game.delete", target: game.name });
});

test("the catalogue is put in another order as a whole", async () => {
  const ids: string[] = (await listGames()).map(({ id }: { id: string }) => id);
  const turned = ids.toReversed();
  const answer = await admin.send("PUT", `${url}/order`, { ids: turned });
  expect(answer.json().items.map(({ id }: { id: string }) => id)).toEqual(turned);
  expect((await listGames()).map(({ id }: { id: string }) => id)).toEqual(turned);
  for (const wrong of [ids.slice(1), [...ids.slice(1), crypto.randomUUID()], [...ids.slice(1), ids[1] ?? ""]]) {
    const refused = await admin.send("PUT", `${url}/order`, { ids: wrong });
    expect([refused.statusCode, refused.json().current.length]).toEqual([409, ids.length]);
  }
  await admin.send("PUT", `${url}/order`, { ids: turned });
  const rows = await world.db.selectFrom("admin_audit").select("id").where("action", "=", "game.order").execute();
  expect(rows).toHaveLength(1);
});
