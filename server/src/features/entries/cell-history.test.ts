import { expect, test } from "vitest";
import { addRule } from "../../testing/activities.ts";
import { daysAgo, openEntries } from "../../testing/entries.ts";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

const today = daysAgo(0);
const locked = daysAgo(5);

async function openCell(fields: Parameters<typeof openEntries>[1] = {}) {
  const context = await openEntries(world, fields);
  const at = (memberId = context.member.memberId, day = today, activityId = context.activityId) =>
    `${context.url}/entries/${memberId}/${activityId}/${day}`;
  return { ...context, at };
}

test("a cell has its content, the calculation of its points, and all its versions", async () => {
  const { owner, member, clan, cell, put, at, activityId } = await openCell({ points_per_unit: 2, daily_cap: 10 });
  await addRule(world.db, clan.id, activityId, { effective_from: daysAgo(-1), points_per_unit: 9 });
  await put(owner, [cell({ value: 15 })]);
  await put(owner, [cell({ value: null, excused: true })]);
  await put(owner, [cell({ value: 12 })], "Seen on stream");
  const history = (await member.get(`${at()}/history`)).json();
  expect(history).toMatchObject({
    member: { id: member.memberId },
    activity: { id: activityId },
    state: "value",
    why_not_due: null,
    entry: { value: 12, points: 20, version: 3 },
    working: { value: 12, units: 10, points_per_unit: 2, daily_cap: 10, rule_from: "1970-01-01", points: 20 },
  });
  expect(history.versions).toMatchObject([
    { version: 3, state: "value", value: 12, points: 20, reason: "Seen on stream", source: "ui" },
    { version: 2, state: "excused", value: null, points: 0, reason: null },
    { version: 1, state: "value", value: 15, points: 20 },
  ]);
});

test("a cell without an entry is missing, or says why nothing is due", async () => {
  const { owner, member, clan, at, activityId } = await openCell();
  const read = async () => (await owner.get(`${at()}/history`)).json();
  expect(await read()).toMatchObject({ state: "missing", why_not_due: null, entry: null, working: null, versions: [] });
  const activity = world.db.updateTable("activities").where("id", "=", activityId);
  await activity.set({ start_date: daysAgo(-1) }).execute();
  expect(await read()).toMatchObject({ state: "not_due", why_not_due: "not_scheduled" });
  const away = { clan_id: clan.id, member_id: member.memberId, starts_on: today, ends_on: today };
  await world.db.insertInto("clan_member_away").values(away).execute();
  expect(await read()).toMatchObject({ state: "not_due", why_not_due: "away" });
});

test("a missing value says why it was due, until when it could be entered, and who entered the others", async () => {
  const { owner, member, cell, put, at, activityId, clan, allow } = await openCell({ daily_target: 50 });
  await world.db.updateTable("clans").set({ grace_days: 3, late_days: 2 }).where("id", "=", clan.id).execute();
  await addRule(world.db, clan.id, activityId, {
    effective_from: daysAgo(9),
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    missing_points: -2,
  });
  await put(owner, [cell({ member_id: owner.memberId, day: locked })], "Notes");
  const read = async (day: string) => (await member.get(`${at(member.memberId, day)}/history`)).json();
  const spans = world.db.selectFrom("clan_member_spans").select("starts_on");
  const { starts_on } = await spans.where("member_id", "=", member.memberId).executeTakeFirstOrThrow();
  const { name } = (await owner.get(`/api/clans/${clan.id}/members/${owner.memberId}/page`)).json().member;
  const missing = {
    is_day_over: true,
    points: -2,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    asked_since: daysAgo(9),
    on_roster_since: starts_on,
    grace_days: 3,
    locks_at: `${daysAgo(2)}T00:00:00.000Z`,
  };
  expect(await read(locked)).toMatchObject({
    state: "missing",
    missing: { ...missing, entered_by: { name, values: 1 } },
  });
  expect((await read(today)).missing).toMatchObject({ is_day_over: false, points: 0, entered_by: null });
  await allow({ members_see_values: false });
  expect(await read(locked)).toMatchObject({ missing: { ...missing, entered_by: null } });
});

test("a cell says whether its reader may write its day, also once that was reopened", async () => {
  const { owner, member, clan, url, at, allow } = await openCell();
  const maintainer = await world.memberOf(clan, "maintainer");
  const windowFor = async (reader: Pick<typeof owner, "get">, day = locked) =>
    (await reader.get(`${at(member.memberId, day)}/history`)).json().window;
  const writes = { can_write: true, needs_reason: false };
  const reads = { can_write: false, needs_reason: false };
  expect(await windowFor(maintainer, today)).toEqual(writes);
  expect(await windowFor(maintainer)).toEqual(reads);
  expect(await windowFor(owner)).toEqual({ can_write: true, needs_reason: true });
  await owner.send("POST", `${url}/days/${locked}/reopen`, { reason: "Reset bug" });
  expect([await windowFor(maintainer), await windowFor(owner)]).toEqual([writes, writes]);
  await allow({ members_enter_own: false });
  expect(await windowFor(member)).toEqual(reads);
  await owner.send("POST", `${url}/archive`);
  expect(await windowFor(owner)).toEqual(reads);
});

