import { addDays } from "@clanhall/contract/rules/clan-day";
import { runs } from "@clanhall/contract/testing/property-runs";
import { describe, expect, test } from "vitest";
import { addActivity, addRule } from "../../testing/activities.ts";
import { daysAgo, openEntries } from "../../testing/entries.ts";
import { sharedApp } from "../../testing/test-app.ts";
import fc from "fast-check";

const world = await sharedApp();

type Context = Awaited<ReturnType<typeof openEntries>>;
const pathsOf = (answer: { json: () => { details: { path: string }[] } }) =>
  answer.json().details.map(({ path }) => path);

describe("what is saved", () => {
  test("a value, a zero, an excuse and a cleared cell, each with its points and its version", async () => {
    const { owner, member, cell, put, clan } = await openEntries(world, { points_per_unit: 0.5 });
    const first = await put(owner, [cell({ value: 7 }), cell({ member_id: owner.memberId, value: 0 })]);
    expect(first.json()).toMatchObject({ saved: 2, unchanged: 0, conflicts: [] });
    expect(first.json().versions[0]).toEqual({
      member_id: member.memberId,
      activity_id: cell().activity_id,
      day: daysAgo(0),
      version: 1,
      points: 3.5,
      late: false,
    });
    const second = await put(owner, [
      cell({ value: null, excused: true }),
      cell({ member_id: owner.memberId, value: null }),
    ]);
    expect(second.json()).toMatchObject({ saved: 2, revision: first.json().revision + 1 });
    const rows = world.db.selectFrom("entries").selectAll().where("clan_id", "=", clan.id).orderBy("state");
    expect((await rows.execute()).map(({ state, value, points, version }) => [state, value, points, version])).toEqual([
      ["cleared", null, 0, 2],
      ["excused", null, 0, 2],
    ]);
  });

  test("a value with the dust of a sum is the value with two decimals", async () => {
    const { owner, cell, put, clan } = await openEntries(world, { value_type: "decimal" });
    expect((await put(owner, [cell({ value: 0.1 + 0.2 })])).json()).toMatchObject({ saved: 1 });
    expect((await put(owner, [cell({ value: 0.3 })])).json()).toMatchObject({ saved: 0, unchanged: 1 });
    const refused = await put(owner, [cell({ value: 99_999.123 })]);
    expect([refused.statusCode, refused.json().details[0].message]).toEqual([400, "Enter at most two decimals."]);
    const { value, points } = await world.db
      .selectFrom("entries")
      .select(["value", "points"])
      .where("clan_id", "=", clan.id)
      .executeTakeFirstOrThrow();
    expect([value, points]).toEqual([0.3, 0.3]);
  });

  test("what stands there already is left alone, even when the writer's version is old", async () => {
    const { owner, cell, put, countVersions } = await openEntries(world);
    await put(owner, [cell({ value: 1 })]);
    await put(owner, [cell({ value: 2 })]);
    const again = await put(owner, [cell({ value: 2, base_version: 1 })]);
    expect(again.json()).toMatchObject({ saved: 0, unchanged: 1, conflicts: [], versions: [{ version: 2 }] });
    const never = await put(owner, [cell({ member_id: owner.memberId, value: null })]);
    expect(never.json()).toMatchObject({ saved: 0, unchanged: 1, versions: [{ version: 0 }] });
    expect(await countVersions()).toBe(2);
  });

  test("a cell that somebody else changed is left and reported, the others are written", async () => {
    const { owner, member, cell, put } = await openEntries(world);
    await put(owner, [cell({ value: 1, base_version: 0 })]);
    const answer = await put(owner, [
      cell({ value: 9, base_version: 0 }),
      cell({ member_id: owner.memberId, value: 4, base_version: 0 }),
      cell({ day: daysAgo(1), value: 4, base_version: 3 }),
    ]);
    const { saved, conflicts } = answer.json();
    expect(saved).toBe(1);
    expect(conflicts).toMatchObject([
      { member_id: member.memberId, current: { value: 1, version: 1, entered_by: owner.memberId, source: "ui" } },
      { day: daysAgo(1), current: null },
    ]);
    expect(conflicts[0].current.entered_by_name).toMatch(/^Player /);
  });

  test("points come by the rule of the day, with its cap, and a day before today is late", async () => {
    const { owner, cell, put, clan, activityId } = await openEntries(world, { points_per_unit: 2, daily_cap: 10 });
    await addRule(world.db, clan.id, activityId, { effective_from: daysAgo(0), points_per_unit: 3, daily_target: 20 });
    const answer = await put(owner, [cell({ value: 15 }), cell({ day: daysAgo(1), value: 15 })]);
    expect(answer.json().versions).toMatchObject([
      { points: 45, late: false },
      { points: 20, late: true },
    ]);
    const met = world.db.selectFrom("entries").select("is_met").where("clan_id", "=", clan.id).orderBy("day", "desc");
    expect(await met.execute()).toEqual([{ is_met: false }, { is_met: true }]);
  });

  test("negative zero is zero, and ids are the same in capitals", async () => {
    const { owner, member, url, activityId, put, cell, clan } = await openEntries(world);
    const raw = `{"entries":[{"member_id":"${member.memberId.toUpperCase()}","activity_id":"${activityId}","day":"${daysAgo(0)}","value":-0}]}`;
    const headers = { "x-dev-user-id": owner.userId, "content-type": "application/json" };
    const answer = await world.app.server.inject({ method: "PUT", url: `${url}/entries`, headers, payload: raw });
    expect(answer.json()).toMatchObject({ saved: 1 });
    expect((await put(owner, [cell({ value: 0 })])).json()).toMatchObject({ unchanged: 1 });
    const { rows } = await world.database.pool.query("select value::text from entries where clan_id = $1", [clan.id]);
    expect(rows).toEqual([{ value: "0.00" }]);
  });

  test("20,000 cells in one call", async () => {
    const { owner, member, clan, cell, put } = await openEntries(world);
    await world.db.updateTable("clans").set({ late_days: 14 }).where("id", "=", clan.id).execute();
    const activities: string[] = [];
    for (let count = 0; count < 40; count++) activities.push(await addActivity(world.db, clan.id));
    const players = [owner.memberId, member.memberId];
    const days = Array.from({ length: 250 }, (_, back) => daysAgo(back));
    const cells = days.flatMap((day) =>
      activities.flatMap((activity_id) => players.map((member_id) => cell({ day, activity_id, member_id }))),
    );
    expect((await put(owner, cells, "Moved from the old sheet")).json()).toMatchObject({ saved: 20_000 });
  }, 30_000);
});

