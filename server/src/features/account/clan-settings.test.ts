import { expect, test } from "vitest";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

const none = { public_name: null, first_steps_hidden: false, row_sort: "name", row_order: [], version: 0 };
const of = (clan: { id: string }) => `/api/me/clans/${clan.id}/settings`;

test("a member chooses their public name for each clan, and for nobody else", async () => {
  const clan = await world.clan();
  const kara = await world.memberOf(clan, "member");
  const tom = await world.memberOf(clan, "owner");
  expect((await kara.get(of(clan))).json()).toEqual(none);
  expect((await kara.send("PUT", of(clan), { public_name: "alias", version: 0 })).json()).toEqual({
    ...none,
    public_name: "alias",
    version: 1,
  });
  expect((await kara.send("PUT", of(clan), { public_name: null })).json()).toEqual({ ...none, version: 2 });
  expect((await kara.get(of(clan))).json()).toEqual({ ...none, version: 2 });
  expect((await tom.get(of(clan))).json()).toEqual(none);
});

test("an owner puts the first steps away and brings them back, and the chosen name stays", async () => {
  const clan = await world.clan();
  const kara = await world.memberOf(clan, "owner");
  await kara.send("PUT", of(clan), { public_name: "alias" });
  const away = { ...none, public_name: "alias", first_steps_hidden: true };
  expect((await kara.send("PUT", of(clan), { first_steps_hidden: true })).json()).toEqual({ ...away, version: 2 });
  expect((await kara.send("PUT", of(clan), { version: 2 })).json()).toEqual({ ...away, version: 3 });
  expect((await kara.send("PUT", of(clan), { public_name: null, first_steps_hidden: false })).json()).toEqual({
    ...none,
    version: 4,
  });
  expect((await kara.get(of(clan))).json()).toEqual({ ...none, version: 4 });
});

test("a change of an older version is refused with the settings as they are now", async () => {
  const clan = await world.clan();
  const kara = await world.memberOf(clan, "member");
  const early = await kara.send("PUT", of(clan), { public_name: "hidden", version: 1 });
  expect(early.json()).toMatchObject({ error: "conflict", current: { public_name: null, version: 0 } });
  await kara.send("PUT", of(clan), { public_name: "hidden", version: 0 });
  const stale = await kara.send("PUT", of(clan), { public_name: "name", version: 0 });
  expect(stale.statusCode).toBe(409);
  expect(stale.json()).toMatchObject({
    current: { public_name: "hidden", version: 1 },
    changed_by: expect.stringMatching(/^Player /),
    changed_at: expect.any(String),
  });
});

test.each([0, 1])("of twenty changes of version %d at the same moment one wins", async (version) => {
  const clan = await world.clan();
  const kara = await world.memberOf(clan, "member");
  if (version > 0) await kara.send("PUT", of(clan), { public_name: "name" });
  const change = { public_name: "alias", version };
  const answers = await Promise.all(Array.from({ length: 20 }, () => kara.send("PUT", of(clan), change)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 19 }, () => 409),
  ]);
});

test("S03, S04: a stranger's clan, and one that does not exist, read alike and keep nothing", async () => {
  const clan = await world.clan();
  const outsider = await world.memberOf(await world.clan(), "owner");
  const there = await outsider.get(of(clan));
  const nowhere = await outsider.get(of({ id: crypto.randomUUID() }));
  expect([there.statusCode, nowhere.statusCode]).toEqual([404, 404]);
  expect({ ...there.json(), request_id: "" }).toEqual({ ...nowhere.json(), request_id: "" });
  expect((await outsider.send("PUT", of(clan), { public_name: "alias" })).statusCode).toBe(404);
  const rows = await world.db.selectFrom("user_clan_settings").selectAll().where("clan_id", "=", clan.id).execute();
  expect(rows).toEqual([]);
});

test("S07: whoever was removed has no settings any more, at once", async () => {
  const clan = await world.clan();
  const kara = await world.memberOf(clan, "member");
  expect((await kara.send("PUT", of(clan), { public_name: "alias" })).statusCode).toBe(200);
  await world.db.updateTable("clan_members").set({ status: "removed" }).where("user_id", "=", kara.userId).execute();
  expect((await kara.get(of(clan))).statusCode).toBe(404);
  expect((await kara.send("PUT", of(clan), { public_name: "name" })).statusCode).toBe(404);
});

test("the order of a day’s rows is kept for one person and one clan", async () => {
  const clan = await world.clan();
  const [kara, tom] = [await world.memberOf(clan, "owner"), await world.memberOf(clan, "maintainer")];
  const row_order = [tom.memberId, kara.memberId];
  expect((await kara.send("PUT", of(clan), { row_sort: "own", row_order })).json()).toMatchObject({ row_order });
  expect((await kara.send("PUT", of(clan), { public_name: "alias" })).json()).toMatchObject({
    row_sort: "own",
    row_order,
  });
  expect((await kara.get(of(clan))).json()).toMatchObject({ row_sort: "own", row_order });
  expect((await tom.get(of(clan))).json()).toEqual(none);
});

test("the clan somebody chose last is known on every device of theirs, and to nobody else", async () => {
  const [first, second] = [await world.clan(), await world.clan()];
  const kara = await world.memberOf(first, "owner");
  const tom = await world.memberOf(first, "member");
  await world.db
    .updateTable("clan_members")
    .set({ user_id: kara.userId })
    .where("id", "=", (await world.memberOf(second, "member")).memberId)
    .execute();
  const usesOf = async (who: typeof kara) => {
    const cards: { id: string; last_used_at: string | null }[] = (await who.get("/api/clans/my")).json();
    return new Map(cards.map(({ id, last_used_at: at }) => [id, at]));
  };
  expect([...(await usesOf(kara)).values()]).toEqual([null, null]);

  await kara.send("PUT", of(second), { public_name: "alias" });
  for (const { id } of [first, second]) {
    expect((await kara.send("PUT", `/api/me/clans/${id}/last-used`)).json()).toEqual({});
  }
  const uses = await usesOf(kara);
  expect(Date.parse(uses.get(second.id) ?? "")).toBeGreaterThanOrEqual(Date.parse(uses.get(first.id) ?? ""));
  expect((await kara.get(of(second))).json()).toEqual({ ...none, public_name: "alias", version: 1 });
  expect((await kara.send("PUT", of(first), { public_name: "hidden", version: 0 })).statusCode).toBe(200);
  expect((await usesOf(kara)).get(first.id)).toBe(uses.get(first.id));
  expect([...(await usesOf(tom)).values()]).toEqual([null]);
});

test.each([
  { public_name: "secret" },
  { first_steps_hidden: null },
  { first_steps_hidden: "true" },
  { row_sort: "random" },
  { row_order: ["Kara"] },
  { public_name: "name", user_id: "x" },
  { public_name: "name", clan_id: "x" },
])("S06: %j is refused", async (change) => {
  const clan = await world.clan();
  const kara = await world.memberOf(clan, "member");
  expect((await kara.send("PUT", of(clan), change)).statusCode).toBe(400);
  expect((await kara.get(of(clan))).json()).toEqual(none);
});
