import { expect, test } from "vitest";
import { inMinutes, openBulletins } from "../../testing/bulletins.ts";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

test("opening a bulletin counts once, and managers see who has and who has not", async () => {
  const { owner, maintainer, member, url, make, list, get } = await openBulletins(world);
  const { id } = await make();
  const see = (who: typeof member) => who.send("POST", `${url}/${id}/seen`);
  const answers = await Promise.all([see(member), see(member), see(member)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  await see(owner);
  expect((await list(member))[0]).toMatchObject({ is_seen: true, seen_by: null });
  expect((await list(maintainer))[0]).toMatchObject({ is_seen: false, seen_by: { seen: 2, of: 3 } });
  expect(await get(id)).toMatchObject({ is_seen: true, version: 1 });
  expect((await maintainer.get(`${url}/${id}/seen`)).json().items).toEqual([
    { member_id: member.memberId, name: expect.any(String), seen_at: expect.any(String) },
    { member_id: owner.memberId, name: expect.any(String), seen_at: expect.any(String) },
    { member_id: maintainer.memberId, name: expect.any(String), seen_at: null },
  ]);
});

test("those count who are active, have an account and are meant", async () => {
  const { clan, owner, maintainer, member, url, make, get } = await openBulletins(world);
  const forAll = await make();
  const forUs = await make({ audience: "maintainers" });
  for (const { id } of [forAll, forUs]) await maintainer.send("POST", `${url}/${id}/seen`);
  await member.send("POST", `${url}/${forAll.id}/seen`);
  await world.db
    .insertInto("clan_members")
    .values({ clan_id: clan.id, user_id: null, name: "Tom", name_key: "tom" })
    .execute();
  expect((await get(forAll.id)).seen_by).toEqual({ seen: 2, of: 3 });
  expect((await get(forUs.id)).seen_by).toEqual({ seen: 1, of: 2 });
  expect((await owner.get(`${url}/${forUs.id}/seen`)).json().items).toHaveLength(2);
  await world.db.updateTable("clan_members").set({ status: "inactive" }).where("id", "=", member.memberId).execute();
  expect((await get(forAll.id)).seen_by).toEqual({ seen: 1, of: 2 });
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
