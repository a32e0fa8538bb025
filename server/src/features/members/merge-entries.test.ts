import { expect, test } from "vitest";
import { addActivity, addRule } from "../../testing/activities.ts";
import { daysAgo, openEntries } from "../../testing/entries.ts";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

type Policy = "keep" | "drop" | "add";

/** Two rows of one player, "keep" and "drop", with entries in each way they can meet. */
async function createTwins() {
  const sheet = await openEntries(world, { name: "Raids", points_per_unit: 2, daily_cap: 12, daily_target: 15 });
  const { clan, owner, url, activityId: raids, put } = sheet;
  const add = async (name: string): Promise<string> =>
    (await owner.send("POST", `${url}/members`, { name, joined_on: "2026-01-01" })).json().id;
  const [keep, drop] = [await add("Kara"), await add("Kara Two")];
  const bosses = await addActivity(world.db, clan.id, { name: "Bosses", value_type: "yes_no" });
  const cell = (member_id: string, back: number, value: number | null, more: object = {}) => ({
    member_id,
    activity_id: raids,
    day: daysAgo(back),
    value,
    ...more,
  });
  const excused = { excused: true };
  const entries = [
    cell(keep, 1, 10),
    cell(drop, 1, 8),
    cell(drop, 2, 7),
    cell(keep, 3, null, excused),
    cell(drop, 3, 5),
    cell(keep, 4, 6),
    cell(drop, 4, null, excused),
    cell(drop, 5, null, excused),
    cell(keep, 40, 3),
    cell(drop, 41, 4),
    cell(keep, 1, 1, { activity_id: bosses }),
    cell(drop, 1, 1, { activity_id: bosses }),
  ];
  expect((await put(owner, entries, "counted late")).statusCode).toBe(200);
  await put(owner, [cell(drop, 6, 9)], "counted late");
  await put(owner, [cell(drop, 6, null)], "a mistake");
  const merge = (policy: Policy, dry_run = false) =>
    owner.send("POST", `${url}/members/merge`, { keep, drop, policy, dry_run });
  const undo = (mergeId: string) => owner.send("POST", `${url}/members/merges/${mergeId}/undo`);
  return { ...sheet, keep, drop, bosses, raids, cell, merge, undo };
}

/** What stands in a row's cells: day and activity, and what counts of it. */
async function contentOf(memberId: string) {
  const rows = await world.db
    .selectFrom("entries")
    .innerJoin("activities", "activities.id", "entries.activity_id")
    .select(["activities.name", "day", "state", "value", "points", "is_met", "late"])
    .where("member_id", "=", memberId)
    .where("state", "!=", "cleared")
    .orderBy("day", "desc")
    .orderBy("activities.name")
    .execute();
  return rows.map(({ name, day, ...content }) => [`${name} ${day}`, content] as const);
}

/** A month without entries has no row. */
function monthsOf(memberId: string) {
  return world.db
    .selectFrom("entry_months")
    .select(["activity_id", "month", "value_sum", "points", "days_entered", "days_done", "days_met", "days_excused"])
    .where("member_id", "=", memberId)
    .orderBy("activity_id")
    .orderBy("month")
    .execute();
}

/** The sums of a row's months as its entries have them. */
async function countMonths(memberId: string) {
  const { rows } = await world.database.pool.query(
    `select activity_id, to_char(day, 'YYYY-MM-01') as month, coalesce(sum(value), 0)::float as value_sum,
       sum(points)::float as points, count(value)::int as days_entered, count(*) filter (where value > 0)::int as days_done,
       count(*) filter (where is_met)::int as days_met, count(*) filter (where state = 'excused')::int as days_excused
     from entries where member_id = $1 and state <> 'cleared' group by 1, 2 order by 1, 2`,
    [memberId],
  );
  return rows;
}

const raid = (value: number, more: object = {}) => ({
  state: "value",
  value,
  points: Math.min(value, 12) * 2,
  is_met: value >= 15,
  late: true,
  ...more,
});

test.each<[Policy, number]>([
  ["keep", 10],
  ["drop", 8],
  ["add", 18],
])(
  "with the policy %s a day with 10 and 8 becomes %i, and an undo restores every cell and sum",
  async (policy, sum) => {
    const { keep, drop, merge, undo } = await createTwins();
    const before = [await contentOf(keep), await contentOf(drop), await monthsOf(keep), await monthsOf(drop)];
    const { merge_id } = (await merge(policy)).json();
    expect(Object.fromEntries(await contentOf(keep))).toEqual({
      [`Bosses ${daysAgo(1)}`]: { state: "value", value: 1, points: 1, is_met: true, late: true },
      [`Raids ${daysAgo(1)}`]: raid(sum),
      [`Raids ${daysAgo(2)}`]: raid(7),
      [`Raids ${daysAgo(3)}`]: raid(5),
      [`Raids ${daysAgo(4)}`]: raid(6),
      [`Raids ${daysAgo(5)}`]: { state: "excused", value: null, points: 0, is_met: false, late: true },
      [`Raids ${daysAgo(40)}`]: raid(3),
      [`Raids ${daysAgo(41)}`]: raid(4),
    });
    expect([await contentOf(drop), await monthsOf(drop)]).toEqual([[], []]);
    expect(await monthsOf(keep)).toEqual(await countMonths(keep));

    expect((await undo(merge_id)).statusCode).toBe(200);
    expect([await contentOf(keep), await contentOf(drop), await monthsOf(keep), await monthsOf(drop)]).toEqual(before);
  },
);

