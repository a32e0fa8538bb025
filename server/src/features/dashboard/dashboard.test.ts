import type { ClanCard } from "@clanhall/contract/clans";
import type { ClanToday } from "@clanhall/contract/dashboard";
import { weekdayOf } from "@clanhall/contract/rules/clan-day";
import type { ClanRole } from "@clanhall/contract/permissions";
import { expect, test } from "vitest";
import { addActivity } from "../../testing/activities.ts";
import { daysAgo, openEntries } from "../../testing/entries.ts";
import { sharedApp, type TestApp } from "../../testing/test-app.ts";

const world = await sharedApp();

type Person = Pick<Awaited<ReturnType<TestApp["user"]>>, "get" | "send">;

async function todayOf(who: Person): Promise<ClanToday[]> {
  const answer = await who.get("/api/me/today");
  expect(answer.statusCode).toBe(200);
  return answer.json<{ items: ClanToday[] }>().items;
}

/** The first steps of somebody's only clan. */
async function stepsOf(who: Person) {
  const [clan] = await todayOf(who);
  if (!clan) throw new Error("they manage no clan");
  return clan.steps;
}

async function addClan(who: Person, name: string, time_zone: string, reset_time = "00:00") {
  const draft = { name, time_zone, reset_time, player_name: "Kara" };
  return (await who.send("POST", "/api/clans", draft)).json<ClanCard>();
}

async function addPlayers(who: Person, clan: { id: string }, names: string[], joined_on = "2026-01-01") {
  const ids: string[] = [];
  for (const name of names) {
    ids.push((await who.send("POST", `/api/clans/${clan.id}/members`, { name, joined_on })).json<{ id: string }>().id);
  }
  return ids;
}

test("somebody's clans stand by name, each with its own day and what their cards count", async () => {
  const kara = await world.user();
  const early = await addClan(kara, "Early Birds", "Pacific/Kiritimati", "05:30");
  const late = await addClan(kara, "clan 10", "Pacific/Pago_Pago", "23:15");
  await addClan(kara, "Clan 9", "Europe/Berlin");
  const [ann = "", ben = ""] = await addPlayers(kara, early, ["Ann", "Ben"]);
  await addPlayers(kara, late, ["Cid"]);
  const [raids, farm] = [await addActivity(world.db, early.id), await addActivity(world.db, early.id)];
  await addActivity(world.db, late.id);
  const cell = (member_id: string, activity_id: string) => ({ member_id, activity_id, day: early.today.clan_date });
  await kara.send("PUT", `/api/clans/${early.id}/entries`, {
    entries: [
      { ...cell(ann, raids), value: 3 },
      { ...cell(ann, farm), value: null, excused: true },
      { ...cell(ben, raids), value: 4 },
    ],
  });

  const items = await todayOf(kara);
  expect(items.map(({ clan_name }) => clan_name)).toEqual(["Clan 9", "clan 10", "Early Birds"]);
  expect(items.map(({ due, entered, missing }) => ({ due, entered, missing }))).toEqual([
    { due: 0, entered: 0, missing: { count: 0, names: [] } },
    { due: 2, entered: 0, missing: { count: 2, names: ["Cid", "Kara"] } },
    { due: 6, entered: 3, missing: { count: 2, names: ["Ben", "Kara"] } },
  ]);
  const cards = (await kara.get("/api/clans/my")).json<ClanCard[]>();
  expect(
    items.map(({ clan_id, clan_date, ends_at, due, entered }) => [clan_id, { clan_date, ends_at, due, entered }]),
  ).toEqual(cards.map(({ id, today }) => [id, today]));
});