test("S02: where members see their own values only, another's cell is closed to them", async () => {
  const { owner, member, at, allow, cell, put } = await openCell();
  await put(owner, [cell(), cell({ member_id: owner.memberId })]);
  await allow({ members_see_values: false });
  expect((await member.get(`${at(owner.memberId)}/history`)).statusCode).toBe(403);
  expect((await member.get(`${at(crypto.randomUUID())}/history`)).statusCode).toBe(403);
  expect((await member.get(`${at()}/history`)).statusCode).toBe(200);
});

test("S03: cells of another clan are not found", async () => {
  const { owner, at } = await openCell();
  const theirs = await openCell();
  await theirs.put(theirs.owner, [theirs.cell()]);
  const revert = { version: 0, base_version: 1 };
  for (const address of [at(theirs.member.memberId), at(undefined, today, theirs.activityId)]) {
    expect((await owner.get(`${address}/history`)).statusCode).toBe(404);
    expect((await owner.send("POST", `${address}/revert`, revert)).statusCode).toBe(404);
  }
  expect(await theirs.countVersions()).toBe(1);
});

test("an older version is written again as a new one, and 0 clears the cell", async () => {
  const { owner, clan, at, cell, put, countVersions } = await openCell();
  await put(owner, [cell({ value: 3 })]);
  await put(owner, [cell({ value: 8 })]);
  const back = await owner.send("POST", `${at()}/revert`, { version: 1, base_version: 2 });
  expect(back.json()).toMatchObject({ state: "value", value: 3, points: 3, version: 3 });
  const gone = await owner.send("POST", `${at()}/revert`, { version: 0, base_version: 3 });
  expect(gone.json()).toMatchObject({ state: "cleared", value: null, points: 0, version: 4 });
  expect(await countVersions()).toBe(4);
  const timeline = await owner.get(`/api/clans/${clan.id}/members/${cell().member_id}/timeline`);
  expect(timeline.json().items[0]).toMatchObject({ text: "A value was put back to what it was before." });
  const audit = world.db.selectFrom("clan_audit").select(["action", "before", "after"]);
  expect(await audit.where("clan_id", "=", clan.id).orderBy("at").execute()).toEqual([
    {
      action: "entry.revert",
      before: { state: "value", value: 8 },
      after: { state: "value", value: 3, version: 1 },
    },
    {
      action: "entry.revert",
      before: { state: "value", value: 3 },
      after: { state: "cleared", value: null, version: 0 },
    },
  ]);
});

test("a cell that was changed in the meantime is not reverted, and its writer learns what stands there", async () => {
  const { owner, at, cell, put, countVersions } = await openCell();
  await put(owner, [cell({ value: 3 })]);
  await put(owner, [cell({ value: 8 })]);
  const answer = await owner.send("POST", `${at()}/revert`, { version: 0, base_version: 1 });
  expect(answer.json()).toMatchObject({ error: "conflict", current: { value: 8, version: 2 } });
  expect(await countVersions()).toBe(2);
});

test("what cannot be entered cannot be reverted to: unknown versions, old limits, locked days", async () => {
  const { owner, clan, at, cell, put, countVersions, activityId } = await openCell();
  const maintainer = await world.memberOf(clan, "maintainer");
  const revert = (who: typeof owner, day: string, version: number, reason?: string) =>
    who.send("POST", `${at(undefined, day)}/revert`, { version, base_version: 2, ...(reason && { reason }) });
  expect((await revert(owner, today, 0)).statusCode).toBe(404);
  for (const value of [50, 5]) await put(owner, [cell({ value }), cell({ day: locked, value })], "Old sheet");
  await world.db.updateTable("activities").set({ max_value: 10 }).where("id", "=", activityId).execute();
  expect((await revert(owner, today, 7)).statusCode).toBe(404);
  expect((await revert(owner, today, 1)).json()).toMatchObject({ details: [{ path: "version" }] });
  expect((await revert(maintainer, locked, 0, "Please")).statusCode).toBe(423);
  expect((await revert(owner, locked, 0)).json()).toMatchObject({ details: [{ path: "reason" }] });
  expect(await countVersions()).toBe(4);
  expect((await revert(owner, locked, 0, "Wrong player")).json()).toMatchObject({ state: "cleared", late: true });
});

test("S02: members revert cells of their own row alone", async () => {
  const { owner, member, at, cell, put, allow } = await openCell({ entry_by: "members" });
  await put(owner, [cell(), cell({ member_id: owner.memberId })]);
  const revert = (address: string) => member.send("POST", `${address}/revert`, { version: 0, base_version: 1 });
  expect((await revert(at())).statusCode).toBe(403);
  await allow({ members_enter_own: true });
  expect((await revert(at(owner.memberId))).statusCode).toBe(403);
  expect((await revert(at())).json()).toMatchObject({ state: "cleared", source: "self" });
});
