import { expect, test } from "vitest";
import { addActivity, addRule } from "../../testing/activities.ts";
import { daysAgo, openEntries } from "../../testing/entries.ts";
import { sharedApp } from "../../testing/test-app.ts";
import { weekdayOf } from "@clanhall/contract/rules/clan-day";

const world = await sharedApp();

const today = daysAgo(0);
const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name);
const notOn = (day: string) => [1, 2, 3, 4, 5, 6, 7].filter((weekday) => weekday !== weekdayOf(day));

test("a day shows who was on the roster, what was due, and what was entered", async () => {
  const { owner, member, clan, url, cell, put, activityId } = await openEntries(world, { name: "Donations" });
  const left = await world.memberOf(clan, "member");
  const spans = world.db.updateTable("clan_member_spans").where("member_id", "=", left.memberId);
  await spans.set({ ends_on: daysAgo(1) }).execute();
  const entered = await addActivity(world.db, clan.id, { name: "Not today", position: 2, weekdays: notOn(today) });
  await addActivity(world.db, clan.id, { name: "Neither", position: 3, weekdays: notOn(today) });
  await addRule(world.db, clan.id, activityId, { effective_from: daysAgo(-1), points_per_unit: 9 });
  await put(owner, [cell({ value: 3 }), cell({ activity_id: entered, value: 4 })]);

  const day = (await owner.get(`${url}/days/${today}`)).json();
  expect(day).toMatchObject({ revision: 1, due: 2, entered: 1 });
  expect(day.activities).toMatchObject([
    { name: "Donations", due: true, rule: { effective_from: "1970-01-01", points_per_unit: 1 } },
    { name: "Not today", due: false },
  ]);
  expect(day.members).toHaveLength(2);
  expect(day.members).toContainEqual(expect.objectContaining({ id: owner.memberId, is_me: true, not_due: null }));
  expect(day.cells).toHaveLength(2);
  expect(day.cells).toContainEqual({
    member_id: member.memberId,
    activity_id: activityId,
    day: today,
    state: "value",
    value: 3,
    points: 3,
    late: false,
    version: 1,
    entered_by: owner.memberId,
    source: "ui",
    entered_by_name: expect.stringMatching(/^Player/),
    entered_at: expect.stringMatching(/Z$/),
  });
  const before = (await owner.get(`${url}/days/${daysAgo(1)}`)).json();
  expect(before.members).toHaveLength(3);
  expect(namesOf(before.activities)).toContain("Neither");
});

test("nothing is due from new or away players, and their entries are not counted", async () => {
  const { owner, member, clan, url, cell, put } = await openEntries(world);
  const fresh = await world.memberOf(clan, "member");
  const spans = world.db.updateTable("clan_member_spans").where("member_id", "=", fresh.memberId);
  await spans.set({ starts_on: daysAgo(2) }).execute();
  const away = { clan_id: clan.id, member_id: member.memberId, starts_on: today, ends_on: today };
  await world.db.insertInto("clan_member_away").values(away).execute();
  await put(owner, [cell(), cell({ member_id: fresh.memberId }), cell({ day: daysAgo(1) })]);
  const day = (await owner.get(`${url}/days/${today}`)).json();
  expect(day).toMatchObject({ due: 1, entered: 0 });
  const reasons = new Map(day.members.map(({ id, not_due }: { id: string; not_due: string }) => [id, not_due]));
  expect([fresh.memberId, member.memberId, owner.memberId].map((id) => reasons.get(id))).toEqual([
    "grace",
    "away",
    null,
  ]);
  const { items } = (await owner.get(`${url}/days?count=4`)).json();
  expect(items).toEqual([
    { day: today, state: "open", due: 1, entered: 0 },
    { day: daysAgo(1), state: "late", due: 2, entered: 1 },
    { day: daysAgo(2), state: "late", due: 2, entered: 0 },
    { day: daysAgo(3), state: "locked", due: 2, entered: 0 },
  ]);
});

test("days count excused cells as entered and cleared ones not, and nothing that was not due", async () => {
  const { owner, member, clan, url, cell, put } = await openEntries(world);
  const other = await addActivity(world.db, clan.id, { weekdays: notOn(today) });
  await put(owner, [cell({ member_id: owner.memberId }), cell({ activity_id: other })]);
  await put(owner, [cell({ member_id: owner.memberId, value: null }), cell({ value: null, excused: true })]);
  const list = await member.get(`${url}/days`);
  expect(list.json().items).toHaveLength(14);
  expect(list.json().items[0]).toEqual({ day: today, state: "open", due: 2, entered: 1 });
  expect((await owner.get(`${url}/days/${today}`)).json()).toMatchObject({ due: 2, entered: 1 });
  expect((await member.get(`${url}/days?count=63`)).statusCode).toBe(400);
});

test("with a revision only what was saved after it comes back, cleared cells too", async () => {
  const { owner, url, cell, put } = await openEntries(world);
  await put(owner, [cell(), cell({ member_id: owner.memberId })]);
  const { revision } = (await owner.get(`${url}/days/${today}`)).json();
  await put(owner, [cell({ value: null }), cell({ member_id: owner.memberId })]);
  const later = (await owner.get(`${url}/days/${today}?since=${revision}`)).json();
  expect(later).toMatchObject({ revision: revision + 1, due: 2, entered: 1 });
  expect(later.cells).toMatchObject([{ state: "cleared", value: null, version: 2 }]);
  expect((await owner.get(`${url}/days/${today}?since=${later.revision}`)).json().cells).toEqual([]);
  expect((await owner.get(`${url}/days/${today}?since=x`)).statusCode).toBe(400);
});

