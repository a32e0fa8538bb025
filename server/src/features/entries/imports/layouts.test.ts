import { expect, test } from "vitest";
import { openImports } from "../../../testing/imports.ts";
import { untilWaitingForLock } from "../../../testing/locks.ts";
import { sharedApp } from "../../../testing/test-app.ts";

const world = await sharedApp();

const column = { left: 700, right: 900, tall: 30, way: "brightness" };

async function openLayouts() {
  const imports = await openImports(world);
  const url = `/api/clans/${imports.clan.id}/screenshot-layouts`;
  const toDraft = (name: string, meaning: string = imports.donations) => ({
    name,
    signs: ["Members", "Donated"],
    geometry: { names: { left: 200, right: 600, dy: -8, tall: 34 }, columns: [{ ...column, meaning }], pitch: 140 },
  });
  const create = (name: string, meaning?: string) => imports.owner.send("POST", url, toDraft(name, meaning));
  return { ...imports, url, toDraft, create };
}

test("a layout is kept, changed by its version, and forgotten; each is in the audit", async () => {
  const { owner, url, create, kara, clan } = await openLayouts();
  const made = (await create("Members")).json();
  expect(made).toMatchObject({ name: "Members", version: 1, known_crops: [] });
  const known_crops = [{ hash: "0123456789abcdef", member_id: kara }];
  const changed = await owner.send("PATCH", `${url}/${made.id}`, { version: 1, name: "War", known_crops });
  expect(changed.json()).toMatchObject({ name: "War", version: 2, known_crops });
  const used = await owner.send("PATCH", `${url}/${made.id}`, { version: 2, geometry: made.geometry });
  expect(used.json()).toMatchObject({ version: 2 });
  const stale = await owner.send("PATCH", `${url}/${made.id}`, { version: 1, name: "Else" });
  expect(stale.json()).toMatchObject({ error: "conflict", current: { name: "War" } });
  expect((await owner.get(url)).json().items).toHaveLength(1);
  expect((await owner.send("DELETE", `${url}/${made.id}`, { version: 1 })).statusCode).toBe(409);
  expect((await owner.send("DELETE", `${url}/${made.id}`, { version: 2 })).statusCode).toBe(200);
  expect((await owner.send("DELETE", `${url}/${made.id}`, { version: 2 })).statusCode).toBe(404);
  const actions = await world.db.selectFrom("clan_audit").select("action").where("clan_id", "=", clan.id).execute();
  expect(actions.map(({ action }) => action).toSorted()).toEqual(["layout.change", "layout.create", "layout.delete"]);
});

test("names are taken once, activities and players are the clan's, members see none, and there are at most 30", async () => {
  const { owner, url, toDraft, create, clan } = await openLayouts();
  const other = await openLayouts();
  expect((await create("Members")).statusCode).toBe(200);
  expect((await create(" members")).statusCode).toBe(400);
  expect((await create("Foreign", other.donations)).statusCode).toBe(400);
  const crops = [{ hash: "0123456789abcdef", member_id: other.kara }];
  expect((await owner.send("POST", url, { ...toDraft("Crops"), known_crops: crops })).statusCode).toBe(400);
  const member = await world.memberOf(clan, "member");
  expect((await member.get(url)).statusCode).toBe(403);
  expect((await other.owner.get(url)).statusCode).toBe(404);
  const geometry = JSON.stringify(toDraft("").geometry);
  const rest = Array.from({ length: 29 }, (_, index) => ({
    clan_id: clan.id,
    name: `List ${index}`,
    signs: "[]",
    geometry,
  }));
  await world.db.insertInto("screenshot_layouts").values(rest).execute();
  expect((await create("One more")).statusCode).toBe(409);
});

test("layouts go with a copied set and with an exported file, by the names of activities", async () => {
  const source = await openLayouts();
  await source.create("Members");
  await source.create("Only ranks", "rank");
  const clan = await world.clan();
  const owner = { ...source.owner };
  await world.db
    .insertInto("clan_members")
    .values({ clan_id: clan.id, user_id: owner.userId, name: "Chief", name_key: "chief", role: "owner" })
    .execute();
  const file = (await source.owner.get(`/api/clans/${source.clan.id}/activities.json`)).json();
  expect(file.screenshot_layouts).toHaveLength(2);
  const activities = `/api/clans/${clan.id}/activities`;
  const dry = await owner.send("POST", `${activities}/import`, { set: file, dry_run: true });
  expect(dry.json()).toMatchObject({ layouts_added: 1 });
  const copied = await owner.send("POST", `${activities}/copy`, { from_clan_id: source.clan.id });
  expect(copied.json()).toMatchObject({ layouts_added: 1 });
  const { items } = (await owner.get(`/api/clans/${clan.id}/screenshot-layouts`)).json();
  const donations = copied.json().added.find(({ name }: { name: string }) => name === "Donations");
  expect(items).toMatchObject([{ name: "Members", geometry: { columns: [{ meaning: donations.id }] } }]);
  const again = await owner.send("POST", `${activities}/import`, { set: file, dry_run: false });
  expect(again.json()).toMatchObject({ layouts_added: 0 });
});

test("a set that is imported while somebody adds a layout waits for them, and leaves at most 30", async () => {
  const source = await openLayouts();
  await source.create("Members");
  const { owner, clan, url, toDraft } = await openLayouts();
  const geometry = JSON.stringify(toDraft("").geometry);
  const standing = Array.from({ length: 29 }, (_, index) => ({
    clan_id: clan.id,
    name: `List ${index}`,
    signs: "[]",
    geometry,
  }));
  await world.db.insertInto("screenshot_layouts").values(standing).execute();
  const set = (await source.owner.get(`/api/clans/${source.clan.id}/activities.json`)).json();
  const holder = await world.database.pool.connect();
  await holder.query("begin");
  await holder.query("select 1 from clans where id = $1 for no key update", [clan.id]);
  const importing = owner.send("POST", `/api/clans/${clan.id}/activities/import`, { set, dry_run: false });
  await untilWaitingForLock(world.db, 1);
  await holder.query(
    "insert into screenshot_layouts (clan_id, name, signs, geometry) values ($1, 'The last', '[]', $2)",
    [clan.id, geometry],
  );
  await holder.query("commit");
  holder.release();
  expect((await importing).json()).toMatchObject({ layouts_added: 0 });
  expect((await owner.get(url)).json().items).toHaveLength(30);
});
