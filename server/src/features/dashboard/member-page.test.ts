import { addDays, startOfWeek, weekdayOf } from "@clanhall/contract/rules/clan-day";
import type { MemberPage } from "@clanhall/contract/member-page";
import { expect, test } from "vitest";
import { addActivity } from "../../testing/activities.ts";
import { addBoard, addFrozenPeriod } from "../../testing/board-results.ts";
import { daysAgo, openEntries } from "../../testing/entries.ts";
import { sharedApp, type TestApp } from "../../testing/test-app.ts";

const world = await sharedApp();

type Person = Pick<Awaited<ReturnType<TestApp["user"]>>, "get" | "send">;

const ask = (who: Person, clan: { id: string }, memberId: string) =>
  who.get(`/api/clans/${clan.id}/members/${memberId}/page`);

async function pageOf(who: Person, clan: { id: string }, memberId: string): Promise<MemberPage> {
  const answer = await ask(who, clan, memberId);
  expect(answer.statusCode).toBe(200);
  return answer.json<MemberPage>();
}

async function figuresOf(who: Person, clan: { id: string }, memberId: string) {
  const { figures } = await pageOf(who, clan, memberId);
  if (!figures) throw new Error("the page has no figures");
  return figures;
}

async function openPage() {
  const opened = await openEntries(world, { name: "Raids", unit: "runs", daily_target: 5 });
  const maintainer = await world.memberOf(opened.clan, "maintainer");
  const other = await world.memberOf(opened.clan, "member");
  const of = (ago: number, value: number | null, more = {}) =>
    opened.cell({ day: daysAgo(ago), value, ...(value === null && { excused: true }), ...more });
  return { ...opened, maintainer, other, of };
}

test("what the caller may not see is not sent", async () => {
  const { clan, owner, maintainer, member, other, allow } = await openPage();
  const away = [{ from: daysAgo(-2), to: daysAgo(-4), reason: "Moving" }];
  const texts = { public_note: "Plays at night", officer_note: "Talk first", aliases: ["Mo"], away };
  const change = await owner.send("PATCH", `/api/clans/${clan.id}/members/${member.memberId}`, {
    ...texts,
    version: 1,
  });
  expect(change.statusCode).toBe(200);

  for (const officer of [owner, maintainer]) {
    const page = await pageOf(officer, clan, member.memberId);
    expect(page.member).toMatchObject({ ...texts, is_me: false, user_id: member.userId });
    expect(page.timeline?.map(({ action, kind }) => [action, kind])).toContainEqual([
      "member.officer_note",
      "decision",
    ]);
    expect(page.figures).not.toBeNull();
  }
  const own = await pageOf(member, clan, member.memberId);
  expect(own.member).toMatchObject({ ...texts, is_me: true, officer_note: null });
  expect(own.timeline?.map(({ action }) => action)).not.toContain("member.officer_note");
  expect(own.figures).not.toBeNull();

  const seen = await pageOf(other, clan, member.memberId);
  expect(seen.member).toMatchObject({ public_note: "Plays at night", officer_note: null, user_id: null });
  expect(seen.member.away).toMatchObject([{ from: daysAgo(-2), to: daysAgo(-4), reason: null }]);
  expect([seen.figures === null, seen.timeline]).toEqual([false, null]);

  await allow({ members_see_values: false });
  expect((await pageOf(other, clan, member.memberId)).figures).toBeNull();
  const mine = await figuresOf(member, clan, member.memberId);
  expect(mine.week.clan_mean).toBeNull();
});

test("outsiders, those who left and players of other clans find nothing", async () => {
  const { clan, owner, member, other } = await openPage();
  const elsewhere = await openEntries(world);
  const outsider = await world.user();
  const whereIs = async (who: Person, memberId: string) => {
    const answer = await who.get(`/api/clan-members/${memberId}/clan`);
    return answer.statusCode === 200 ? answer.json() : [answer.statusCode, answer.json().message];
  };
  expect((await ask(outsider, clan, member.memberId)).statusCode).toBe(404);
  expect(await whereIs(outsider, member.memberId)).toEqual([404, "Player not found"]);
  expect(await whereIs(owner, member.memberId)).toEqual({ clan_id: clan.id });
  expect(await whereIs(owner, elsewhere.member.memberId)).toEqual([404, "Player not found"]);
  const foreign = await ask(owner, clan, elsewhere.member.memberId);
  expect([foreign.statusCode, foreign.json().message]).toEqual([404, "Player not found"]);

  const removed = await owner.send("POST", `/api/clans/${clan.id}/members/${other.memberId}/mark-removed`, {});
  expect(removed.statusCode).toBe(200);
  expect((await ask(other, clan, member.memberId)).statusCode).toBe(404);
  expect(await whereIs(other, member.memberId)).toEqual([404, "Player not found"]);
  // The page of somebody who left stays for those who are here.
  expect((await pageOf(member, clan, other.memberId)).member.status).toBe("removed");
  expect(await whereIs(member, other.memberId)).toEqual({ clan_id: clan.id });
});

