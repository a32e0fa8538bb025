import type { Activity, rescoreActivity } from "@clanhall/contract/activities";
import { addDays } from "@clanhall/contract/rules/clan-day";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import { aggregates, outcomeOf, pointsOf } from "@clanhall/contract/rules/scoring";
import { runs } from "@clanhall/contract/testing/property-runs";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { addActivity, addRule } from "../../testing/activities.ts";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

type Answer = AnswerOf<typeof rescoreActivity>;
type Fields = Parameters<typeof addActivity>[2];

const today = new Date().toISOString().slice(0, 10);
const ago = (days: number) => addDays(today, -days);

async function createClan(fields: Fields = {}) {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const activityId = await addActivity(world.db, clan.id, { name: "Raids", ...fields });
  const url = `/api/clans/${clan.id}`;
  const enter = (cells: { day: string; value: number | null; member_id?: string; activity_id?: string }[]) =>
    owner.send("PUT", `${url}/entries`, {
      entries: cells.map((cell) => ({ member_id: owner.memberId, activity_id: activityId, ...cell })),
      reason: "Forgotten",
    });
  const rescore = (from: string, dry_run = false) =>
    owner.send("POST", `${url}/activities/${activityId}/rescore`, { from, dry_run });
  const getActivity = async () => {
    const { items } = (await owner.get(`${url}/activities`)).json<{ items: Activity[] }>();
    return items.find(({ id }) => id === activityId);
  };
  return { clan, owner, activityId, url, enter, rescore, getActivity };
}

const entriesOf = (activityId: string) =>
  world.db
    .selectFrom("entries")
    .select(["day", "member_id", "value", "points", "is_met", "version", "revision"])
    .where("activity_id", "=", activityId)
    .orderBy("day")
    .execute();

/** The sums of the months as they stand, and counted anew. */
async function monthsOf(activityId: string) {
  const { rows: stored } = await sql`
    select month, member_id, value_sum, points, days_entered, days_done, days_met, days_excused
    from entry_months where activity_id = ${activityId} order by month, member_id
  `.execute(world.db);
  const { rows: counted } = await sql`
    select
      date_trunc('month', day)::date as month, member_id, coalesce(sum(value), 0) as value_sum, sum(points) as points,
      count(*) filter (where state = 'value') as days_entered, count(*) filter (where value > 0) as days_done,
      count(*) filter (where is_met) as days_met, count(*) filter (where state = 'excused') as days_excused
    from entries where activity_id = ${activityId} group by 1, 2 order by 1, 2
  `.execute(world.db);
  return { stored, counted };
}

async function checksum(clanId: string): Promise<string[]> {
  const tables = [
    "activities",
    "activity_rules",
    "entries",
    "entry_versions",
    "entry_months",
    "entry_revisions",
    "clan_audit",
  ];
  const sums = tables.map(async (table) => {
    const { rows } = await world.database.pool.query(
      `select $2 || md5(string_agg(t::text, '|' order by t::text)) as sum from ${table} t where clan_id = $1`,
      [clanId, table],
    );
    return rows[0].sum;
  });
  return Promise.all(sums);
}