test("the preview names each day and activity, those with two entries first, and writes nothing", async () => {
  const { keep, drop, merge, countVersions } = await createTwins();
  const before = [await contentOf(keep), await contentOf(drop), await countVersions()];
  const { days, entries } = (await merge("add", true)).json<{ days: object[]; entries: object }>();
  expect(entries).toEqual({ moved: 3, both: 4 });
  expect(days).toHaveLength(7);
  expect(days.slice(0, 2)).toEqual(
    expect.arrayContaining([
      { day: daysAgo(1), activity: "Raids", keep: "10", drop: "8", result: "18" },
      { day: daysAgo(1), activity: "Bosses", keep: "Yes", drop: "Yes", result: "Yes" },
    ]),
  );
  expect(days.slice(2)).toEqual([
    { day: daysAgo(3), activity: "Raids", keep: "Excused", drop: "5", result: "5" },
    { day: daysAgo(4), activity: "Raids", keep: "6", drop: "Excused", result: "6" },
    { day: daysAgo(2), activity: "Raids", keep: "—", drop: "7", result: "7" },
    { day: daysAgo(5), activity: "Raids", keep: "—", drop: "Excused", result: "Excused" },
    { day: daysAgo(41), activity: "Raids", keep: "—", drop: "4", result: "4" },
  ]);
  expect([await contentOf(keep), await contentOf(drop), await countVersions()]).toEqual(before);
});

test("every cell that a merge writes has a version that says who and why, as the cell itself does", async () => {
  const { clan, owner, merge, undo } = await createTwins();
  const findLoose = async () => {
    const { rows } = await world.database.pool.query(
      `select * from entries where clan_id = $1 and not exists (
         select from entry_versions as version
         where version.clan_id = entries.clan_id and version.day = entries.day
           and version.member_id = entries.member_id and version.activity_id = entries.activity_id
           and version.version = entries.version and version.state = entries.state
           and version.value is not distinct from entries.value and version.points = entries.points
           and version.entered_by = entries.entered_by and version.source = entries.source)`,
      [clan.id],
    );
    return rows;
  };
  const { merge_id } = (await merge("add")).json();
  expect(await findLoose()).toEqual([]);
  const reasons = world.db
    .selectFrom("entry_versions")
    .select((row) => ["reason", row.fn.countAll<number>().as("count")])
    .where("clan_id", "=", clan.id)
    .where("entered_by", "=", owner.memberId)
    .where("source", "=", "ui")
    .groupBy("reason");
  expect(await reasons.execute()).toContainEqual({ reason: "Players merged", count: 12 });
  await undo(merge_id);
  expect(await findLoose()).toEqual([]);
  expect(await reasons.execute()).toContainEqual({ reason: "Merge undone", count: 12 });
});

test("a sum stays within what the activity takes", async () => {
  const { raids, keep, merge } = await createTwins();
  await world.db.updateTable("activities").set({ max_value: 16 }).where("id", "=", raids).execute();
  await merge("add");
  expect(Object.fromEntries(await contentOf(keep))).toMatchObject({ [`Raids ${daysAgo(1)}`]: raid(16) });
});

test("a merge is not undone over a later change of a cell it moved, and one elsewhere stays", async () => {
  const changed = await createTwins();
  const first = (await changed.merge("keep")).json().merge_id;
  await changed.put(changed.owner, [changed.cell(changed.keep, 2, 99)], "later");
  const refused = await changed.undo(first);
  expect(refused.json()).toMatchObject({ error: "conflict" });
  expect(Object.fromEntries(await contentOf(changed.keep))).toMatchObject({ [`Raids ${daysAgo(2)}`]: { value: 99 } });
  expect(await contentOf(changed.drop)).toEqual([]);

  const other = await createTwins();
  const second = (await other.merge("keep")).json().merge_id;
  await other.put(other.owner, [other.cell(other.keep, 0, 11)]);
  expect((await other.undo(second)).statusCode).toBe(200);
  expect(Object.fromEntries(await contentOf(other.keep))).toMatchObject({ [`Raids ${daysAgo(0)}`]: { value: 11 } });
});

test("a merge is not undone over a re-score of a cell it moved: the old points would come back", async () => {
  const { clan, keep, drop, raids, url, owner, merge, undo } = await createTwins();
  const { merge_id } = (await merge("keep")).json();
  await addRule(world.db, clan.id, raids, { effective_from: daysAgo(1), points_per_unit: 3, daily_cap: 12 });
  const rescore = { from: daysAgo(60), dry_run: false };
  expect((await owner.send("POST", `${url}/activities/${raids}/rescore`, rescore)).statusCode).toBe(200);
  const scored = await contentOf(keep);
  expect(Object.fromEntries(scored)).toMatchObject({ [`Raids ${daysAgo(2)}`]: { value: 7, points: 21 } });
  expect((await undo(merge_id)).json()).toMatchObject({ error: "conflict" });
  expect([await contentOf(keep), await contentOf(drop)]).toEqual([scored, []]);
});

test("saves of both rows while they are merged are neither lost nor stuck", async () => {
  const { keep, drop, owner, put, cell, merge } = await createTwins();
  const saves = [7, 8, 9].flatMap((back) => [
    put(owner, [cell(keep, back, 1)], "at the same moment"),
    put(owner, [cell(drop, back, 2)], "at the same moment"),
  ]);
  const [merged, ...saved] = await Promise.all([merge("add"), ...saves]);
  expect(merged.statusCode).toBe(200);
  for (const { statusCode } of saved) expect([200, 400]).toContain(statusCode);
  expect(await monthsOf(keep)).toEqual(await countMonths(keep));
  expect(await monthsOf(drop)).toEqual(await countMonths(drop));
});