describe("what is refused, with nothing written", () => {
  const limits = { min_value: 1, max_value: 10 };
  test.each<[string, object, string, RegExp]>([
    ["above the maximum", { value: 11 }, "value", /at most 10/],
    ["below the minimum", { value: 0 }, "value", /at least 1/],
    ["a part of a whole number", { value: 1.5 }, "value", /whole number/],
    ["text that looks like a number", { value: "5" }, "value", /number/],
    ["true", { value: true }, "value", /number/],
    ["no value at all", { value: undefined }, "value", /number/],
    ["a value that is excused", { value: 5, excused: true }, "excused", /not both/],
    ["a day to come", { day: daysAgo(-1) }, "day", /not begun/],
    ["a day that does not exist", { day: "2026-02-30" }, "day", /YYYY-MM-DD/],
    ["a day before 1970", { day: "1969-12-31" }, "day", /after 1969/],
    ["an unknown player", { member_id: crypto.randomUUID() }, "member_id", /no such player/],
    ["an unknown activity", { activity_id: crypto.randomUUID() }, "activity_id", /no such activity/],
    ["an id that is none", { activity_id: "1" }, "activity_id", /./],
    ["a version below 0", { base_version: -1 }, "base_version", /./],
  ])("%s", async (_, wrong, field, message) => {
    const { owner, cell, put, countVersions } = await openEntries(world, limits);
    const answer = await put(owner, [cell(), cell({ member_id: owner.memberId, ...wrong })]);
    expect(answer.json()).toMatchObject({ error: "validation_failed", message: expect.stringMatching(message) });
    expect(pathsOf(answer)).toEqual([`entries.1.${field}`]);
    expect(await countVersions()).toBe(0);
  });

  test.each(["NaN", "Infinity", "-Infinity", "1e400", "0x10"])("%s in the JSON", async (value) => {
    const { owner, url, cell, countVersions } = await openEntries(world);
    const payload = JSON.stringify({ entries: [cell({ value: 5 })] }).replace('"value":5', `"value":${value}`);
    const headers = { "x-dev-user-id": owner.userId, "content-type": "application/json" };
    const answer = await world.app.server.inject({ method: "PUT", url: `${url}/entries`, headers, payload });
    expect(answer.statusCode).toBe(400);
    expect(await countVersions()).toBe(0);
  });

  test.each<[string, object]>([
    ["in a cell", { entries: [{ points: 100 }] }],
    ["beside the cells", { entries: [{}], clan_id: crypto.randomUUID() }],
  ])("S06: a key we do not know, %s", async (_, { entries, ...beside }: { entries?: object[] }) => {
    const { owner, url, cell, countVersions } = await openEntries(world);
    const body = { entries: entries?.map((more) => ({ ...cell(), ...more })), ...beside };
    expect((await owner.send("PUT", `${url}/entries`, body)).statusCode).toBe(400);
    expect(await countVersions()).toBe(0);
  });

  test("the same cell twice, nothing at all, and 20,001 cells", async () => {
    const { owner, cell, put, countVersions } = await openEntries(world);
    expect(pathsOf(await put(owner, [cell(), cell({ value: 6 })]))).toEqual(["entries.1.day"]);
    expect(pathsOf(await put(owner, []))).toEqual(["entries"]);
    const many = Array.from({ length: 20_001 }, (_, back) => cell({ day: addDays(daysAgo(0), -(back % 9_000)) }));
    expect(pathsOf(await put(owner, many))).toEqual(["entries"]);
    expect(await countVersions()).toBe(0);
  });

  test("somebody who was not on the roster that day, though what stands there can be cleared", async () => {
    const { owner, member, cell, put } = await openEntries(world);
    const day = daysAgo(1);
    await put(owner, [cell({ day })]);
    const spans = world.db.updateTable("clan_member_spans").where("member_id", "=", member.memberId);
    await spans.set({ starts_on: daysAgo(0) }).execute();
    const answer = await put(owner, [cell({ day, value: 6 })]);
    expect(answer.json().details).toEqual([
      { path: "entries.0.member_id", message: expect.stringMatching(/^Player .* was not on the roster on/) },
    ]);
    expect((await put(owner, [cell({ day, value: null })])).json()).toMatchObject({ saved: 1 });
  });

  test("an activity in the bin, and one that was archived that day", async () => {
    const { owner, cell, put, activityId, clan } = await openEntries(world);
    const change = (fields: object) =>
      world.db.updateTable("activities").set(fields).where("id", "=", activityId).execute();
    await change({ pauses: JSON.stringify([{ from: daysAgo(0), to: null }]), is_active: false });
    expect(pathsOf(await put(owner, [cell()]))).toEqual(["entries.0.activity_id"]);
    expect((await put(owner, [cell({ day: daysAgo(1) })])).json()).toMatchObject({ saved: 1 });
    await change({ pauses: JSON.stringify([{ from: daysAgo(2), to: daysAgo(1) }]), is_active: true });
    for (const back of [2, 1]) {
      expect(pathsOf(await put(owner, [cell({ day: daysAgo(back) })]))).toEqual(["entries.0.activity_id"]);
    }
    expect((await put(owner, [cell()])).json()).toMatchObject({ saved: 1 });
    const binned = await addActivity(world.db, clan.id, { deleted_at: new Date() });
    const answer = await put(owner, [cell({ activity_id: binned })]);
    expect(answer.json().details).toEqual([
      { path: "entries.0.activity_id", message: "There is no such activity in this clan." },
    ]);
  });

  test("S03: players and activities of another clan read like unknown ones", async () => {
    const mine: Context = await openEntries(world);
    const theirs = await openEntries(world, { name: "Zephyr raid" });
    const answer = await mine.put(mine.owner, [
      mine.cell({ member_id: theirs.member.memberId }),
      mine.cell({ activity_id: theirs.activityId }),
    ]);
    expect(answer.json().details).toEqual([
      { path: "entries.0.member_id", message: "There is no such player in this clan." },
      { path: "entries.1.activity_id", message: "There is no such activity in this clan." },
    ]);
    expect(await theirs.countVersions()).toBe(0);
  });
});