test("today's rule counts for all days since the chosen one, and for none before", async () => {
  const { clan, activityId, enter, rescore, getActivity } = await createClan({ daily_target: 4 });
  await addRule(world.db, clan.id, activityId, { effective_from: ago(10), points_per_unit: 5, daily_target: 4 });
  await addRule(world.db, clan.id, activityId, { effective_from: today, points_per_unit: 2, daily_target: 3 });
  await addRule(world.db, clan.id, activityId, { effective_from: addDays(today, 5), points_per_unit: 9 });
  await enter([20, 10, 8, 0].map((days) => ({ day: ago(days), value: 3 })));
  const before = await entriesOf(activityId);
  expect(before.map(({ points, is_met }) => [points, is_met])).toEqual([
    [3, false],
    [15, false],
    [15, false],
    [6, true],
  ]);

  const answer = (await rescore(ago(9))).json<Answer>();
  expect(answer).toMatchObject({ changed: 1, points_before: 21, points_after: 12 });
  const after = await entriesOf(activityId);
  expect(after.map(({ points, is_met }) => [points, is_met])).toEqual([
    [3, false],
    [15, false],
    [6, true],
    [6, true],
  ]);
  expect(after.map(({ version }) => version)).toEqual([1, 1, 1, 1]);
  const [first, , third] = after;
  expect([first?.revision, (third?.revision ?? 0) > (first?.revision ?? 0)]).toEqual([1, true]);
  const { stored, counted } = await monthsOf(activityId);
  expect(stored).toEqual(counted);
  expect(await getActivity()).toMatchObject({
    version: 2,
    rules: [
      { effective_from: "1970-01-01", points_per_unit: 1 },
      { effective_from: ago(10), points_per_unit: 5 },
      { effective_from: ago(9), points_per_unit: 2, daily_target: 3 },
      { effective_from: addDays(today, 5), points_per_unit: 9 },
    ],
  });
  const audit = await world.db
    .selectFrom("clan_audit")
    .selectAll()
    .where("clan_id", "=", clan.id)
    .where("action", "=", "activity.rescore")
    .execute();
  expect(audit).toMatchObject([{ before: { points: 21 }, after: { points: 12, changed: 1, from: ago(9) } }]);
});

test("the versions of a cell keep the points that they were written with", async () => {
  const { clan, activityId, enter, rescore } = await createClan();
  await enter([{ day: ago(3), value: 4 }]);
  await addRule(world.db, clan.id, activityId, { effective_from: ago(1), points_per_unit: 3 });
  await rescore(ago(5));
  const versions = await world.db
    .selectFrom("entry_versions")
    .select(["version", "points"])
    .where("activity_id", "=", activityId)
    .execute();
  expect(versions).toEqual([{ version: 1, points: 4 }]);
  expect(await entriesOf(activityId)).toMatchObject([{ points: 12 }]);
});

test("days before the first rule keep it when a re-score begins earlier than that", async () => {
  const { clan, activityId, enter, rescore, getActivity } = await createClan({ effective_from: ago(5) });
  await addRule(world.db, clan.id, activityId, { effective_from: ago(2), points_per_unit: 3 });
  await enter([30, 8].map((days) => ({ day: ago(days), value: 1 })));
  await rescore(ago(10));
  const points = (await entriesOf(activityId)).map((entry) => entry.points);
  expect(points).toEqual([1, 3]);
  expect((await getActivity())?.rules).toMatchObject([
    { effective_from: "1970-01-01", points_per_unit: 1 },
    { effective_from: ago(10), points_per_unit: 3 },
  ]);
  await enter([{ day: ago(30), value: 2 }]);
  expect((await entriesOf(activityId))[0]).toMatchObject({ value: 2, points: 2 });
});

test("a dry run says what would happen and writes nothing", async () => {
  const { clan, activityId, enter, rescore } = await createClan();
  await addRule(world.db, clan.id, activityId, { effective_from: today, points_per_unit: 2 });
  await enter([9, 1].map((days) => ({ day: ago(days), value: 3 })));
  const before = await checksum(clan.id);
  const tried = (await rescore(ago(9), true)).json<Answer>();
  expect(tried).toMatchObject({ changed: 2, points_before: 6, points_after: 12 });
  expect(await checksum(clan.id)).toEqual(before);
  expect((await rescore(ago(9))).json()).toEqual(tried);
  expect((await rescore(ago(9), true)).json()).toMatchObject({ changed: 0, points_before: 12, points_after: 12 });
});

