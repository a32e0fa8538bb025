import { type BoardPeriod, type DayRange, rangeOf } from "@clanhall/contract/rules/periods";
import { startOfWeek, weekdayOf } from "@clanhall/contract/rules/clan-day";
import { measures } from "@clanhall/contract/scoreboard-drafts";
import { runs } from "@clanhall/contract/testing/property-runs";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Db } from "../../../db/tables.ts";
import { addActivity } from "../../../testing/activities.ts";
import { addBoard, addFrozenPeriod } from "../../../testing/board-results.ts";
import { boardOf, boardSettings, boardWorlds, insertBoardWorld, toBoard } from "../../../testing/board-world.ts";
import { daysAgo } from "../../../testing/entries.ts";
import { addPlayer, openImports } from "../../../testing/imports.ts";
import { loadWalkedClan, walkBoard } from "../../../testing/slow-standings.ts";
import { sharedApp } from "../../../testing/test-app.ts";
import type { ScoreboardRow } from "../queries.ts";
import { computeResult } from "./compute.ts";
import { explainMember } from "./explain.ts";

const world = await sharedApp();

const today = daysAgo(0);
const when = { today, now: new Date(), withActivities: true };

/** A clan of players with these names and one activity, and a board of it. */
async function openBoard(names: string[], fields: Parameters<typeof addActivity>[2] = {}) {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const players: Record<string, string> = {};
  for (const name of names) players[name] = await addPlayer(world, clan.id, name);
  const activityId = await addActivity(world.db, clan.id, fields);
  const nameOf = (id: string) => names.find((name) => players[name] === id);
  const boardFields: Partial<ScoreboardRow> = {
    activities: [{ activity_id: activityId, weight: 1 }],
    members: { kind: "chosen", ids: Object.values(players) },
  };
  const compute = (more: Partial<ScoreboardRow> = {}, range = rangeOf({ kind: "rolling", days: 7 }, today, 1)) =>
    computeResult(world.db, boardOf(clan.id, { ...boardFields, ...more }), range, when);
  return {
    clan,
    owner,
    players,
    activityId,
    compute,
    url: `/api/clans/${clan.id}`,
    explain: (
      name: string,
      more: Partial<ScoreboardRow> = {},
      range = rangeOf({ kind: "rolling", days: 7 }, today, 1),
    ) => explainMember(world.db, boardOf(clan.id, { ...boardFields, ...more }), players[name] ?? "", range, when),
    /** Rank, name and score of each row. */
    list: async (...how: Parameters<typeof compute>) => {
      const { rows } = await compute(...how);
      return rows.map(({ rank, member_id, score }) => [rank, nameOf(member_id), score]);
    },
    enter: async (name: string, back: number, value: number | "excused") => {
      const cell = { member_id: players[name], activity_id: activityId, day: daysAgo(back) };
      const content = value === "excused" ? { value: null, excused: true } : { value };
      const body = { entries: [{ ...cell, ...content }], reason: "counted late" };
      const answer = await owner.send("PUT", `/api/clans/${clan.id}/entries`, body);
      expect(answer.statusCode, answer.payload).toBe(200);
    },
  };
}

test("after two seconds comes the fourth, or the third where ranks are dense", async () => {
  const { enter, list } = await openBoard(["Ada", "Bram", "Cleo", "Dora"]);
  await enter("Ada", 0, 3);
  await enter("Bram", 1, 9);
  await enter("Cleo", 2, 5);
  await enter("Dora", 3, 5);
  const standard = [[1, "Bram", 9], [2, "Cleo", 5], [2, "Dora", 5], [4, "Ada", 3]]; // prettier-ignore
  expect(await list()).toEqual(standard);
  expect((await list({ ties: "dense" })).at(-1)).toEqual([3, "Ada", 3]);
  expect(await list({ top_n: 2 })).toEqual(standard.slice(0, 3));
});

test("a player who misses days falls below nothing, and leads a board where the lowest does", async () => {
  const { enter, list, explain } = await openBoard(["Ada", "Bram"], { missing_points: -2.5 });
  await enter("Ada", 1, 4);
  // Six of the seven days are over; today's cell costs nothing yet.
  const expected = [[1, "Ada", -8.5], [2, "Bram", -15]]; // prettier-ignore
  expect(await list()).toEqual(expected);
  expect((await list({ sort_order: "low" }))[0]).toEqual([1, "Bram", -15]);
  const explained = await explain("Ada");
  expect(explained).toMatchObject({
    score: -8.5,
    activities: [{ points: 4, missing_points: -12.5, due: 7, missing: 6 }],
  });
  expect(explained?.cells).toHaveLength(7);
  expect(explained?.cells[0]).toMatchObject({ day: today, state: "missing", points: 0 });
});

