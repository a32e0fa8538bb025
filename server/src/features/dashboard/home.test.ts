import { usualRules } from "@clanhall/contract/attention";
import { weekdayOf } from "@clanhall/contract/rules/clan-day";
import type { ClanHome } from "@clanhall/contract/clan-home";
import { expect, test } from "vitest";
import { addActivity } from "../../testing/activities.ts";
import { addBoard, openBoard } from "../../testing/board-results.ts";
import { addBulletin } from "../../testing/bulletins.ts";
import { daysAgo, openEntries } from "../../testing/entries.ts";
import { sharedApp, type TestApp } from "../../testing/test-app.ts";

const world = await sharedApp();

type Person = Pick<Awaited<ReturnType<TestApp["user"]>>, "get" | "send">;

async function homeOf(who: Person, clan: { id: string }): Promise<ClanHome> {
  const answer = await who.get(`/api/clans/${clan.id}/home`);
  expect(answer.statusCode).toBe(200);
  return answer.json<ClanHome>();
}

async function rename(memberId: string, name: string) {
  const columns = { name, name_key: name.toLowerCase() };
  await world.db.updateTable("clan_members").set(columns).where("id", "=", memberId).execute();
}

/** The clan week begins so many days ago, whatever day it is. */
function beginWeek(clan: { id: string }, ago: number) {
  const week_start = weekdayOf(daysAgo(ago));
  return world.db.updateTable("clans").set({ week_start }).where("id", "=", clan.id).execute();
}

async function openHome() {
  const opened = await openEntries(world, { name: "Raids", daily_target: 5 });
  const maintainer = await world.memberOf(opened.clan, "maintainer");
  const people = [opened.owner, opened.member, maintainer];
  for (const [index, name] of ["Olga", "Mona", "Tariq"].entries()) await rename(people[index]?.memberId ?? "", name);
  return { ...opened, maintainer };
}

test("what a role may not see is not sent", async () => {
  const { clan, owner, maintainer, member, allow } = await openHome();
  await addBulletin(world, clan.id);
  for (const officer of [owner, maintainer]) {
    const home = await homeOf(officer, clan);
    expect(home).toMatchObject({
      today: { due: 3, missing: { count: 3 }, still_due: null },
      week: { of: "clan" },
      falling: [],
      to_decide: { rules: usualRules },
      bulletin: { seen_by: { seen: 0, of: 3 } },
    });
    expect(home.steps !== null).toBe(officer === owner);
  }
  const ofMember = {
    today: { due: 1, missing: null },
    falling: null,
    to_decide: null,
    bulletin: { seen_by: null },
    steps: null,
  };
  expect(await homeOf(member, clan)).toMatchObject({ ...ofMember, week: { of: "clan" } });
  await allow({ members_see_values: false });
  expect(await homeOf(member, clan)).toMatchObject({ ...ofMember, week: { of: "me" } });

  const outsider = await world.user();
  const answer = await outsider.get(`/api/clans/${clan.id}/home`);
  expect([answer.statusCode, answer.json().message]).toEqual([404, "Clan not found"]);
});

test("officers see who is missing most, the first four, and how many there are", async () => {
  const { clan, owner, member, maintainer, put, cell } = await openHome();
  const farm = await addActivity(world.db, clan.id, { name: "Farm", entry_by: "members" });
  for (const name of ["Ann", "Ben", "Cid"]) {
    await owner.send("POST", `/api/clans/${clan.id}/members`, { name, joined_on: "2026-01-01" });
  }
  await put(owner, [cell(), cell({ member_id: maintainer.memberId }), cell({ activity_id: farm })]);
  const { today, players } = await homeOf(owner, clan);
  expect(players).toEqual({ active: 6, linked: 3 });
  expect(today).toMatchObject({ clan_date: daysAgo(0), time_zone: "UTC", due: 12, entered: 3 });
  expect(today?.missing?.count).toBe(5);
  expect(today?.missing?.players.map(({ name, missing }) => [name, missing])).toEqual([
    ["Ann", 2],
    ["Ben", 2],
    ["Cid", 2],
    ["Olga", 2],
  ]);

  await put(owner, [cell({ activity_id: farm, value: null })]);
  const own = await homeOf(member, clan);
  const still_due = [{ activity_id: farm, name: "Farm", entry_by: "members" }];
  expect(own.today).toMatchObject({ due: 2, entered: 1, still_due });
  await put(owner, [cell({ activity_id: farm, value: null, excused: true })]);
  expect((await homeOf(member, clan)).today).toMatchObject({ due: 2, entered: 2, still_due: [] });
});