const writers = Array.from({ length: 10 }, (_, index) => index);

test("of ten writers who saw the same version exactly one wins, and every save that succeeded is kept", async () => {
  const { owner, cell, put, clan } = await openEntries(world);
  const players = [owner.memberId, cell().member_id];
  const written: string[] = [];
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all(
      writers.map((writer) => {
        const value = round * 100 + writer;
        const cells = players.map((member_id) => cell({ member_id, value, base_version: round }));
        return put(owner, writer % 2 ? cells : cells.toReversed()).then((answer) => ({ value, body: answer.json() }));
      }),
    );
    expect(answers.map(({ body }) => body.saved).filter((saved) => saved !== 0)).toEqual([2]);
    const winner = answers.find(({ body }) => body.saved === 2);
    for (const { body } of answers.filter(({ body: { saved } }) => saved === 0)) {
      expect(body.conflicts[0].current).toMatchObject({ value: winner?.value, version: round + 1 });
    }
    written.push(...players.map((id) => `${id} ${round + 1} ${winner?.value}`));
  }
  const kept = await world.db.selectFrom("entry_versions").selectAll().where("clan_id", "=", clan.id).execute();
  expect(kept.map(({ member_id, version, value }) => `${member_id} ${version} ${value}`).toSorted()).toEqual(
    written.toSorted(),
  );
});