test("players who are all tied are all first, by name, and nobody had a rank in an empty week before", async () => {
  const { compute, list } = await openBoard(["Cleo", "Ada", "Bram"]);
  expect(await list()).toEqual([[1, "Ada", 0], [1, "Bram", 0], [1, "Cleo", 0]]); // prettier-ignore
  const { has_results, rows } = await compute();
  expect(has_results).toBe(false);
  expect(rows.map(({ previous_rank }) => previous_rank)).toEqual([null, null, null]);
});

test("a player with exactly the due days that a board asks for is ranked, one with a day less is not", async () => {
  const { enter, compute, list } = await openBoard(["Ada"]);
  await enter("Ada", 0, 3);
  expect(await list({ min_due_days: 7 })).toEqual([[1, "Ada", 3]]);
  expect(await compute({ min_due_days: 8 })).toMatchObject({ left_out: 1, rows: [] });
});

test("a board that no player fits is empty", async () => {
  const { compute } = await openBoard(["Ada"]);
  const nobody = await compute({ members: { kind: "groups", ids: ["Raiders"] } });
  expect(nobody).toMatchObject({ has_results: false, left_out: 0, rows: [] });
});

test("a board whose activities are all in the bin has no rows", async () => {
  const { owner, url, activityId, compute } = await openBoard(["Ada"]);
  expect((await owner.send("DELETE", `${url}/activities/${activityId}`)).statusCode).toBe(200);
  expect(await compute()).toMatchObject({ has_results: false, left_out: 0, rows: [] });
});

test("scores beyond what a number holds exactly still have an order", async () => {
  const { activityId, enter, list } = await openBoard(["Ada", "Bram"], { points_per_unit: 99_999 });
  const highest = 999_999_999 * 99_999 * 100;
  await enter("Ada", 0, 999_999_999);
  await enter("Ada", 1, 999_999_999);
  await enter("Bram", 0, 999_999_999);
  const rows = await list({ activities: [{ activity_id: activityId, weight: 100 }] });
  expect(rows).toEqual([[1, "Ada", 2 * highest], [2, "Bram", highest]]); // prettier-ignore
  expect(highest).toBeGreaterThan(2 ** 53);
});

test("an archived activity still counts what was done before, and asks for nothing since", async () => {
  const { owner, url, activityId, enter, compute } = await openBoard(["Ada"], { missing_points: -5 });
  await enter("Ada", 3, 6);
  await world.db
    .updateTable("activities")
    .set({ is_active: false, pauses: JSON.stringify([{ from: daysAgo(2), to: null }]) })
    .where("id", "=", activityId)
    .execute();
  expect((await owner.get(`${url}/activities`)).json().items[0]).toMatchObject({ active: false });
  const { rows } = await compute();
  expect(rows).toMatchObject([{ score: 6 - 3 * 5, days_met: 1, days_due: 4 }]);
});

test("a streak goes on through excuses and days away, and today breaks nothing", async () => {
  const { clan, players, enter, compute, list, explain } = await openBoard(["Ada", "Bram", "Cleo", "Dora"]);
  const away = { clan_id: clan.id, member_id: players.Ada ?? "", starts_on: daysAgo(4), ends_on: daysAgo(3) };
  await world.db.insertInto("clan_member_away").values(away).execute();
  await enter("Ada", 1, 2);
  await enter("Ada", 2, "excused");
  await enter("Ada", 5, 1);
  for (const back of [0, 1, 2]) await enter("Bram", back, 1);
  await enter("Cleo", 1, 1);
  await enter("Cleo", 2, 0);
  await enter("Cleo", 3, 1);
  for (let back = 1; back < 40; back += 1) await enter("Dora", back, 1);
  const streak = { measure: "streak" } as const;
  const month = rangeOf({ kind: "rolling", days: 30 }, today, 1);
  // Dora's goes back over the first day of the board, which counts no other days than its own.
  expect(await list(streak, month)).toEqual([[1, "Dora", 29], [2, "Bram", 3], [3, "Ada", 2], [4, "Cleo", 1]]); // prettier-ignore
  expect((await explain("Ada", streak, month))?.score).toBe(2);
  const { rows } = await compute(streak, month);
  expect(rows.find(({ member_id }) => member_id === players.Ada)?.trend).toEqual([0, 0, 100, null, null, null, 100, 0]);
});

