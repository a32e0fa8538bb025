import type { BoardPeriod } from "@clanhall/contract/rules/periods";
import { addDays, startOfWeek, weekdayOf } from "@clanhall/contract/rules/clan-day";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { followDatabaseClock } from "../../../db/clock.ts";
import { addBoard, addFrozenPeriod, openBoard } from "../../../testing/board-results.ts";
import { daysAgo } from "../../../testing/entries.ts";
import { startFakeDiscordWebhooks } from "../../../testing/fake-discord-webhooks.ts";
import { recordedLog } from "../../../testing/recorded-log.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { connect } from "../../../testing/webhooks.ts";
import { emptyActivityBins } from "../../activities/index.ts";
import { freezeScoreboards } from "./freeze.ts";
import { loadStandings } from "./member-standings.ts";

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

type Context = Awaited<ReturnType<typeof openBoard>>;
const weekly: BoardPeriod = { kind: "weekly" };
const monthly: BoardPeriod = { kind: "monthly" };

async function freeze(now: string | Date) {
  const log = recordedLog();
  await freezeScoreboards(world.db, log, new Date(now));
  expect(log.lines.filter(({ level }) => level !== "info")).toEqual([]);
}

function listFrozen({ boardId }: Pick<Context, "boardId">) {
  return world.db
    .selectFrom("scoreboard_periods")
    .select(["starts_on", "ends_on", "result"])
    .where("scoreboard_id", "=", boardId)
    .orderBy("starts_on")
    .execute();
}

const rangesOf = async (context: Pick<Context, "boardId">) =>
  (await listFrozen(context)).map(({ starts_on, ends_on }) => [starts_on, ends_on]);

async function setDay({ clan }: Context, zone: string, reset: string, weekStart = 1) {
  const rule = { time_zone: zone, reset_time: reset };
  await world.db.updateTable("clan_day_rules").set(rule).where("clan_id", "=", clan.id).execute();
  await world.db.updateTable("clans").set({ week_start: weekStart }).where("id", "=", clan.id).execute();
}

test.each([
  ["at midnight in UTC", weekly, "UTC", "00:00", 1, ["2026-11-02", "2026-11-08"], "2026-11-09T00:00:00Z"],
  ["first of all east", weekly, "Pacific/Kiritimati", "00:00", 1, ["2026-11-02", "2026-11-08"], "2026-11-08T10:00:00Z"],
  ["last of all west", weekly, "Etc/GMT+12", "00:00", 1, ["2026-11-02", "2026-11-08"], "2026-11-09T12:00:00Z"],
  ["late in the evening", weekly, "UTC", "23:30", 1, ["2026-11-02", "2026-11-08"], "2026-11-09T23:30:00Z"],
  ["after clocks went back", weekly, "Europe/Berlin", "02:30", 1, ["2026-10-19", "2026-10-25"], "2026-10-26T01:30:00Z"],
  [
    "in an hour that is skipped",
    weekly,
    "America/New_York",
    "02:30",
    7,
    ["2026-03-01", "2026-03-07"],
    "2026-03-08T07:00:00Z",
  ],
  ["on a Sunday", weekly, "UTC", "08:00", 7, ["2026-11-01", "2026-11-07"], "2026-11-08T08:00:00Z"],
  ["at the end of a long month", monthly, "UTC", "00:00", 1, ["2026-10-01", "2026-10-31"], "2026-11-01T00:00:00Z"],
  [
    "at the end of a short month",
    monthly,
    "Asia/Tokyo",
    "05:00",
    1,
    ["2026-02-01", "2026-02-28"],
    "2026-02-28T20:00:00Z",
  ],
  ["at the end of a leap February", monthly, "UTC", "00:00", 1, ["2024-02-01", "2024-02-29"], "2024-03-01T00:00:00Z"],
  ["at the end of a year", monthly, "UTC", "00:00", 1, ["2023-12-01", "2023-12-31"], "2024-01-01T00:00:00Z"],
] as const)("a period ends %s and not a moment before", async (_when, period, zone, reset, weekStart, range, turn) => {
  const [from, to] = range;
  const context = await openBoard(world, { period, running_from: from });
  await setDay(context, zone, reset, weekStart);
  await freeze(new Date(Date.parse(turn) - 1));
  expect(await rangesOf(context)).toEqual([]);
  await freeze(turn);
  expect(await rangesOf(context)).toEqual([[from, to]]);
  const { running_from, version, state } = await context.board();
  expect({ running_from, version, state }).toEqual({ running_from: addDays(to, 1), version: 1, state: "active" });
  expect(await context.listAudit()).toEqual([
    {
      action: "scoreboard.freeze_period",
      actor_name: null,
      target_name: "Top raiders",
      after: { from, to, players: 3 },
    },
  ]);
});