test("players of a clan's first day are due at once, those of later days have the days of grace", async () => {
  const kara = await world.user();
  const clan = await addClan(kara, "Newcomers", "UTC");
  expect(clan).toMatchObject({ first_day: daysAgo(0), grace_days: 3 });
  expect(await todayOf(kara)).toMatchObject([{ due: 0, nothing_due: { activities: "none", players: 1 } }]);
  const activityId = await addActivity(world.db, clan.id);
  await addPlayers(kara, clan, ["Ann"], daysAgo(0));
  expect(await todayOf(kara)).toMatchObject([{ due: 2, nothing_due: null, missing: { names: ["Ann", "Kara"] } }]);

  // As if the clan were older: all of them came after its first day now.
  const set = (fields: { first_day: string | null }) =>
    world.db.updateTable("clans").set(fields).where("id", "=", clan.id).execute();
  const waiting = { activities: null, players: 2, first_days: 2, away: 0, due_from: daysAgo(-3) };
  for (const first_day of [daysAgo(1), null]) {
    await set({ first_day });
    expect(await todayOf(kara)).toMatchObject([{ due: 0, nothing_due: waiting }]);
    const overview = await kara.get(`/api/clans/${clan.id}/overview`);
    expect(overview.json()).toMatchObject({ today: { due: 0, nothing_due: waiting } });
    const day = await kara.get(`/api/clans/${clan.id}/days/${daysAgo(0)}`);
    expect(day.json()).toMatchObject({ due: 0, nothing_due: waiting });
  }
  const otherDays = [1, 2, 3, 4, 5, 6, 7].filter((weekday) => weekday !== weekdayOf(daysAgo(0)));
  await world.db
    .updateTable("activity_rules")
    .set({ weekdays: otherDays })
    .where("activity_id", "=", activityId)
    .execute();
  expect(await todayOf(kara)).toMatchObject([{ due: 0, nothing_due: { ...waiting, activities: "weekday" } }]);
});

test("who is away, new, off the roster or not asked today is not missing; an emptied cell is", async () => {
  const { clan, owner, member, activityId, url, put, cell } = await openEntries(world, { name: "Raids" });
  const today = daysAgo(0);
  const otherDays = [1, 2, 3, 4, 5, 6, 7].filter((weekday) => weekday !== weekdayOf(today));
  await addActivity(world.db, clan.id, { weekdays: otherDays });
  const [away = "", gone = "", emptied = ""] = await addPlayers(owner, clan, ["Away", "Gone", "Emptied"]);
  await addPlayers(owner, clan, ["Brand New"], today);
  await owner.send("PATCH", `${url}/members/${away}`, { version: 1, away: [{ from: today, to: today }] });
  await world.db
    .updateTable("clan_member_spans")
    .set({ ends_on: daysAgo(1) })
    .where("member_id", "=", gone)
    .execute();
  const entered = [owner.memberId, member.memberId, emptied].map((member_id) => cell({ member_id }));
  expect((await put(owner, entered)).statusCode).toBe(200);
  expect(await todayOf(owner)).toMatchObject([{ due: 3, entered: 3, missing: { count: 0, names: [] } }]);

  const empty = cell({ member_id: emptied, activity_id: activityId, value: null });
  expect((await put(owner, [empty])).statusCode).toBe(200);
  expect(await todayOf(owner)).toMatchObject([{ due: 3, entered: 2, missing: { count: 1, names: ["Emptied"] } }]);
});

test("of many missing players the first five are named, in each clan alike", async () => {
  const kara = await world.user();
  for (const name of ["First", "Second"]) {
    const clan = await addClan(kara, name, "UTC");
    await addActivity(world.db, clan.id);
    await addPlayers(
      kara,
      clan,
      ["gil", "Eve", "dan", "Cid", "Ben", "ann", "Fay"].map((player) => `${player} of ${name}`),
    );
  }
  const named = (clan: string) => ["ann", "Ben", "Cid", "dan", "Eve"].map((player) => `${player} of ${clan}`);
  expect((await todayOf(kara)).map(({ missing }) => missing)).toEqual([
    { count: 8, names: named("First") },
    { count: 8, names: named("Second") },
  ]);
});

test.each<[ClanRole, number]>([
  ["owner", 1],
  ["maintainer", 1],
  ["member", 0],
])("today of a clan is for those who manage it: for an %s %d", async (role, clans) => {
  const clan = await world.clan();
  const who = await world.memberOf(clan, role);
  expect(await todayOf(who)).toHaveLength(clans);
});

test("inactive members, outsiders and visitors see nothing of a clan", async () => {
  const clan = await world.clan();
  const [inactive, removed] = [await world.memberOf(clan, "maintainer"), await world.memberOf(clan, "maintainer")];
  const setStatus = (id: string, status: "inactive" | "removed") =>
    world.db.updateTable("clan_members").set({ status }).where("id", "=", id).execute();
  await setStatus(inactive.memberId, "inactive");
  await setStatus(removed.memberId, "removed");
  for (const who of [inactive, removed, await world.user()]) expect(await todayOf(who)).toEqual([]);
  expect((await world.visitor.get("/api/me/today")).statusCode).toBe(401);
});