test("the top rank changes are those over all activities since the day, ties as 1-2-2-4", async () => {
  const { clan, activityId, enter, rescore } = await createClan();
  const other = await addActivity(world.db, clan.id, { name: "Donations" });
  const [ann, bob, cid, dan] = await Promise.all([1, 2, 3, 4].map(() => world.memberOf(clan, "member")));
  await addRule(world.db, clan.id, activityId, { effective_from: today, points_per_unit: 10 });
  const cell = (player: typeof ann, value: number, days: number, activity_id = activityId) => ({
    member_id: player?.memberId ?? "",
    day: ago(days),
    value,
    activity_id,
  });
  await enter([
    cell(ann, 50, 40, other),
    cell(ann, 1, 40),
    cell(bob, 20, 35, other),
    cell(cid, 20, 2, other),
    cell(dan, 6, 1),
    cell(dan, 900, 60, other),
  ]);
  const { ranks, ...sums } = (await rescore(ago(40), true)).json<Answer>();
  expect(sums).toEqual({ changed: 2, points_before: 7, points_after: 70 });
  const found = ranks.map(({ member_id, rank_before, rank_after, points_before, points_after }) => [
    member_id,
    [rank_before, rank_after],
    [points_before, points_after],
  ]);
  expect(found[0]).toEqual([dan?.memberId, [4, 1], [6, 60]]);
  expect(found).toContainEqual([cid?.memberId, [2, 3], [20, 20]]);
  expect(found).toContainEqual([bob?.memberId, [2, 3], [20, 20]]);
  expect(found).not.toContainEqual([ann?.memberId, expect.anything(), expect.anything()]);
});

test("points and what is met are to the cent those that a save gives, whatever the rule", async () => {
  const { activityId, enter, rescore, owner, url } = await createClan({ value_type: "decimal", min_value: -1_000_000 });
  const days = Array.from({ length: 45 }, (_, turn) => ago(turn));
  const cents = (min: number, max: number) => fc.integer({ min, max }).map((amount) => amount / 100);
  const rule = fc.record({
    points_per_unit: fc.oneof(cents(-150, 150), cents(-100_000, 100_000)),
    daily_cap: fc.option(cents(0, 2_000)),
    daily_target: fc.option(cents(0, 2_000)),
  });
  const values = fc.array(fc.oneof(cents(-300, 300), cents(0, 99_999_999_900)), { minLength: 45, maxLength: 45 });
  const check = async (aggregate: (typeof aggregates)[number], scoring: object, amounts: number[]) => {
    await world.db.updateTable("activities").set({ aggregate }).where("id", "=", activityId).execute();
    await enter(days.map((day, turn) => ({ day, value: amounts[turn] ?? 0 })));
    const version = (await owner.get(`${url}/activities`)).json().items[0].version;
    const changed = await owner.send("PATCH", `${url}/activities/${activityId}`, { version, ...scoring });
    expect(changed.statusCode).toBe(200);
    expect((await rescore(ago(44))).statusCode).toBe(200);
    const valid = changed.json<Activity>();
    for (const { value, points, is_met } of await entriesOf(activityId)) {
      expect([points, is_met]).toEqual([
        pointsOf(aggregate, valid, value ?? 0),
        outcomeOf(valid, value ?? 0) === "met",
      ]);
    }
    const { stored, counted } = await monthsOf(activityId);
    expect(stored).toEqual(counted);
  };
  await fc.assert(fc.asyncProperty(fc.constantFrom(...aggregates), rule, values, check), {
    ...runs(8),
    endOnFailure: true,
  });
}, 30_000);

test("saves and re-scores at the same time leave every point by one rule", async () => {
  const { clan, activityId, enter, rescore } = await createClan();
  await addRule(world.db, clan.id, activityId, { effective_from: today, points_per_unit: 7 });
  await Promise.all([
    enter([{ day: ago(5), value: 1 }]),
    enter([{ day: ago(4), value: 2 }]),
    rescore(ago(30)),
    enter([{ day: ago(3), value: 3 }]),
    enter([{ day: ago(2), value: 4 }]),
  ]);
  const points = (await entriesOf(activityId)).map((entry) => entry.points);
  expect(points).toEqual([7, 14, 21, 28]);
  const { stored, counted } = await monthsOf(activityId);
  expect(stored).toEqual(counted);
});

test("a day to come, an activity in the bin and one of another clan are refused", async () => {
  const { clan, owner, activityId, url, rescore } = await createClan();
  expect((await rescore(addDays(today, 1))).json().details[0].path).toBe("from");
  const other = await createClan();
  const foreign = { from: today, dry_run: true };
  const answer = await owner.send("POST", `${url}/activities/${other.activityId}/rescore`, foreign);
  expect(answer.json().message).toBe("Activity not found");
  await owner.send("DELETE", `/api/clans/${clan.id}/activities/${activityId}`);
  expect((await rescore(today)).statusCode).toBe(404);
});