test("after a long standstill the missed weeks follow, and no more than sixty of them", async () => {
  const few = await openBoard(world, { period: weekly, running_from: "2026-10-12" });
  const many = await openBoard(world, { period: weekly, running_from: "2020-01-06" });
  await freeze("2026-11-09T00:00:00Z");
  expect(await rangesOf(few)).toEqual([
    ["2026-10-12", "2026-10-18"],
    ["2026-10-19", "2026-10-25"],
    ["2026-10-26", "2026-11-01"],
    ["2026-11-02", "2026-11-08"],
  ]);
  const frozen = await rangesOf(many);
  expect([frozen.length, frozen[0], frozen.at(-1)]).toEqual([
    60,
    [addDays("2026-11-09", -7 * 60), addDays("2026-11-09", -7 * 59 - 1)],
    ["2026-11-02", "2026-11-08"],
  ]);
  expect((await many.board()).running_from).toBe("2026-11-09");
}, 120_000);

test("a week is posted until seven days after its end; what is older is kept in silence", async () => {
  const discord = await startFakeDiscordWebhooks();
  const context = await openBoard(world, { period: weekly, running_from: "2026-10-19" });
  const { deliveries } = await connect(world, discord, context);
  const posted = async () => (await deliveries()).map(({ facts }) => facts);
  await freeze("2026-11-02T00:00:00Z");
  const facts = { scoreboard_id: context.boardId, period: "2026-10-26" };
  expect(await posted()).toEqual([facts]);
  await world.db.deleteFrom("scoreboard_periods").where("scoreboard_id", "=", context.boardId).execute();
  await context.change({ running_from: "2026-10-19" });
  await world.db.deleteFrom("webhook_deliveries").where("clan_id", "=", context.clan.id).execute();
  // Seven days after 1 November.
  await freeze("2026-11-08T12:00:00Z");
  expect(await rangesOf(context)).toHaveLength(2);
  expect(await posted()).toEqual([facts]);
  await discord.close();
});

test("a late job finds what one on time found, with the last day counted as over", async () => {
  const contexts = [];
  for (const now of ["2026-03-09T00:00:00Z", "2026-04-02T09:00:00Z"]) {
    const context = await openBoard(world, { period: weekly, running_from: "2026-03-02" });
    await world.db
      .updateTable("activity_rules")
      .set({ missing_points: -1 })
      .where("activity_id", "=", context.activityId)
      .execute();
    const entries = ["2026-03-02", "2026-03-05"].map((day) => ({
      member_id: context.kara.memberId,
      activity_id: context.activityId,
      day,
      value: 10,
    }));
    await context.owner.send("PUT", `/api/clans/${context.clan.id}/entries`, { entries, reason: "Old notes" });
    await freeze(now);
    contexts.push(context);
  }
  const [onTime, late] = await Promise.all(
    contexts.map(async (context) => {
      const [first] = await listFrozen(context);
      return first?.result.rows.map(({ rank, score, days_met, days_due }) => ({ rank, score, days_met, days_due }));
    }),
  );
  expect(onTime).toEqual([
    { rank: 1, score: 15, days_met: expect.any(Number), days_due: 7 },
    { rank: 2, score: -7, days_met: 0, days_due: 7 },
    { rank: 2, score: -7, days_met: 0, days_due: 7 },
  ]);
  expect(late).toEqual(onTime);
});

test("two instances at the same moment freeze a week once", async () => {
  const other = await createTestApp({ beside: world });
  const context = await openBoard(world, { period: weekly, running_from: "2026-10-26" });
  const now = new Date("2026-11-09T00:00:00Z");
  const log = recordedLog();
  await Promise.all([world, other, world, other].map(({ db }) => freezeScoreboards(db, log, now)));
  await freeze(now);
  await other.close();
  expect(await rangesOf(context)).toEqual([
    ["2026-10-26", "2026-11-01"],
    ["2026-11-02", "2026-11-08"],
  ]);
  expect((await context.listAudit()).length).toBe(2);
  expect(log.messages("warn")).toEqual([]);
});