test("sums are those of the history, and a streak is that of a board", async () => {
  const { clan, owner, member, put, of, activityId } = await openPage();
  const farm = await addActivity(world.db, clan.id, { name: "Farm", daily_target: 10 });
  const both = (ago: number, value: number) => [of(ago, value), of(ago, value * 2, { activity_id: farm })];
  const late = [...both(20, 5), ...both(19, 7), ...both(18, 5), ...both(17, 2), ...both(6, 6)];
  await put(owner, [...late, ...both(4, 9), of(3, null), of(3, 12, { activity_id: farm }), ...both(2, 5)], "Notes");
  await put(owner, both(1, 8));
  const board = await addBoard(world, clan.id, [activityId, farm], {
    measure: "streak",
    period: { kind: "rolling", days: 30 },
  });

  const figures = await figuresOf(owner, clan, member.memberId);
  const history = async (from: string, to: string) => {
    const url = `/api/clans/${clan.id}/entries?from=${from}&to=${to}&member_id=${member.memberId}`;
    return (await owner.get(url)).json().totals;
  };
  const { due, met, excused, rate } = await history(daysAgo(30), daysAgo(1));
  expect(figures.month).toEqual({ from: daysAgo(30), to: daysAgo(1), due, met, excused, rate });
  expect(figures.week.points).toBe((await history(figures.week.from, daysAgo(0))).points);
  const day = figures.calendar.days.find((one) => one.day === daysAgo(17));
  expect(day).toMatchObject({ points: (await history(daysAgo(17), daysAgo(17))).points, due: 2, met: 0 });

  // Of a day with something excused, what is left counts.
  expect(figures.streak.current).toEqual({ days: 4, from: daysAgo(4), to: daysAgo(1) });
  expect(figures.streak.best).toEqual({ days: 4, from: daysAgo(4), to: daysAgo(1) });
  const { rows } = (await owner.get(`/api/scoreboards/${board}/standings`)).json();
  const row = rows.find(({ member_id }: { member_id: string }) => member_id === member.memberId);
  expect(row.score).toBe(4);
  // Today counts once it is over, as on the dashboard.
  for (const value of [1, 5]) {
    await put(owner, both(0, value));
    expect((await figuresOf(owner, clan, member.memberId)).streak.current?.days).toBe(4);
  }

  expect(figures.records.day).toEqual({ day: daysAgo(4), points: 27 });
  const best = figures.records.values.map(({ name, value, day: on }) => [name, value, on]);
  expect(best).toEqual([
    ["Farm", 18, daysAgo(4)],
    ["Raids", 9, daysAgo(4)],
  ]);
});

test("means count the days that were due and not excused, for the player and for the clan", async () => {
  const { clan, owner, member, other, put, of } = await openPage();
  const entries = [of(5, 10), of(4, null), of(3, 4), of(2, 3, { member_id: other.memberId })];
  await put(owner, entries, "Notes");
  const { activities } = await figuresOf(owner, clan, member.memberId);
  const [raids] = activities;
  expect(raids).toMatchObject({ name: "Raids", target: 5, met: 1, excused: 1 });
  const due = raids?.due ?? 0;
  expect(raids?.mean).toBe(Math.round((14 / (due - 1)) * 100) / 100);
  expect(raids?.clan_mean).toBe(Math.round((17 / (due * 4 - 1)) * 100) / 100);
});