test("the week has its seven days, and compares the same days with those of the week before", async () => {
  const { clan, owner, member, maintainer, put, cell, allow } = await openHome();
  await beginWeek(clan, 2);
  const of = (who: { memberId: string }, ago: number, value: number | null, excused = false) =>
    cell({ member_id: who.memberId, day: daysAgo(ago), value, ...(excused && { excused }) });
  const late = [of(owner, 9, 5), of(member, 9, 5), of(maintainer, 9, 5), of(owner, 4, 5), of(member, 4, 5)];
  await put(owner, late, "Old notes");
  await put(owner, [of(owner, 2, 5), of(member, 2, 3), of(maintainer, 2, 0)]);
  await put(owner, [of(owner, 1, 5), of(member, 1, null, true), of(owner, 0, 5)]);

  const { week } = await homeOf(owner, clan);
  expect(week.days.map(({ day }) => day)).toEqual([2, 1, 0, -1, -2, -3, -4].map(daysAgo));
  expect(week.days.slice(0, 4)).toEqual([
    { day: daysAgo(2), due: 3, met: 1, partly: 1, missed: 1, missing: 0, excused: 0, rate: 33.3 },
    { day: daysAgo(1), due: 3, met: 1, partly: 0, missed: 0, missing: 1, excused: 1, rate: 50 },
    { day: daysAgo(0), due: 3, met: 1, partly: 0, missed: 0, missing: 2, excused: 0, rate: 33.3 },
    { day: daysAgo(-1), due: 0, met: 0, partly: 0, missed: 0, missing: 0, excused: 0, rate: null },
  ]);
  // Three of nine due in the three days before; the values of four days ago are not of the same days.
  expect([week.rate, week.rate_before]).toEqual([37.5, 33.3]);

  await allow({ members_see_values: false });
  const own = (await homeOf(member, clan)).week;
  expect(own.days[0]).toMatchObject({ due: 1, met: 0, partly: 1 });
  expect(own.days[1]).toMatchObject({ due: 1, excused: 1, rate: null });
});

test("falling is who lost fifteen points and had five values due, the steepest first", async () => {
  const { clan, owner, member, maintainer, put, cell } = await openHome();
  const days = (who: { memberId: string }, from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => cell({ member_id: who.memberId, day: daysAgo(from + index) }));
  // Olga from 100 to 0, Mona from 100 to 57.1, Tariq steady.
  await put(owner, [...days(owner, 8, 35), ...days(member, 4, 35), ...days(maintainer, 1, 35)], "Old notes");
  const named = async () => (await homeOf(owner, clan)).falling?.map(({ name, ...rest }) => [name, rest]);
  expect(await named()).toMatchObject([
    ["Olga", { rate: 0, rate_before: 100 }],
    ["Mona", { rate: 57.1, rate_before: 100 }],
  ]);

  // Two and then four of the days are made up for: 85.7, which is not far enough below.
  await put(owner, days(member, 2, 3), "Old notes");
  expect(await named()).toMatchObject([["Olga", {}]]);
  // Away on three of the seven days, four values are due.
  const away = [{ from: daysAgo(7), to: daysAgo(5) }];
  const answer = await owner.send("PATCH", `/api/clans/${clan.id}/members/${owner.memberId}`, { version: 1, away });
  expect(answer.statusCode).toBe(200);
  expect(await named()).toEqual([]);
});

test("falling is also who lost fifteen points exactly", async () => {
  const { clan, owner, member, activityId, put, cell } = await openHome();
  const farm = await addActivity(world.db, clan.id, { name: "Farm" });
  const cells = [7, 35].map((days, index) =>
    Array.from({ length: days - (index && 7) }, (_, ago) => (index && 7) + ago + 1).flatMap((ago) =>
      [activityId, farm].map((activity_id) => cell({ member_id: member.memberId, activity_id, day: daysAgo(ago) })),
    ),
  );
  const [lately = [], before = []] = cells;
  // 8 of 14, and 31 of 43 after 13 excused: 57.1 and 72.1, between which computers find a hair less than 15.
  const excused = before.slice(31, 44).map((one) => ({ ...one, value: null, excused: true }));
  await put(owner, [...lately.slice(0, 8), ...before.slice(0, 31), ...excused], "Old notes");
  expect((await homeOf(owner, clan)).falling).toMatchObject([{ name: "Mona", rate: 57.1, rate_before: 72.1 }]);
});