test("a browser that has the day gets 304, until a save, a rename or another caller", async () => {
  const { owner, member, url, cell, put } = await openEntries(world);
  const read = (userId: string, etag = "") =>
    world.app.server.inject({
      url: `${url}/days/${today}`,
      headers: { "x-dev-user-id": userId, "if-none-match": etag },
    });
  const first = await read(owner.userId);
  const etag = String(first.headers.etag);
  expect(first.headers["cache-control"]).toBe("no-store");
  const same = await read(owner.userId, etag);
  expect([same.statusCode, same.payload, same.headers.etag]).toEqual([304, "", etag]);
  expect(same.headers["cache-control"]).toBe("no-store");
  expect((await read(owner.userId, `"other", W/${etag}`)).statusCode).toBe(304);
  expect((await read(member.userId, etag)).statusCode).toBe(200);
  await put(owner, [cell()]);
  const saved = await read(owner.userId, etag);
  expect(saved.statusCode).toBe(200);
  await world.db.updateTable("clan_members").set({ name: "Renamed" }).where("id", "=", member.memberId).execute();
  expect((await read(owner.userId, String(saved.headers.etag))).statusCode).toBe(200);
});

test("S05: where members see their own values only, others' cells stay out of the day, its numbers do not", async () => {
  const { owner, member, url, cell, put, allow } = await openEntries(world);
  await put(owner, [cell(), cell({ member_id: owner.memberId, value: 77 })]);
  const read = async (query = "") => (await member.get(`${url}/days/${today}${query}`)).json();
  expect((await read()).cells).toHaveLength(2);
  await allow({ members_see_values: false });
  for (const query of ["", "?since=0"]) {
    const day = await read(query);
    expect(day).toMatchObject({ due: 2, entered: 2 });
    expect(day.cells).toMatchObject([{ member_id: member.memberId, value: 5 }]);
  }
});

test("the window says what the caller may do and when the day locks", async () => {
  const { owner, member, clan, url, allow } = await openEntries(world);
  const maintainer = await world.memberOf(clan, "maintainer");
  const windowOf = async (who: typeof owner, day: string) => (await who.get(`${url}/days/${day}`)).json().window;
  expect(await windowOf(maintainer, today)).toEqual({
    day: today,
    today,
    state: "open",
    reopened_until: null,
    can_write: true,
    needs_reason: false,
    ends_at: `${daysAgo(-1)}T00:00:00.000Z`,
    locks_at: `${daysAgo(-3)}T00:00:00.000Z`,
    locked_at: null,
  });
  expect(await windowOf(maintainer, daysAgo(2))).toMatchObject({
    state: "late",
    locks_at: `${daysAgo(-1)}T00:00:00.000Z`,
  });
  const locked = { state: "locked", locks_at: null, locked_at: `${today}T00:00:00.000Z` };
  expect(await windowOf(maintainer, daysAgo(3))).toMatchObject({ ...locked, can_write: false, needs_reason: false });
  expect(await windowOf(owner, daysAgo(3))).toMatchObject({ ...locked, can_write: true, needs_reason: true });
  expect(await windowOf(owner, daysAgo(-1))).toMatchObject({ state: "future", can_write: false });
  expect(await windowOf(member, today)).toMatchObject({ can_write: false });
  await allow({ members_enter_own: true });
  expect(await windowOf(member, today)).toMatchObject({ can_write: true });
  await world.db.updateTable("clans").set({ archived_at: new Date() }).where("id", "=", clan.id).execute();
  expect(await windowOf(owner, today)).toMatchObject({ can_write: false });
});

test.each(["9999-12-31", "1969-12-31", "2026-02-30", "today"])("there is no day %s", async (day) => {
  const { owner, url } = await openEntries(world);
  expect((await owner.get(`${url}/days/${day}`)).statusCode).toBe(404);
});

test("means are of the thirty days before, of at least three values, and of one's own for members", async () => {
  const { owner, member, url, cell, put, allow, activityId } = await openEntries(world, { entry_by: "members" });
  const values = { 1: 2, 2: 4, 30: 5, 31: 1000 };
  const cells = Object.entries(values).map(([back, value]) => cell({ day: daysAgo(Number(back)), value }));
  const few = [1, 2].map((back) => cell({ member_id: owner.memberId, day: daysAgo(back) }));
  const excused = cell({ member_id: owner.memberId, day: daysAgo(3), value: null, excused: true });
  await put(owner, [...cells, ...few, excused, cell({ value: 900 })], "Old sheet");
  const mean = { member_id: member.memberId, activity_id: activityId, mean: 3.67 };
  expect((await owner.get(`${url}/days/${today}/means`)).json()).toEqual({ items: [mean] });
  await put(owner, [cell({ member_id: owner.memberId, day: daysAgo(3), value: 5 })], "Old sheet");
  expect((await owner.get(`${url}/days/${today}/means`)).json().items).toHaveLength(2);
  expect((await member.get(`${url}/days/${today}/means`)).statusCode).toBe(403);
  await allow({ members_enter_own: true, members_see_values: false });
  expect((await member.get(`${url}/days/${today}/means`)).json()).toEqual({ items: [mean] });
});
