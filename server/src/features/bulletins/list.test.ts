import type { Bulletin } from "@clanhall/contract/bulletins";
import type { KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import { addBulletin, inMinutes, openBulletins } from "../../testing/bulletins.ts";
import { sharedApp } from "../../testing/test-app.ts";
import { loadMyBulletins } from "./list.ts";

const world = await sharedApp();

type Role = "owner" | "maintainer" | "member";

/** Somebody who is in clans with these roles. */
async function memberOfMany(...roles: Role[]) {
  const first = await world.clan();
  const person = await world.memberOf(first, roles[0] ?? "member");
  const clans = [first];
  for (const role of roles.slice(1)) {
    const clan = await world.clan();
    const row = { clan_id: clan.id, user_id: person.userId, name: "Kara", name_key: "kara", role };
    await world.db.insertInto("clan_members").values(row).execute();
    clans.push(clan);
  }
  const read = async (query = ""): Promise<Bulletin[]> => (await person.get(`/api/bulletins${query}`)).json().items;
  return { ...person, clans, read };
}

test("the dashboard has the live bulletins of all one's clans, newest first, each by the role there", async () => {
  const { clans, read, userId } = await memberOfMany("maintainer", "member");
  const [run = { id: "" }, played = { id: "" }] = clans;
  await addBulletin(world, run.id, { title: "Old", publish_at: inMinutes(-30) });
  await addBulletin(world, played.id, { title: "Middle", publish_at: inMinutes(-20), created_by: userId });
  await addBulletin(world, run.id, { title: "For us", publish_at: inMinutes(-10), audience: "maintainers" });
  await addBulletin(world, played.id, { title: "Not for me", audience: "maintainers" });
  await addBulletin(world, run.id, { title: "Draft", publish_at: null });
  await addBulletin(world, run.id, { title: "Scheduled", publish_at: inMinutes(10) });
  await addBulletin(world, run.id, { title: "Expired", publish_at: inMinutes(-9), expires_at: inMinutes(-1) });
  await addBulletin(world, run.id, { title: "Binned", deleted_at: new Date() });
  await addBulletin(world, (await world.clan()).id, { title: "Not my clan" });
  const items = await read();
  expect(items.map(({ title, clan_role }) => [title, clan_role])).toEqual([
    ["For us", "maintainer"],
    ["Middle", "member"],
    ["Old", "maintainer"],
  ]);
  expect(items[1]).toMatchObject({ clan_id: played.id, clan_name: "Night Owls", author: "Kara", seen_by: null });
  expect(items[2]).toMatchObject({ seen_by: { seen: 0, of: 1 } });
});

test("of each clan come so many, pinned ones before others", async () => {
  const { clans, read } = await memberOfMany("member", "member");
  for (const clan of clans) {
    for (let n = 1; n <= 7; n++) await addBulletin(world, clan.id, { title: `${n}`, publish_at: inMinutes(-n) });
    await addBulletin(world, clan.id, { title: "Pinned", publish_at: inMinutes(-60), pinned: true });
  }
  expect((await read()).map(({ title }) => title)).toEqual(
    ["1", "2", "3", "4", "Pinned"].flatMap((title) => [title, title]),
  );
  expect(await read("?limitPerClan=1")).toHaveLength(2);
  expect((await read("?limitPerClan=1")).map(({ title }) => title)).toEqual(["Pinned", "Pinned"]);
  expect(await read("?limitPerClan=50")).toHaveLength(16);
});

test("archived clans are still read; left ones and those being deleted are not, not even by their owner", async () => {
  const { clans, read, userId } = await memberOfMany("member", "owner", "member");
  const [archived, deleted, left] = clans.map(({ id }) => id);
  for (const { id } of clans) await addBulletin(world, id, { title: id });
  const setClan = (id: string | undefined, change: object) =>
    world.db
      .updateTable("clans")
      .set(change)
      .where("id", "=", id ?? "")
      .execute();
  await setClan(archived, { archived_at: new Date() });
  await setClan(deleted, { deletes_at: inMinutes(60) });
  await world.db
    .updateTable("clan_members")
    .set({ status: "inactive" })
    .where("clan_id", "=", left ?? "")
    .where("user_id", "=", userId)
    .execute();
  expect((await read()).map(({ title }) => title)).toEqual([archived]);
});

test("an unchanged list is not sent again", async () => {
  const { clans, userId, get } = await memberOfMany("member");
  const [clan = { id: "" }] = clans;
  await addBulletin(world, clan.id);
  const first = await get("/api/bulletins");
  expect(first.headers["cache-control"]).toBe("no-store");
  const ask = () =>
    world.app.server.inject({
      url: "/api/bulletins",
      headers: { "x-dev-user-id": userId, "if-none-match": String(first.headers.etag) },
    });
  const again = await ask();
  expect([again.statusCode, again.payload]).toEqual([304, ""]);
  await addBulletin(world, clan.id, { title: "New" });
  expect((await ask()).json().items).toHaveLength(2);
});

test("one bulletin is read by its id, as far as the reader may", async () => {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "maintainer");
  const member = await world.memberOf(clan, "member");
  const read = async (person: typeof owner, id: string) => {
    const answer = await person.get(`/api/clans/${clan.id}/bulletins/${id}`);
    return answer.statusCode === 200 ? answer.json().title : answer.statusCode;
  };
  const live = await addBulletin(world, clan.id, { title: "Live" });
  const draft = await addBulletin(world, clan.id, { title: "Draft", publish_at: null });
  const ours = await addBulletin(world, clan.id, { title: "For us", audience: "maintainers" });
  const binned = await addBulletin(world, clan.id, { title: "Binned", deleted_at: new Date() });
  const foreign = await addBulletin(world, (await world.clan()).id);
  const all = [live, draft, ours, binned, foreign];
  expect(await Promise.all(all.map((id) => read(owner, id)))).toEqual(["Live", "Draft", "For us", 404, 404]);
  expect(await Promise.all(all.map((id) => read(member, id)))).toEqual(["Live", 404, 404, 404, 404]);
});