test("ten writers who saw nothing all write, one after the other, whatever the order of their cells", async () => {
  const { owner, cell, put, clan, countVersions } = await openEntries(world);
  const activities = [cell().activity_id, await addActivity(world.db, clan.id), await addActivity(world.db, clan.id)];
  const answers = await Promise.all(
    writers.map((writer) => {
      const cells = activities.map((activity_id) => cell({ activity_id, value: writer }));
      return put(owner, writer % 2 ? cells : cells.toReversed());
    }),
  );
  expect(answers.map((answer) => answer.json().saved)).toEqual(writers.map(() => 3));
  expect(new Set(answers.map((answer) => answer.json().revision)).size).toBe(10);
  expect(await countVersions()).toBe(30);
});

const sums = `
  select date_trunc('month', day)::date as month, member_id, activity_id,
    coalesce(sum(value), 0) as value_sum, sum(points) as points,
    count(*) filter (where state = 'value')::int as days_entered, count(*) filter (where value > 0)::int as days_done,
    count(*) filter (where is_met)::int as days_met, count(*) filter (where state = 'excused')::int as days_excused
  from entries where clan_id = $1 and state <> 'cleared' group by 1, 2, 3 order by 1, 2, 3`;
const kept = `
  select month, member_id, activity_id, value_sum, points, days_entered, days_done, days_met, days_excused
  from entry_months where clan_id = $1 order by 1, 2, 3`;

test("whatever is saved, the sums of the months are those of the entries", async () => {
  const { owner, member, cell, put, clan } = await openEntries(world, {
    value_type: "decimal",
    min_value: -100,
    points_per_unit: 0.37,
    daily_cap: 50,
    daily_target: 10,
  });
  const draft = fc.record({
    member_id: fc.constantFrom(owner.memberId, member.memberId),
    day: fc.constantFrom(0, 1, 20, 35, 70).map(daysAgo),
    content: fc.oneof(
      fc.integer({ min: -10_000, max: 100_000 }).map((cents) => ({ value: cents / 100 })),
      fc.constantFrom({ value: null, excused: true }, { value: null }, { value: 0 }),
    ),
  });
  const save = fc.uniqueArray(draft, { minLength: 1, maxLength: 6, selector: ({ member_id, day }) => member_id + day });
  await fc.assert(
    fc.asyncProperty(save, async (drafts) => {
      const cells = drafts.map(({ content, ...where }) => cell({ ...where, ...content }));
      expect((await put(owner, cells, "Checking")).statusCode).toBe(200);
      const { rows } = await world.database.pool.query(kept, [clan.id]);
      expect(rows).toEqual((await world.database.pool.query(sums, [clan.id])).rows);
    }),
    runs(30),
  );
}, 30_000);
