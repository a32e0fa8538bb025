import { runs } from "@clanhall/contract/testing/property-runs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { addActivity } from "../../testing/activities.ts";
import { daysAgo, openEntries } from "../../testing/entries.ts";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

const writers = Array.from({ length: 10 }, (_, index) => index);

test("of ten writers who saw the same version exactly one wins, and every save that was told is kept", async () => {
  const { owner, cell, put, clan } = await openEntries(world);
  const players = [owner.memberId, cell().member_id];
  const told: string[] = [];
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
    told.push(...players.map((id) => `${id} ${round + 1} ${winner?.value}`));
  }
  const kept = await world.db.selectFrom("entry_versions").selectAll().where("clan_id", "=", clan.id).execute();
  expect(kept.map(({ member_id, version, value }) => `${member_id} ${version} ${value}`).toSorted()).toEqual(
    told.toSorted(),
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
  from entries where clan_id = $1 group by 1, 2, 3 order by 1, 2, 3`;
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
