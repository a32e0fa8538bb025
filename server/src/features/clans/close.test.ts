import { expect, test } from "vitest";
import { daysAgo, openEntries } from "../../testing/entries.ts";
import { untilWaitingForLock } from "../../testing/locks.ts";
import { recordedLog } from "../../testing/recorded-log.ts";
import { sharedApp } from "../../testing/test-app.ts";
import { deleteDueClans } from "./close.ts";

const world = await sharedApp();

const day = 86_400_000;
const log = recordedLog();

async function clanWithPeople() {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const maintainer = await world.memberOf(clan, "maintainer");
  return { clan, owner, maintainer, url: `/api/clans/${clan.id}` };
}

async function isThere({ id }: { id: string }) {
  return (await world.db.selectFrom("clans").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}

test("a clan is deleted by typing its name, and at once only its owner still sees it", async () => {
  const { owner, maintainer, url } = await clanWithPeople();
  const wrong = await owner.send("DELETE", url, { name: "night owls" });
  expect(wrong.json()).toMatchObject({ error: "validation_failed", details: [{ path: "name" }] });
  const { deletes_at } = (await owner.send("DELETE", url, { name: "  Night  Owls " })).json();
  expect(Math.abs(Date.parse(deletes_at) - Date.now() - 14 * day)).toBeLessThan(60_000);
  expect((await owner.send("DELETE", url, { name: "Night Owls" })).json()).toEqual({ deletes_at });

  for (const path of ["", "/members", "/activities"]) {
    expect((await maintainer.get(url + path)).statusCode, path).toBe(404);
  }
  expect((await maintainer.get("/api/clans/my")).json()).toEqual([]);
  expect((await owner.get("/api/clans/my")).json()).toMatchObject([{ deletes_at }]);
  expect((await owner.get(url)).statusCode).toBe(200);
});

test("nothing is changed in a clan that is being deleted, until it is taken back", async () => {
  const { owner, maintainer, url } = await clanWithPeople();
  await owner.send("POST", `${url}/transfer`, { member_id: maintainer.memberId });
  await owner.send("DELETE", url, { name: "Night Owls" });
  const tries = await Promise.all([
    owner.send("PATCH", url, { version: 2, name: "Day Larks" }),
    owner.send("POST", `${url}/archive`),
    owner.send("POST", `${url}/transfer`, { member_id: maintainer.memberId }),
  ]);
  expect(tries.map(({ statusCode }) => statusCode)).toEqual([423, 423, 423]);
  expect((await maintainer.send("POST", `${url}/transfer/accept`)).statusCode).toBe(404);

  expect((await owner.send("POST", `${url}/restore`)).json()).toMatchObject({ deletes_at: null, transfer: null });
  expect((await maintainer.get(url)).statusCode).toBe(200);
  const { items } = (await owner.get(`${url}/audit?action=clan.`)).json();
  expect(items.slice(0, 2).map(({ action }: { action: string }) => action)).toEqual(["clan.restore", "clan.delete"]);
  expect((await owner.send("POST", `${url}/restore`)).statusCode).toBe(200);
});

test("when the grace is over the clan is gone with everything in it, and not before", async () => {
  const { clan, owner, url } = await clanWithPeople();
  const other = await clanWithPeople();
  await owner.send("DELETE", url, { name: "Night Owls" });
  await deleteDueClans(world.db, log, new Date(Date.now() + 13 * day));
  expect(await isThere(clan)).toBe(true);
  await deleteDueClans(world.db, log, new Date(Date.now() + 15 * day));
  expect([await isThere(clan), await isThere(other.clan)]).toEqual([false, true]);
  const { rows } = await world.database.pool.query(
    "select 1 from clan_members where clan_id = $1 union all select 1 from clan_audit where clan_id = $1",
    [clan.id],
  );
  expect(rows).toEqual([]);
  expect((await owner.get(url)).statusCode).toBe(404);
});

test("a clan's entries go with it in parts, and another clan's stay", async () => {
  const [mine, theirs] = [await openEntries(world), await openEntries(world)];
  for (const { owner, put, cell } of [mine, theirs]) {
    const cells = [0, 1, 2, 3, 40].map((back) => cell({ day: daysAgo(back) }));
    expect((await put(owner, cells, "counted late")).statusCode).toBe(200);
  }
  await mine.owner.send("DELETE", mine.url, { name: "Night Owls" });
  await deleteDueClans(world.db, log, new Date(Date.now() + 15 * day), 2);
  const count = async (clan: { id: string }) => {
    const { rows } = await world.database.pool.query(
      `select (select count(*) from entries where clan_id = $1) as entries,
         (select count(*) from entry_versions where clan_id = $1) as versions,
         (select count(*) > 0 from entry_months where clan_id = $1) as months`,
      [clan.id],
    );
    return rows[0];
  };
  expect(await isThere(mine.clan)).toBe(false);
  expect(await count(mine.clan)).toEqual({ entries: 0, versions: 0, months: false });
  expect(await count(theirs.clan)).toEqual({ entries: 5, versions: 5, months: true });
});

test("a clan taken back after the job saw it stays", async () => {
  const { clan, owner, url } = await clanWithPeople();
  await owner.send("DELETE", url, { name: "Night Owls" });
  const outcomes = await Promise.all([
    deleteDueClans(world.db, log, new Date(Date.now() + 15 * day)),
    owner.send("POST", `${url}/restore`),
  ]);
  expect([200, 404]).toContain(outcomes[1].statusCode);
  expect(await isThere(clan)).toBe(outcomes[1].statusCode === 200);
});

test("an archived clan is read-only until it is opened again", async () => {
  const { owner, maintainer, url } = await clanWithPeople();
  expect((await owner.send("POST", `${url}/archive`)).json().archived_at).not.toBeNull();
  expect((await owner.send("POST", `${url}/archive`)).statusCode).toBe(200);
  expect((await owner.send("PATCH", url, { version: 2, name: "Day Larks" })).statusCode).toBe(423);
  expect((await maintainer.get(url)).statusCode).toBe(200);
  expect((await maintainer.get(`${url}/export`)).statusCode).toBe(200);
  expect((await maintainer.send("POST", `${url}/unarchive`)).statusCode).toBe(403);
  expect((await owner.send("POST", `${url}/unarchive`)).json()).toMatchObject({ archived_at: null, version: 3 });
  expect((await owner.send("PATCH", url, { version: 3, name: "Day Larks" })).statusCode).toBe(200);
});

test("nothing is missing and nothing waits in a clan that can only be read, until it is open again", async () => {
  const { owner, member, activityId, url } = await openEntries(world);
  const reason = "Donated before the war";
  const asked = { kind: "value", activity_id: activityId, day: daysAgo(1), value: 9, reason };
  expect((await member.send("POST", `${url}/requests`, asked)).statusCode).toBe(200);
  const read = async () => (await owner.get("/api/clans/my")).json()[0];
  const open = { today: { due: 2, entered: 0 }, open_requests: 1 };
  const closed = { today: { due: 0, entered: 0 }, open_requests: 0 };
  expect(await read()).toMatchObject(open);
  await owner.send("POST", `${url}/archive`);
  expect(await read()).toMatchObject(closed);
  await owner.send("POST", `${url}/unarchive`);
  expect(await read()).toMatchObject(open);
  await owner.send("DELETE", url, { name: "Night Owls" });
  expect(await read()).toMatchObject(closed);
});

test("members leave with their history kept, and an owner sees what to do first", async () => {
  const { clan, owner, maintainer, url } = await clanWithPeople();
  expect((await owner.send("POST", `${url}/leave`)).json()).toMatchObject({
    error: "conflict",
    message: "Transfer ownership or delete the clan before you leave.",
  });
  expect((await maintainer.send("POST", `${url}/leave`)).json()).toEqual({});
  const row = await world.db
    .selectFrom("clan_members")
    .innerJoin("clan_member_spans", "clan_member_spans.member_id", "clan_members.id")
    .selectAll()
    .where("clan_members.id", "=", maintainer.memberId)
    .executeTakeFirst();
  expect(row).toMatchObject({ status: "removed", user_id: null, ends_on: new Date().toISOString().slice(0, 10) });
  expect((await maintainer.get(url)).statusCode).toBe(404);
  expect((await maintainer.send("POST", `${url}/leave`)).statusCode).toBe(404);
  const audit = await world.db.selectFrom("clan_audit").selectAll().where("clan_id", "=", clan.id).execute();
  expect(audit).toMatchObject([{ action: "member.leave", source: "self", actor_user_id: maintainer.userId }]);
});

test("whoever leaves while officers change the roster waits for them", async () => {
  const { clan, owner, url } = await clanWithPeople();
  const [one, two] = [await world.memberOf(clan, "member"), await world.memberOf(clan, "member")];
  // Rows of several players are locked in the order of their ids.
  const [alt, main] = one.memberId < two.memberId ? [one, two] : [two, one];
  await world.db
    .updateTable("clan_members")
    .set({ main_member_id: main.memberId })
    .where("id", "=", alt.memberId)
    .execute();
  const holder = await world.database.pool.connect();
  await holder.query("begin");
  await holder.query("select 1 from clan_members where id = $1 for update", [alt.memberId]);
  const chosen = { action: "add-group", group: "Raid", member_ids: [alt.memberId, main.memberId] };
  const changing = owner.send("POST", `${url}/members/bulk`, chosen);
  await untilWaitingForLock(world.db, 1);
  const leaving = main.send("POST", `${url}/leave`);
  await untilWaitingForLock(world.db, 2);
  await holder.query("commit");
  holder.release();
  expect((await changing).json()).toEqual({ changed: 2 });
  expect((await leaving).json()).toEqual({});
  const row = await world.db
    .selectFrom("clan_members")
    .select(["groups", "main_member_id"])
    .where("id", "=", alt.memberId)
    .executeTakeFirst();
  expect(row).toEqual({ groups: ["Raid"], main_member_id: null });
});

test("an inactive player finds no clan, and can leave it all the same", async () => {
  const { clan, owner, maintainer, url } = await clanWithPeople();
  await owner.send("POST", `${url}/members/${maintainer.memberId}/inactivate`);
  expect((await maintainer.get(url)).statusCode).toBe(404);
  expect((await maintainer.send("POST", `${url}/leave`)).json()).toEqual({});
  expect((await maintainer.get("/api/clan-members/my-linked")).json()).toEqual([]);
  const { items } = (await owner.get(`${url}/audit?action=member.leave`)).json();
  expect(items).toMatchObject([{ before: { status: "inactive", is_linked: true }, after: { status: "removed" } }]);
  const row = await world.db
    .selectFrom("clan_members")
    .select(["status", "user_id"])
    .where("clan_id", "=", clan.id)
    .where("id", "=", maintainer.memberId)
    .executeTakeFirst();
  expect(row).toEqual({ status: "removed", user_id: null });
});

test("S02: whoever has no player in a clan, or one that was removed, finds none to leave, nor one that is being deleted", async () => {
  const { owner, maintainer, url } = await clanWithPeople();
  const removed = await world.memberOf({ id: url.split("/").at(-1) ?? "" }, "member");
  await world.db.updateTable("clan_members").set({ status: "removed" }).where("id", "=", removed.memberId).execute();
  const outsiders = [await world.user(), await world.appAdmin(), removed];
  await owner.send("POST", `${url}/members/${maintainer.memberId}/inactivate`);
  await owner.send("DELETE", url, { name: "Night Owls" });
  for (const outsider of [...outsiders, maintainer]) {
    const answer = await outsider.send("POST", `${url}/leave`);
    expect([answer.statusCode, answer.json().message]).toEqual([404, "Clan not found"]);
  }
  expect((await world.visitor.send("POST", `${url}/leave`)).statusCode).toBe(401);
  expect((await owner.send("POST", `${url}/leave`)).statusCode).toBe(409);
});
