import { expect, test } from "vitest";
import { realServer } from "../../testing/real-server.ts";
import { getClan, isClanAdmin, listMyClans } from "./clans.api.ts";

const clan = { id: "c1", name: "Night Owls", role: "leader" };

test("a user's clans come with the user's role in each", async () => {
  await realServer({ "GET /api/clans/my": { body: { clans: [clan] } } });
  expect(await listMyClans()).toMatchObject([{ id: "c1", role: "maintainer" }]);
});

test.each([[clan], [{ clan }], [{ data: clan }]])("one clan is read from %j", async (body) => {
  await realServer({ "GET /api/clans/c1": { body } });
  expect(await getClan("c1")).toMatchObject({ id: "c1", name: "Night Owls" });
});

test.each([
  [{ isAdmin: true }, true],
  [{ is_admin: true }, true],
  [{ data: { isAdmin: true } }, true],
  [{ isAdmin: false }, false],
  [{}, false],
])("the clan's admin answer %j means %s", async (body, expected) => {
  await realServer({ "GET /api/clans/c1/is-admin": { body } });
  expect(await isClanAdmin("c1")).toBe(expected);
});