test("the main board shows its first five with their change, the others their leader", async () => {
  const { clan, owner, kara, tom, activityId, boardId, enter } = await openBoard(world);
  expect((await homeOf(owner, clan)).top).toMatchObject({ id: boardId, is_main: true, rows: [] });
  await enter(kara, 3);
  await enter(tom, 9);
  await world.db.updateTable("clans").set({ late_days: 14 }).where("id", "=", clan.id).execute();
  await enter(kara, 8, 8);
  await enter(tom, 2, 8);
  const more = { title: "Most runs", measure: "activity", created_at: new Date("2026-01-01") } as const;
  const second = await addBoard(world, clan.id, [activityId], more);
  await addBoard(world, clan.id, [activityId], { state: "ended" });

  const { top, boards } = await homeOf(owner, clan);
  expect(top?.rows.map(({ name, rank, previous_rank, score }) => [name, rank, previous_rank, score])).toEqual([
    ["Tom Hill", 1, 2, 9],
    ["Kara Moon", 2, 1, 3],
    ["Ann Olsson", 3, 3, 0],
  ]);
  expect(boards).toMatchObject({
    count: 2,
    items: [
      { id: boardId, is_main: true, leader: { name: "Tom Hill", score: 9 }, activity: null },
      {
        id: second,
        is_main: false,
        period: { kind: "rolling", days: 7 },
        activity: { name: "Raids", unit: "runs" },
        leader: { name: "Tom Hill", score: 9 },
      },
    ],
  });

  const hidden = JSON.stringify({ members_see_values: false });
  await world.db.updateTable("clans").set({ toggles: hidden }).where("id", "=", clan.id).execute();
  const ofMember = await homeOf(kara, clan);
  expect(ofMember.top?.rows.map(({ previous_rank }) => previous_rank)).toEqual([null, null, null]);
});

test("without an active board there is no top", async () => {
  const { clan, owner, change } = await openBoard(world);
  await change({ state: "archived" });
  expect(await homeOf(owner, clan)).toMatchObject({ top: null, boards: { count: 0, items: [] } });
});

test("the bulletin published last is shown, pinned or not, with its readers for officers", async () => {
  const { clan, owner, member } = await openHome();
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  await addBulletin(world, clan.id, { title: "Pinned", pinned: true, publish_at: at(60) });
  const latest = await addBulletin(world, clan.id, { title: "Latest", publish_at: at(10) });
  await addBulletin(world, clan.id, { title: "For officers", audience: "maintainers", publish_at: at(5) });
  await addBulletin(world, clan.id, { title: "Draft", publish_at: null });
  await member.send("POST", `/api/clans/${clan.id}/bulletins/${latest}/seen`);
  expect((await homeOf(member, clan)).bulletin).toMatchObject({ title: "Latest", is_seen: true, seen_by: null });
  expect((await homeOf(owner, clan)).bulletin).toMatchObject({ title: "For officers", seen_by: { seen: 0, of: 2 } });
});

test("the owner's first steps are those of the dashboard, and dismissed with them", async () => {
  const { clan, owner } = await openHome();
  expect((await homeOf(owner, clan)).steps).toEqual({
    day: true,
    players: true,
    activities: true,
    entries: false,
    invites: true,
    board: false,
  });
  await owner.send("PUT", `/api/me/clans/${clan.id}/settings`, { first_steps_hidden: true });
  expect((await homeOf(owner, clan)).steps).toBeNull();
});

test("an archived clan has no day to enter and nobody to worry about", async () => {
  const { clan, owner } = await openHome();
  await owner.send("POST", `/api/clans/${clan.id}/archive`);
  expect(await homeOf(owner, clan)).toMatchObject({ today: null, falling: null, steps: null, week: { of: "clan" } });
});

test("what has not changed is not sent again", async () => {
  const { clan, owner, put, cell } = await openHome();
  const url = `/api/clans/${clan.id}/home`;
  const etag = String((await owner.get(url)).headers.etag);
  const headers = { "x-dev-user-id": owner.userId, "if-none-match": etag };
  const again = async () => (await world.app.server.inject({ method: "GET", url, headers })).statusCode;
  expect(await again()).toBe(304);
  await put(owner, [cell()]);
  expect(await again()).toBe(200);
});
