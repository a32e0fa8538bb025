import { expect, test } from "vitest";
import { daysAgo, openEntries } from "../../testing/entries.ts";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

async function openBot(scopes: string[]) {
  const fixture = await openEntries(world);
  const made = await fixture.owner.send("POST", `${fixture.url}/tokens`, { name: "Discord bot", scopes });
  const headers = { authorization: `Bearer ${made.json().token}` };
  const bot = {
    get: (url: string) => world.app.server.inject({ method: "GET", url, headers }),
    send: (method: "POST" | "PUT" | "PATCH" | "DELETE", url: string, payload: object = {}) =>
      world.app.server.inject({ method, url, headers, payload }),
  };
  return { ...fixture, bot: bot as typeof fixture.owner };
}

test("a bot writes entries, which are the maker's and came by the API", async () => {
  const { bot, put, cell, owner, url, clan } = await openBot(["entries:write"]);
  expect((await put(bot, [cell({ value: 12 })])).json()).toMatchObject({ saved: 1 });
  const row = await world.db
    .selectFrom("entries")
    .select(["value", "source", "entered_by"])
    .where("clan_id", "=", clan.id)
    .executeTakeFirst();
  expect(row).toEqual({ value: 12, source: "api", entered_by: owner.memberId });
  expect((await bot.get(`${url}/days/${daysAgo(0)}`)).statusCode).toBe(403);
});

test("a bot that may read sees everybody's values and writes none", async () => {
  const { bot, put, cell, owner, url, allow } = await openBot(["entries:read"]);
  await allow({ members_see_values: false });
  await put(owner, [cell({ value: 3 })]);
  const day = await bot.get(`${url}/days/${daysAgo(0)}`);
  expect(day.json().cells).toMatchObject([{ value: 3, source: "ui" }]);
  expect((await put(bot, [cell({ value: 4 })])).statusCode).toBe(403);
});

test("on locked days a bot may what a maintainer may", async () => {
  const { bot, put, cell, allow, owner, url } = await openBot(["entries:write"]);
  const late = [cell({ day: daysAgo(30) })];
  expect((await put(bot, late, "from the game's log")).statusCode).toBe(423);
  await allow({ maintainers_edit_locked: true });
  expect((await put(bot, late, "from the game's log")).json()).toMatchObject({ saved: 1 });
  const [audit] = (await owner.get(`${url}/audit`)).json().items;
  expect(audit).toMatchObject({ action: "entry.write_locked", source: "api" });
  expect(JSON.stringify(audit)).toContain("Discord bot");
});
