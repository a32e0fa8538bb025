import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

const worlds: TestApp[] = [];
let world: TestApp;
let admin: Awaited<ReturnType<TestApp["appAdmin"]>>;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.appAdmin();
});
afterAll(() => Promise.all(worlds.map((one) => one.close())));

async function openWorld(): Promise<TestApp> {
  const opened = await createTestApp();
  worlds.push(opened);
  return opened;
}

interface Game {
  name: string;
  slug: string;
}

const url = "/api/admin/games";
const setOf = (...games: object[]) => ({ format: "clanhall-games", format_version: 1, games });
const send = (set: unknown, dry_run = false) => admin.send("POST", `${url}/import`, { set, dry_run });
const listGames = async (): Promise<Game[]> => (await admin.get(url)).json().items;
const nameOf = async (slug: string) => (await listGames()).find((game) => game.slug === slug)?.name;
const listImports = () =>
  world.db.selectFrom("admin_audit").selectAll().where("action", "=", "game.import").orderBy("at", "desc").execute();

test("what is exported is imported unchanged, here and elsewhere", async () => {
  const file = await admin.get(`${url}.json`);
  expect(file.headers["content-disposition"]).toMatch(/^attachment; filename="clanhall-games-[\d-]+\.json"$/);
  const set = file.json();
  const before = await listGames();
  const names = before.map(({ name }) => name);
  expect((await send(set)).json()).toEqual({ added: [], changed: [], same: names, problems: [] });
  expect(await listGames()).toEqual(before);
  expect(await listImports()).toEqual([]);

  const elsewhere = await openWorld();
  await elsewhere.db.deleteFrom("games").execute();
  const otherAdmin = await elsewhere.appAdmin();
  const answer = await otherAdmin.send("POST", `${url}/import`, { set, dry_run: false });
  expect(answer.json()).toEqual({ added: names, changed: [], same: [], problems: [] });
  expect((await otherAdmin.get(`${url}.json`)).json()).toEqual(set);
});

test("a dry run says what an import would do, and does nothing", async () => {
  const set = setOf({ name: "Brand New", slug: "brand-new" }, { name: "EVE", slug: "eve-online" });
  const before = await listGames();
  const expected = { added: ["Brand New"], changed: ["EVE"], same: [], problems: [] };
  expect((await send(set, true)).json()).toEqual(expected);
  expect(await listGames()).toEqual(before);
  expect(await listImports()).toEqual([]);

  expect((await send(set)).json()).toEqual(expected);
  expect((await listGames()).at(-1)).toMatchObject({ name: "Brand New", is_active: true });
  expect(await listGames()).toContainEqual(expect.objectContaining({ name: "EVE", servers: [], version: 2 }));
  const [row] = await listImports();
  expect(row).toMatchObject({ actor_id: admin.userId, after: { added: ["Brand New"], changed: ["EVE"] } });
});

test("games with a problem are left out and named, and the others come in", async () => {
  const set = setOf(
    { name: "warframe", slug: "not-warframe" },
    { name: "First", slug: "first" },
    { name: "First again", slug: "first" },
    { name: "FIRST", slug: "second" },
    { name: "Third", slug: "third" },
  );
  expect((await send(set)).json()).toMatchObject({
    added: ["First", "Third"],
    problems: [
      { name: "warframe", problem: "Another game already has this name." },
      { name: "First again", problem: "Another game in the file has this slug." },
      { name: "FIRST", problem: "Another game in the file has this name." },
    ],
  });
});

test("two games may swap their names, and a name that stays taken is not given away", async () => {
  await send(setOf({ name: "Left", slug: "left" }, { name: "Right", slug: "right" }));
  const swapped = await send(setOf({ name: "Right", slug: "left" }, { name: "Left", slug: "right" }));
  expect(swapped.json()).toMatchObject({ changed: ["Right", "Left"], problems: [] });
  expect([await nameOf("left"), await nameOf("right")]).toEqual(["Right", "Left"]);

  const chain = await send(setOf({ name: "Warframe", slug: "left" }, { name: "Right", slug: "heir" }));
  expect(chain.json().problems.map(({ name }: Game) => name)).toEqual(["Warframe", "Right"]);
  expect([await nameOf("left"), await nameOf("heir")]).toEqual(["Right", undefined]);
});

test("there are never more games than there can be", async () => {
  const before = await listGames();
  const many = Array.from({ length: 500 }, (_, index) => ({ name: `Many ${index}`, slug: `many-${index}` }));
  const { added, problems } = (await send(setOf(...many))).json();
  expect([before.length + added.length, added.length + problems.length]).toEqual([500, 500]);
  const one = await admin.send("POST", url, { name: "One more", slug: "one-more" });
  expect([one.statusCode, one.json().error]).toEqual([409, "conflict"]);
});

test.each([
  [{ format: "else", format_version: 1, games: [{ name: "A", slug: "a" }] }],
  [{ format: "clanhall-games", format_version: 2, games: [{ name: "A", slug: "a" }] }],
  [setOf()],
  [setOf({ name: "A" })],
  [setOf({ name: "A", slug: "a", id: "x" })],
  ["text"],
])("the file %j is refused", async (set) => {
  expect((await send(set)).statusCode).toBe(400);
});