test("an archived clan and one that is being deleted are not listed", async () => {
  const kara = await world.user();
  const [archived, dying] = [await addClan(kara, "Archived", "UTC"), await addClan(kara, "Dying", "UTC")];
  await addClan(kara, "Open", "UTC");
  await kara.send("POST", `/api/clans/${archived.id}/archive`);
  await kara.send("DELETE", `/api/clans/${dying.id}`, { name: "Dying" });
  expect((await todayOf(kara)).map(({ clan_name }) => clan_name)).toEqual(["Open"]);
});

test("a new owner's first steps are ticked one after the other, and go when all are done", async () => {
  const kara = await world.user();
  const clan = await addClan(kara, "Night Owls", "UTC");
  const url = `/api/clans/${clan.id}`;
  const steps = { day: true, players: false, activities: false, entries: false, invites: false, board: false };
  expect(await stepsOf(kara)).toEqual(steps);

  const [ann = ""] = await addPlayers(kara, clan, ["Ann"]);
  expect(await stepsOf(kara)).toEqual({ ...steps, players: true });
  const activity_id = await addActivity(world.db, clan.id);
  expect(await stepsOf(kara)).toEqual({ ...steps, players: true, activities: true });
  const entries = [{ member_id: ann, activity_id, day: clan.today.clan_date, value: 1 }];
  await kara.send("PUT", `${url}/entries`, { entries });
  expect(await stepsOf(kara)).toEqual({ ...steps, players: true, activities: true, entries: true });
  const invite = (await kara.send("POST", "/api/invites", { clanMemberId: ann })).json<{ id: string }>();
  await kara.send("POST", `/api/invites/${invite.id}/cancel`);
  expect(await stepsOf(kara)).toMatchObject({ entries: true, invites: true, board: false });

  const board = { title: "Autumn", activities: [{ activity_id }] };
  const { id } = (await kara.send("POST", `${url}/scoreboards`, board)).json<{ id: string }>();
  expect(await stepsOf(kara)).toBeNull();
  await kara.send("DELETE", `/api/scoreboards/${id}`);
  expect(await stepsOf(kara)).toMatchObject({ board: false });
});

test("what is put aside is not a first step done, and somebody with an account needs no invite", async () => {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const maintainer = await world.memberOf(clan, "maintainer");
  await addActivity(world.db, clan.id, { is_active: false });
  await addActivity(world.db, clan.id, { deleted_at: new Date() });
  expect(await stepsOf(owner)).toMatchObject({ players: true, activities: false, entries: false, invites: true });
  expect(await stepsOf(maintainer)).toBeNull();
  const leaving = world.db.updateTable("clan_members").set({ status: "inactive" });
  await leaving.where("id", "=", maintainer.memberId).execute();
  expect(await stepsOf(owner)).toMatchObject({ players: false });
});

test("an owner puts the first steps of one clan away, and takes them back", async () => {
  const kara = await world.user();
  const clan = await addClan(kara, "First", "UTC");
  await addClan(kara, "Second", "UTC");
  const isListed = async () => (await todayOf(kara)).map(({ steps }) => steps !== null);
  const settings = `/api/me/clans/${clan.id}/settings`;
  await kara.send("PUT", settings, { public_name: "alias" });
  expect(await isListed()).toEqual([true, true]);
  await kara.send("PUT", settings, { first_steps_hidden: true });
  expect(await isListed()).toEqual([false, true]);
  await kara.send("PUT", settings, { first_steps_hidden: false });
  expect(await isListed()).toEqual([true, true]);
});

test("six clans take as many queries as one", async () => {
  const kara = await world.user();
  const countQueries = async () => {
    let queries = 0;
    const count = () => queries++;
    world.database.pool.on("acquire", count);
    await todayOf(kara);
    world.database.pool.off("acquire", count);
    return queries;
  };
  await addClan(kara, "Clan 1", "UTC");
  const forOne = await countQueries();
  for (const n of [2, 3, 4, 5, 6]) await addClan(kara, `Clan ${n}`, "UTC");
  expect(await todayOf(kara)).toHaveLength(6);
  expect(forOne).toBeGreaterThan(0);
  expect(await countQueries()).toBe(forOne);
});