test("an improvement compares a running week with as many days of the week before", async () => {
  const { enter, list, explain } = await openBoard(["Ada", "Bram"]);
  const period: BoardPeriod = { kind: "weekly" };
  const weekStart = weekdayOf(daysAgo(2));
  const range = rangeOf(period, today, weekStart);
  expect(range.from).toBe(startOfWeek(today, weekStart));
  await enter("Ada", 1, 10);
  await enter("Ada", 8, 4);
  // Only the first three days of the last week are over in this one.
  await enter("Ada", 6, 100);
  await enter("Bram", 0, 3);
  await enter("Bram", 9, 5);
  const improvement = { measure: "improvement", period } as const;
  expect(await list(improvement, range)).toEqual([[1, "Ada", 6], [2, "Bram", -2]]); // prettier-ignore
  const explained = await explain("Ada", improvement, range);
  expect(explained).toMatchObject({ score: 6, before: { from: daysAgo(9), to: daysAgo(7), points: 4 } });
});

test("an improvement in a week that was cut, and in the one after it, is measured against the week that was kept", async () => {
  const { clan, activityId, enter, list, explain } = await openBoard(["Ada"]);
  const id = await addBoard(world, clan.id, [activityId], { period: { kind: "weekly" } });
  const improvement = { id, measure: "improvement", period: { kind: "weekly" } } as const;
  const [whole, cut, next] = [
    { from: daysAgo(11), to: daysAgo(5) },
    { from: daysAgo(4), to: daysAgo(3) },
    { from: daysAgo(2), to: daysAgo(-4) },
  ];
  for (const range of [whole, cut]) await addFrozenPeriod(world, clan.id, id, range);
  for (const [back, value] of [[11, 1], [7, 100], [5, 50], [4, 10], [3, 4], [0, 30]] as const) await enter("Ada", back, value); // prettier-ignore

  // Two days against the first two of seven, and three against the two that there were.
  expect(await list(improvement, cut)).toEqual([[1, "Ada", 13]]);
  const explained = await explain("Ada", improvement, cut);
  expect(explained).toMatchObject({ score: 13, before: { from: daysAgo(11), to: daysAgo(10), points: 1 } });
  expect(await list(improvement, next)).toEqual([[1, "Ada", 16]]);
  expect((await explain("Ada", improvement, next))?.before).toMatchObject({ ...cut, points: 14 });
  // Without a stored result, the week before is as long as usual.
  await world.db.deleteFrom("scoreboard_periods").where("scoreboard_id", "=", id).execute();
  expect((await explain("Ada", improvement, next))?.before).toMatchObject({ from: daysAgo(9), to: daysAgo(7) });
});

const walkedPeriods: BoardPeriod[] = [
  { kind: "monthly" },
  { kind: "rolling", days: 90 },
  { kind: "fixed", from: daysAgo(120), to: daysAgo(20) },
];

async function expectSameAsWalk(clanId: string, activities: { activity_id: string; weight: number }[]) {
  const clan = await loadWalkedClan(world.db, clanId, today);
  for (const measure of measures) {
    for (const period of walkedPeriods) {
      const chosen = measure === "activity" ? activities.slice(0, 1) : activities;
      const board = boardOf(clanId, { measure, period, activities: chosen });
      const range = rangeOf(period, today, 1);
      expect(await computeBothWays(board, range, today)).toEqual(walkBoard(clan, board, range));
    }
  }
  return clan;
}

/** Without what each activity came to, everything else is the same. */
async function computeBothWays(board: ScoreboardRow, range: DayRange, day: string) {
  const options = { ...when, today: day };
  const { computed_at: _at, ...result } = await computeResult(world.db, board, range, options);
  const plain = await computeResult(world.db, board, range, { ...options, withActivities: false });
  const withoutActivities = ({ rows, ...rest }: typeof plain) => ({
    ...rest,
    rows: rows.map(({ per_activity: _left, ...row }) => row),
  });
  expect(withoutActivities(plain)).toEqual(withoutActivities({ ...result, computed_at: plain.computed_at }));
  return result;
}

