import { expect, test } from "vitest";
import { realServer } from "../../testing/real-server.ts";
import { listMembersOfClan, listMyLinkedMembers, searchMembers } from "./members.api.ts";

const kara = { id: "m1", name: "Kara", userId: "u1" };

test("a clan's members are listed, all or only those without a user", async () => {
  const server = await realServer({
    "GET /api/clans/c1/members": { body: { members: [kara] } },
    "GET /api/clans/c1/members?unlinked=true": { body: [] },
  });
  expect(await listMembersOfClan("c1")).toMatchObject([{ id: "m1", user_id: "u1" }]);
  expect(await listMembersOfClan("c1", { unlinked: true })).toEqual([]);
  expect(server.calls()).toHaveLength(2);
});

test("a user's own players are listed", async () => {
  await realServer({ "GET /api/clan-members/my-linked": { body: { data: [kara] } } });
  expect(await listMyLinkedMembers()).toMatchObject([{ name: "Kara" }]);
});

test("a search without words finds nobody and asks nobody", async () => {
  const server = await realServer({});
  expect(await searchMembers("  ")).toEqual([]);
  expect(server.calls()).toEqual([]);
});

test("a search finds members, finds nobody on a server without search, and fails when the server does", async () => {
  const path = "GET /api/clan-members/search?q=ka";
  await realServer({ [path]: { body: { items: [kara] } } });
  expect(await searchMembers("ka")).toMatchObject([{ name: "Kara" }]);
  await realServer({});
  expect(await searchMembers("ka")).toEqual([]);
  await realServer({ [path]: { status: 500 } });
  await expect(searchMembers("ka")).rejects.toMatchObject({ status: 500 });
});