test("a board of fixed days ends once nothing of them can be entered any more", async () => {
  const period: BoardPeriod = { kind: "fixed", from: "2026-05-01", to: "2026-05-10" };
  const context = await openBoard(world, { period });
  const reopened = await openBoard(world, { period, ends_by_itself: false });
  await world.db.updateTable("clans").set({ late_days: 2 }).where("id", "=", context.clan.id).execute();
  await freeze("2026-05-12T23:59:59Z");
  expect((await context.board()).state).toBe("active");
  const end = new Date("2026-05-13T00:00:00Z");
  await freeze(end);
  await freeze(end);
  const { state, ended_at, result, version } = await context.board();
  expect({ state, ended_at, version }).toEqual({ state: "ended", ended_at: end, version: 2 });
  expect(result).toMatchObject({ range: { from: "2026-05-01", to: "2026-05-10" }, computed_at: end.toISOString() });
  expect(await context.listAudit()).toMatchObject([{ action: "scoreboard.end", actor_name: null }]);
  expect((await reopened.board()).state).toBe("active");
});

test("boards and clans that are archived, ended or deleted stay as they are", async () => {
  const running = { period: weekly, running_from: "2026-06-01" };
  const boards = [
    await openBoard(world, { ...running, state: "archived" }),
    await openBoard(world, { ...running, state: "ended" }),
    await openBoard(world, { ...running, deleted_at: new Date() }),
    await openBoard(world, running),
    await openBoard(world, running),
    await openBoard(world, { period: { kind: "rolling", days: 7 } }),
  ];
  const changes = [{ archived_at: new Date() }, { deletes_at: new Date() }];
  for (const [index, change] of changes.entries()) {
    await world.db
      .updateTable("clans")
      .set(change)
      .where("id", "=", boards[3 + index]?.clan.id ?? "")
      .execute();
  }
  await freeze("2026-06-20T00:00:00Z");
  for (const board of boards) expect(await rangesOf(board)).toEqual([]);
});

test("a board that cannot be counted does not hold up the others", async () => {
  const broken = await openBoard(world, { period: weekly, running_from: "2026-07-06" });
  await broken.change({ activities: "{}" });
  const sound = await openBoard(world, { period: weekly, running_from: "2026-07-06" });
  const log = recordedLog();
  await freezeScoreboards(world.db, log, new Date("2026-07-13T00:00:00Z"));
  expect(await rangesOf(sound)).toEqual([["2026-07-06", "2026-07-12"]]);
  expect(await rangesOf(broken)).toEqual([]);
  expect(log.messages("warn")).toEqual(["scoreboard not frozen yet, it is tried again"]);
  await broken.change({ state: "archived" });
});

const laterWeeks = [
  ["2026-11-16", "2026-11-17"],
  ["2026-11-18", "2026-11-24"],
];
const earlierWeeks = [
  ["2026-11-16", "2026-11-21"],
  ["2026-11-22", "2026-11-28"],
];

test.each([
  ["later", 3, laterWeeks],
  ["earlier", 7, earlierWeeks],
])("a week that now starts %s begins after the last result and is kept on time", async (_when, start, weeks) => {
  const context = await openBoard(world, { period: weekly, running_from: "2026-11-09" });
  const months = await openBoard(world, { period: monthly, running_from: "2026-11-01" });
  const before = ["2026-11-09", "2026-11-15"];
  await freeze("2026-11-16T00:00:00Z");
  for (const board of [context, months]) await setDay(board, "UTC", "00:00", start);
  const shown = await loadStandings(
    world.db,
    await context.board(),
    { period: null, seesValues: true },
    new Date("2026-11-17T12:00:00Z"),
  );
  expect([shown.board.period.from, shown.board.period.to]).toEqual(weeks[0]);
  for (const [index, [, to = ""]] of weeks.entries()) {
    const turn = Date.parse(`${addDays(to, 1)}T00:00:00Z`);
    await freeze(new Date(turn - 1));
    expect(await rangesOf(context)).toEqual([before, ...weeks.slice(0, index)]);
    await freeze(new Date(turn));
    expect(await rangesOf(context)).toEqual([before, ...weeks.slice(0, index + 1)]);
  }
  expect(await rangesOf(months)).toEqual([]);
  await freeze("2026-12-01T00:00:00Z");
  expect(await rangesOf(months)).toEqual([["2026-11-01", "2026-11-30"]]);
});

test("a week that is over ends where it did when the clan moves the start of its week a moment later", async () => {
  const lastWeek = addDays(startOfWeek(daysAgo(0), 1), -7);
  const context = await openBoard(world, { period: weekly, running_from: lastWeek });
  const { clan, owner, activityId } = context;
  const fields = { period: weekly, running_from: lastWeek, created_at: new Date(Date.now() + 60_000) };
  const broken = await addBoard(world, clan.id, [activityId], fields);
  await world.db.updateTable("scoreboards").set({ activities: "{}" }).where("id", "=", broken).execute();
  const { version } = (await owner.get(`/api/clans/${clan.id}`)).json();
  const change = async (draft: object) =>
    (await owner.send("PATCH", `/api/clans/${clan.id}`, { version, ...draft })).statusCode;
  expect([await change({ version: version + 1, week_start: 4 }), await change({ week_start: 1 })]).toEqual([409, 200]);
  expect(await rangesOf(context)).toEqual([]);
  expect(await change({ week_start: 4 })).toBe(200);
  expect(await rangesOf(context)).toEqual([[lastWeek, addDays(lastWeek, 6)]]);
  await world.db.deleteFrom("scoreboards").where("id", "=", broken).execute();
});

