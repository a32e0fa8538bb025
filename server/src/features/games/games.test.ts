import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

test("whoever is signed in sees the games with servers and templates, in their order and without retired ones", async () => {
  await world.db
    .insertInto("games")
    .values([
      { slug: "b", name: "Bees", position: -1 },
      { slug: "a", name: "Ants", position: -1 },
      { slug: "old", name: "Old one", position: -1, is_active: false },
    ])
    .execute();
  const user = await world.user();
  const { items } = (await user.get("/api/games")).json();
  expect(items.slice(0, 3).map(({ name }: { name: string }) => name)).toEqual(["Ants", "Bees", "Clash of Clans"]);
  expect(items.length).toBeGreaterThanOrEqual(12);
  expect(JSON.stringify(items)).not.toContain("Old one");
  expect(items[2]).toMatchObject({
    servers: [{ label: "Worldwide", time_zone: "UTC", reset_time: "08:00", reset_in_utc: true }],
    templates: [{ key: "clan-life", activities: expect.arrayContaining([{ name: "War attacks" }]) }],
  });
  expect((await world.visitor.get("/api/games")).statusCode).toBe(401);
});