test("ranks are those of the main board, with its earlier results and the best of them", async () => {
  const { clan, owner, member, other, put, of, activityId } = await openPage();
  const board = await addBoard(world, clan.id, [activityId], { title: "Week", period: { kind: "weekly" } });
  await put(owner, [of(0, 5), of(0, 9, { member_id: other.memberId })]);
  const start = startOfWeek(daysAgo(0), 1);
  const week = (ago: number) => ({ from: addDays(start, -7 * ago), to: addDays(start, 6 - 7 * ago) });
  const row = (memberId: string, rank: number) => ({
    member_id: memberId,
    rank,
    previous_rank: null,
    score: 1,
    per_activity: [],
    days_met: 0,
    days_due: 0,
    trend: [],
  });
  await addFrozenPeriod(world, clan.id, board, week(2), [row(member.memberId, 1), row(other.memberId, 2)]);
  await addFrozenPeriod(world, clan.id, board, week(1), [row(other.memberId, 1)]);

  const { standing, ranks, records } = await figuresOf(member, clan, member.memberId);
  const standings = (await member.get(`/api/scoreboards/${board}/standings`)).json();
  const shown = standings.rows.find(({ member_id }: { member_id: string }) => member_id === member.memberId);
  expect(standing).toMatchObject({
    board: { id: board, title: "Week", is_main: true },
    rank: shown.rank,
    previous_rank: shown.previous_rank,
    score: shown.score,
    players: standings.rows.length,
  });
  expect(ranks).toEqual([
    { ...week(2), rank: 1, players: 2, is_frozen: true },
    { ...week(1), rank: null, players: 1, is_frozen: true },
    { ...week(0), rank: 2, players: standings.rows.length, is_frozen: false },
  ]);
  expect(records.rank).toEqual({ ...week(2), rank: 1, players: 2, is_frozen: true });
});

test("when the clan has moved the start of its week, the week before is the one that was kept, however long", async () => {
  const { clan, owner, member, other, put, of, activityId } = await openPage();
  const kept = { from: daysAgo(9), to: daysAgo(3) };
  const board = await addBoard(world, clan.id, [activityId], {
    period: { kind: "weekly" },
    running_from: daysAgo(2),
    top_n: 1,
  });
  await addFrozenPeriod(world, clan.id, board, kept);
  await world.db
    .updateTable("clans")
    .set({ week_start: weekdayOf(daysAgo(4)) })
    .where("id", "=", clan.id)
    .execute();
  // Of as many days as the week has now, the player would have been first.
  await put(owner, [of(0, 5), of(4, 5), of(8, 9, { member_id: other.memberId })], "Notes");
  const { standing, ranks } = await figuresOf(member, clan, member.memberId);
  expect(standing).toMatchObject({ rank: 1, previous_rank: 2 });
  expect(ranks).toEqual([
    { ...kept, rank: null, players: 0, is_frozen: true },
    { from: daysAgo(2), to: daysAgo(-2), rank: 1, players: expect.any(Number), is_frozen: false },
  ]);
  // The board, the dashboard and the clan's home compare with the same week.
  const mine = { rank: 1, previous_rank: 2 };
  const { rows } = (await member.get(`/api/scoreboards/${board}/standings`)).json();
  expect(rows).toMatchObject([{ member_id: member.memberId, ...mine }]);
  expect((await member.get("/api/me/standing")).json().items).toMatchObject([{ board: mine }]);
  const home = (await member.get(`/api/clans/${clan.id}/home`)).json();
  expect(home).toMatchObject({ top: { rows: [{ member_id: member.memberId, ...mine }] }, standing: { board: mine } });
});

test("weeks that a board kept before it became a rolling one are not the period before", async () => {
  const { clan, member, owner, other, put, of, activityId } = await openPage();
  const board = await addBoard(world, clan.id, [activityId], { period: { kind: "weekly" } });
  const kept = { from: daysAgo(14), to: daysAgo(8) };
  await addFrozenPeriod(world, clan.id, board, kept);
  const period = { kind: "rolling", days: 7 };
  expect((await owner.send("PATCH", `/api/scoreboards/${board}`, { version: 1, period })).statusCode).toBe(200);
  await put(owner, [of(0, 5), of(7, 9), of(8, 5, { member_id: other.memberId })], "Notes");
  const { standing, ranks } = await figuresOf(member, clan, member.memberId);
  expect(standing).toMatchObject({ rank: 1, previous_rank: 1 });
  expect(ranks).toMatchObject([
    { ...kept, is_frozen: true },
    { from: daysAgo(13), to: daysAgo(7), rank: 1, is_frozen: false },
    { from: daysAgo(6), to: daysAgo(0), rank: 1, is_frozen: false },
  ]);
});