test("without an answer of the database the clan does not move the start of its week", async () => {
  const lastWeek = addDays(startOfWeek(daysAgo(0), 1), -7);
  const context = await openBoard(world, { period: weekly, running_from: lastWeek });
  const { clan, owner, boardId } = context;
  const read = async () => (await owner.get(`/api/clans/${clan.id}`)).json();
  const { version } = await read();
  const change = async () =>
    (await owner.send("PATCH", `/api/clans/${clan.id}`, { version, week_start: 4 })).statusCode;
  await sql`
    create function refuse_period() returns trigger language plpgsql as $$ begin
      if new.scoreboard_id = ${sql.lit(boardId)} then raise 'too slow' using errcode = '57014'; end if;
      return new;
    end $$
  `.execute(world.db);
  await sql`
    create trigger refuse_period before insert on scoreboard_periods for each row execute function refuse_period()
  `.execute(world.db);
  expect(await change()).toBe(503);
  await sql`drop trigger refuse_period on scoreboard_periods`.execute(world.db);
  expect(await read()).toMatchObject({ version, week_start: 1 });
  expect(await change()).toBe(200);
  expect(await rangesOf(context)).toEqual([[lastWeek, addDays(lastWeek, 6)]]);
});

test("a board that becomes weekly within a month that is stored begins after it", async () => {
  const context = await openBoard(world, { period: monthly });
  const today = daysAgo(0);
  await setDay(context, "UTC", "00:00", weekdayOf(daysAgo(1)));
  await addFrozenPeriod(world, context.clan.id, context.boardId, { from: daysAgo(30), to: daysAgo(1) });
  const changed = await context.owner.send("PATCH", context.url, { version: 1, period: { kind: "weekly" } });
  expect(changed.json().range).toMatchObject({ from: today, to: addDays(today, 5) });
});

test("F15: on a machine whose clock is years ahead nothing ends and nothing is deleted", async () => {
  const following = await followDatabaseClock(world.database.db);
  const week = await openBoard(world, { period: weekly, running_from: startOfWeek(daysAgo(0), 1) });
  const days = await openBoard(world, { period: { kind: "fixed", from: daysAgo(1), to: addDays(daysAgo(0), 30) } });
  const entry = { member_id: week.kara.memberId, activity_id: week.activityId, day: daysAgo(0), value: 5 };
  const binned = { deleted_at: new Date() };
  await world.db.updateTable("activities").set(binned).where("id", "=", days.activityId).execute();
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2038-01-19T03:13:30Z") });
  try {
    await freezeScoreboards(world.db, recordedLog());
    await emptyActivityBins(world.db);
    const saved = await week.owner.send("PUT", `/api/clans/${week.clan.id}/entries`, { entries: [entry] });
    expect(saved.json().saved).toBe(1);
  } finally {
    vi.useRealTimers();
    following.stop();
  }
  expect(await rangesOf(week)).toEqual([]);
  expect((await days.board()).state).toBe("active");
  const kept = world.db.selectFrom("activities").select("id").where("id", "=", days.activityId).execute();
  expect(await kept).toHaveLength(1);
});

test("a month replaces the week that began with it", async () => {
  const context = await openBoard(world, { period: weekly, running_from: "2026-06-01" });
  await freeze("2026-06-08T00:00:00Z");
  await context.change({ period: JSON.stringify(monthly), running_from: "2026-06-01" });
  await freeze("2026-07-01T00:00:00Z");
  expect(await rangesOf(context)).toEqual([["2026-06-01", "2026-06-30"]]);
});

test("a manager who ends a board before the job came by does not lose the week that is just over", async () => {
  const context = await openBoard(world, { period: weekly });
  await context.enter(context.kara, 5);
  const lastWeek = addDays(startOfWeek(daysAgo(0), 1), -7);
  await world.db.updateTable("scoreboards").set({ running_from: lastWeek }).where("id", "=", context.boardId).execute();
  const ended = await context.owner.send("POST", `/api/scoreboards/${context.boardId}/end`);
  expect(ended.json()).toMatchObject({ state: "ended" });
  expect(await rangesOf(context)).toEqual([[lastWeek, addDays(lastWeek, 6)]]);
});