test("it is one query, whatever the number of clans", async () => {
  const { clans, userId } = await memberOfMany("owner", "member", "maintainer", "member");
  for (const { id } of clans) await addBulletin(world, id);
  let queries = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const items = await loadMyBulletins(world.db.withPlugin(counting), userId, 5);
  expect([items.length, queries]).toEqual([4, 1]);
});

test.each(["limitPerClan=0", "limitPerClan=51", "limitPerClan=x", "clan=1"])("%s is refused", async (query) => {
  expect((await (await world.user()).get(`/api/bulletins?${query}`)).statusCode).toBe(400);
  expect((await world.visitor.get("/api/bulletins")).statusCode).toBe(401);
});

test("somebody without a clan has no bulletins", async () => {
  expect((await (await world.user()).get("/api/bulletins")).json()).toEqual({ items: [] });
});

test("opening a bulletin counts once, and managers see who has and who has not", async () => {
  const { owner, maintainer, member, url, make, list, get } = await openBulletins(world);
  const { id } = await make();
  const see = (who: typeof member) => who.send("POST", `${url}/${id}/seen`);
  const answers = await Promise.all([see(member), see(member), see(member)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect((await list(owner))[0]).toMatchObject({ is_seen: false, seen_by: { seen: 1, of: 2 } });
  await see(owner);
  await see(maintainer);
  expect((await list(member))[0]).toMatchObject({ is_seen: true, seen_by: null });
  // Whoever wrote it is none of its readers.
  expect((await list(maintainer))[0]).toMatchObject({ is_seen: true, seen_by: { seen: 2, of: 2 } });
  expect(await get(id)).toMatchObject({ is_seen: true, version: 1 });
  expect((await maintainer.get(`${url}/${id}/seen`)).json().items).toEqual([
    { member_id: member.memberId, name: expect.any(String), seen_at: expect.any(String) },
    { member_id: owner.memberId, name: expect.any(String), seen_at: expect.any(String) },
  ]);
});

test("those count who are active, have an account and are meant", async () => {
  const { clan, owner, member, url, make, get } = await openBulletins(world);
  const forAll = await make();
  const forUs = await make({ audience: "maintainers" });
  for (const { id } of [forAll, forUs]) await owner.send("POST", `${url}/${id}/seen`);
  await member.send("POST", `${url}/${forAll.id}/seen`);
  await world.db
    .insertInto("clan_members")
    .values({ clan_id: clan.id, user_id: null, name: "Tom", name_key: "tom" })
    .execute();
  expect((await get(forAll.id)).seen_by).toEqual({ seen: 2, of: 2 });
  expect((await get(forUs.id)).seen_by).toEqual({ seen: 1, of: 1 });
  expect((await owner.get(`${url}/${forUs.id}/seen`)).json().items).toHaveLength(1);
  await world.db.updateTable("clan_members").set({ status: "inactive" }).where("id", "=", member.memberId).execute();
  expect((await get(forAll.id)).seen_by).toEqual({ seen: 1, of: 1 });
});

test("what somebody may not read now they cannot have opened", async () => {
  const { maintainer, member, url, make, add } = await openBulletins(world);
  const forUs = (await make({ audience: "maintainers" })).id;
  const draft = (await make({ publish_at: null })).id;
  const scheduled = (await make({ publish_at: inMinutes(60).toISOString() })).id;
  const expired = await add({ publish_at: inMinutes(-20), expires_at: inMinutes(-10) });
  const see = async (who: typeof member, id: string) => (await who.send("POST", `${url}/${id}/seen`)).statusCode;
  for (const id of [forUs, draft, scheduled, expired, crypto.randomUUID()]) expect(await see(member, id)).toBe(404);
  for (const id of [draft, scheduled, expired]) expect(await see(maintainer, id)).toBe(404);
  expect(await see(maintainer, forUs)).toBe(200);
});