test("a month that a board kept before it became a weekly one is not the week before", async () => {
  const { clan, member, owner, other, put, of, activityId } = await openPage();
  const thisWeek = startOfWeek(daysAgo(0), 1);
  const week = { from: addDays(thisWeek, -7), to: addDays(thisWeek, -1) };
  const board = await addBoard(world, clan.id, [activityId], { period: { kind: "weekly" }, running_from: thisWeek });
  const kept = { from: addDays(thisWeek, -33), to: addDays(thisWeek, -3) };
  await addFrozenPeriod(world, clan.id, board, kept);
  const cell = (day: string, value: number, memberId = member.memberId) => of(0, value, { day, member_id: memberId });
  // In the month the other player was ahead, in the week this one.
  await put(owner, [cell(daysAgo(0), 5), cell(week.from, 5), cell(addDays(kept.from, 1), 9, other.memberId)], "Notes");
  const { standing, ranks } = await figuresOf(member, clan, member.memberId);
  expect(standing).toMatchObject({ rank: 1, previous_rank: 1 });
  expect(ranks).toMatchObject([
    { ...kept, is_frozen: true },
    { ...week, rank: 1, is_frozen: false },
    { from: thisWeek, rank: 1, is_frozen: false },
  ]);
});

test("the period before a rolling one counts among the ranks, but there is no result of it to open", async () => {
  const { clan, member, owner, other, put, of, activityId } = await openPage();
  const board = await addBoard(world, clan.id, [activityId], { period: { kind: "rolling", days: 7 } });
  await put(owner, [of(0, 5), of(0, 9, { member_id: other.memberId }), of(8, 5)], "Notes");
  const before = { from: daysAgo(13), to: daysAgo(7) };
  const { ranks, records } = await figuresOf(member, clan, member.memberId);
  expect(ranks.map(({ from, is_frozen }) => [from, is_frozen])).toEqual([
    [before.from, false],
    [daysAgo(6), false],
  ]);
  expect(records.rank).toMatchObject({ ...before, rank: 1, is_frozen: false });
  const { statusCode } = await member.get(`/api/scoreboards/${board}/standings?period=${before.from}`);
  expect(statusCode).toBe(404);
});

test("below the ranks that a board shows, players and officers see the rank as on the dashboard, others that it is below", async () => {
  const { clan, owner, member, other, put, of, activityId } = await openPage();
  await addBoard(world, clan.id, [activityId], {
    top_n: 1,
    members: { kind: "chosen", ids: [member.memberId, other.memberId] },
  });
  await put(owner, [of(0, 5), of(0, 9, { member_id: other.memberId })]);
  const [own] = (await member.get("/api/me/standing")).json().items;
  expect(own.board).toMatchObject({ rank: 2, ranked: 2 });
  for (const who of [member, owner]) {
    const { standing } = await figuresOf(who, clan, member.memberId);
    expect(standing).toMatchObject({ rank: 2, players: 2, score: 5, below_rank: null });
  }
  const seen = await figuresOf(other, clan, member.memberId);
  expect(seen.standing).toMatchObject({ rank: null, players: 1, score: null, below_rank: 1 });
  const unranked = await figuresOf(other, clan, owner.memberId);
  expect(unranked.standing).toMatchObject({ rank: null, below_rank: null });
});

test("a page without boards or values is whole, and is not sent twice", async () => {
  const { clan, owner, member } = await openPage();
  const { figures } = await pageOf(owner, clan, member.memberId);
  expect(figures).toMatchObject({
    standing: null,
    ranks: [],
    streak: { current: null, best: null },
    records: { day: null, week: null, rank: null, values: [] },
  });
  const first = await ask(owner, clan, member.memberId);
  const url = `/api/clans/${clan.id}/members/${member.memberId}/page`;
  const headers = { "x-dev-user-id": owner.userId, "if-none-match": String(first.headers.etag) };
  expect((await world.app.server.inject({ method: "GET", url, headers })).statusCode).toBe(304);
});