test("what people save, clear, import, re-score and merge counts as a walk through every cell counts it", async () => {
  const { clan, owner, kara, tom, donations, hours, raid, importLines } = await openImports(world);
  const url = `/api/clans/${clan.id}`;
  const twin = await addPlayer(world, clan.id, "Kara Two");
  const send = async (method: "PUT" | "POST" | "PATCH", path: string, body: object) => {
    const answer = await owner.send(method, `${url}/${path}`, body);
    expect(answer.statusCode, answer.payload).toBe(200);
    return answer.json();
  };
  const put = (entries: object[]) => send("PUT", "entries", { entries, reason: "counted late" });
  const activities = [donations, hours, raid].map((activity_id, index) => ({ activity_id, weight: 1 + index / 2 }));

  const backs = Array.from({ length: 70 }, (_, back) => back * 2);
  await put(
    [kara, tom, twin].flatMap((member_id, who) =>
      backs.map((back) => ({
        member_id,
        activity_id: donations,
        day: daysAgo(back + who),
        value: (back * 7 + who) % 40,
      })),
    ),
  );
  await put(
    backs.map((back) => ({ member_id: tom, activity_id: hours, day: daysAgo(back), value: null, excused: true })),
  );
  await put(
    backs.slice(5, 20).map((back) => ({ member_id: kara, activity_id: donations, day: daysAgo(back), value: null })),
  );
  const lines = backs.map((back) => `${daysAgo(back)},Tom,Raid,${back % 3 === 0 ? 1 : 0}`);
  expect((await importLines(lines)).statusCode).toBe(200);
  await expectSameAsWalk(clan.id, activities);
  // Activities that weigh the same and cost nothing are added up together where nobody looks at them apart.
  await expectSameAsWalk(
    clan.id,
    activities.map(({ activity_id }) => ({ activity_id, weight: 1 })),
  );

  const { items } = (await owner.get(`${url}/activities`)).json();
  const { version } = items.find(({ id }: { id: string }) => id === donations);
  const scoring = { points_per_unit: 2.5, daily_target: 20, missing_points: -1, weekdays: [1, 3, 5, 6] };
  await send("PATCH", `activities/${donations}`, { version, ...scoring });
  await send("POST", `activities/${donations}/rescore`, { from: daysAgo(45), dry_run: false });
  await expectSameAsWalk(clan.id, activities);

  await send("POST", "members/merge", { keep: kara, drop: twin, policy: "add", dry_run: false });
  const { players, entries } = await expectSameAsWalk(clan.id, activities);
  expect(players.map(({ id }) => id)).not.toContain(twin);
  expect(entries.size).toBeGreaterThan(250);
}, 60_000);

test("standings of any clan, measure and period are those of a walk through every cell, and explain themselves", async () => {
  await fc.assert(
    fc.asyncProperty(
      boardWorlds,
      fc.array(boardSettings, { minLength: 6, maxLength: 6 }),
      async (made, manySettings) => {
        const inserted = await insertBoardWorld(world, made);
        const { clanId, today: day } = inserted;
        const clan = await loadWalkedClan(world.db, clanId, day);
        for (const settings of manySettings) {
          const board = toBoard(inserted, settings);
          const range = rangeOf(board.period, day, made.weekStart);
          const result = await computeBothWays(board, range, day);
          expect(result).toEqual(walkBoard(clan, board, range));
          for (const { member_id, score, per_activity, days_met, days_due } of result.rows) {
            const explained = await explainMember(world.db, board, member_id, range, { today: day });
            expect(explained?.score).toBe(score);
            expect(explained?.activities.map(({ value }) => value)).toEqual(per_activity.map(({ value }) => value));
            const add = (name: "met" | "due" | "excused") =>
              explained?.activities.reduce((sum, own) => sum + own[name], 0) ?? 0;
            expect([add("met"), add("due") - add("excused")]).toEqual([days_met, days_due]);
          }
        }
      },
    ),
    { ...runs(16), endOnFailure: true },
  );
}, 60_000);

test("many cells are read page by page, until the transaction ends", async () => {
  const clan = await world.clan();
  const ids = await Promise.all(Array.from({ length: 20 }, () => addActivity(world.db, clan.id)));
  const fields = { activities: ids.map((activity_id) => ({ activity_id, weight: 1 })) };
  await sql`
    with added as (
      insert into clan_members (clan_id, name, name_key)
      select ${clan.id}::uuid, 'P' || n, 'p' || n from generate_series(1, 150) as n returning clan_id, id
    )
    insert into clan_member_spans (clan_id, member_id, starts_on) select clan_id, id, '2020-01-01' from added
  `.execute(world.db);
  // In the middle of a month, of which its sums say nothing.
  const settingAfter = (to: string) =>
    world.db.transaction().execute(async (tx) => {
      await computeResult(tx, boardOf(clan.id, fields), { from: "2026-01-10", to }, when);
      return readSetting(tx);
    });
  expect([await settingAfter("2026-01-11"), await settingAfter("2026-01-20"), await readSetting(world.db)]).toEqual([
    "on",
    "off",
    "on",
  ]);
});

async function readSetting(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`select current_setting('enable_indexscan') as value`.execute(db);
  return rows[0]?.value;
}
