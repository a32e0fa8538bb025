import type { MyStanding } from "@clanhall/contract/my-standing";
import { isScheduled, whyNotDue } from "@clanhall/contract/rules/cells";
import { addDays, weekdayOf } from "@clanhall/contract/rules/clan-day";
import { runs } from "@clanhall/contract/testing/property-runs";
import fc from "fast-check";
import { type KyselyPlugin, sql } from "kysely";
import { expect, test } from "vitest";
import type { Db } from "../../db/tables.ts";
import { addActivity } from "../../testing/activities.ts";
import { addBoard, openBoard } from "../../testing/board-results.ts";
import { daysAgo, openEntries } from "../../testing/entries.ts";
import { sharedApp, type TestApp } from "../../testing/test-app.ts";
import { loadMyStandings } from "./standing.ts";

const world = await sharedApp();

type Person = Pick<Awaited<ReturnType<TestApp["user"]>>, "get" | "send">;
type Opened = Awaited<ReturnType<typeof openEntries>>;

/** Rows are written past the product here, and without a revision or a record of it a standing stays as it was. */
async function noteChanges() {
  await sql`insert into entry_revisions (clan_id, revision) select id, 1 from clans
    on conflict (clan_id) do update set revision = entry_revisions.revision + 1`.execute(world.db);
}

async function listOf(who: Person): Promise<MyStanding[]> {
  await noteChanges();
  const answer = await who.get("/api/me/standing");
  expect(answer.statusCode, answer.payload).toBe(200);
  return answer.json<{ items: MyStanding[] }>().items;
}

/** In somebody's only clan. */
async function standingOf(who: Person): Promise<MyStanding> {
  const [standing] = await listOf(who);
  if (!standing) throw new Error("they have no standing");
  return standing;
}

async function setClan(
  clan: { id: string },
  columns: { week_start?: number; late_days?: number; grace_days?: number },
) {
  await world.db.updateTable("clans").set(columns).where("id", "=", clan.id).execute();
}

/** The clan week begins so many days ago, whatever day it is. */
const beginWeek = (clan: { id: string }, ago: number) => setClan(clan, { week_start: weekdayOf(daysAgo(ago)) });

async function setSpan(memberId: string, starts_on: string) {
  await world.db.updateTable("clan_member_spans").set({ starts_on }).where("member_id", "=", memberId).execute();
}

function goAway({ clan }: Opened, memberId: string, starts_on: string, ends_on: string) {
  return world.db
    .insertInto("clan_member_away")
    .values({ clan_id: clan.id, member_id: memberId, starts_on, ends_on })
    .execute();
}

/** Values of the member, by how many days ago they are; "excused" for an excuse. */
async function enter({ owner, put, cell }: Opened, values: Record<number, number | "excused">, activity_id?: string) {
  const entries = Object.entries(values).map(([ago, value]) =>
    cell({
      day: daysAgo(Number(ago)),
      ...(value === "excused" ? { value: null, excused: true } : { value }),
      ...(activity_id && { activity_id }),
    }),
  );
  const answer = await put(owner, entries, "Old notes");
  expect(answer.statusCode, answer.payload).toBe(200);
}

test("somebody sees their rank, its change, who is next above and by how much", async () => {
  const { clan, owner, kara, tom, boardId, enter: enterFor } = await openBoard(world);
  await setClan(clan, { late_days: 14 });
  await enterFor(kara, 3);
  await enterFor(tom, 9);
  await enterFor(kara, 8, 8);
  await enterFor(tom, 2, 8);
  expect((await standingOf(kara)).board).toEqual({
    id: boardId,
    title: "Top raiders",
    measure: "points",
    period: { kind: "rolling", days: 7, from: daysAgo(6), to: daysAgo(0), label: expect.any(String) },
    activity: null,
    rank: 2,
    previous_rank: 1,
    ranked: 3,
    score: 3,
    above: { name: "Tom Hill", gap: 6 },
    lead: null,
    unranked: null,
    due_days: 7,
    min_due_days: 0,
  });
  expect((await standingOf(tom)).board).toMatchObject({ rank: 1, previous_rank: 2, above: null, lead: 6 });

  // Where less is more, the gap goes down.
  await world.db.updateTable("scoreboards").set({ sort_order: "low" }).where("id", "=", boardId).execute();
  expect((await standingOf(tom)).board).toMatchObject({ rank: 3, above: { name: "Kara Moon", gap: -6 } });
  expect((await standingOf(owner)).board).toMatchObject({ rank: 1, above: null, lead: 3 });
});

test("a shared first place has no lead, and below what a board shows its last row is next above", async () => {
  const { kara, tom, owner, enter: enterFor, change } = await openBoard(world);
  await enterFor(kara, 7);
  await enterFor(tom, 7);
  expect((await standingOf(tom)).board).toMatchObject({ rank: 1, lead: 0, above: null });
  await enterFor(tom, 5);
  await change({ top_n: 1 });
  expect((await standingOf(owner)).board).toMatchObject({ rank: 3, above: { name: "Kara Moon", gap: 7 } });
});

test("who has no rank is told why", async () => {
  const { clan, kara, tom, activityId, enter: enterFor, change } = await openBoard(world);
  const unranked = async () => {
    const { board } = await standingOf(kara);
    return board && [board.rank, board.unranked, board.due_days, board.min_due_days];
  };
  expect(await unranked()).toEqual([null, "no_values", 7, 0]);
  await enterFor(tom, 4);
  await setClan(clan, { grace_days: 0 });
  await setSpan(kara.memberId, daysAgo(1));
  await change({ min_due_days: 3 });
  expect(await unranked()).toEqual([null, "due_days", 2, 3]);
  await change({ min_due_days: 0, measure: "activity" });
  expect(await unranked()).toEqual([null, "no_score", 2, 0]);
  await change({ members: JSON.stringify({ kind: "chosen", ids: [tom.memberId] }) });
  expect(await unranked()).toEqual([null, "not_included", 0, 0]);
  await change({ state: "archived" });
  expect((await standingOf(kara)).board).toBeNull();
  await addBoard(world, clan.id, [activityId], { measure: "activity" });
  expect((await standingOf(kara)).board).toMatchObject({ activity: { name: "Raids", unit: "runs" } });
});

test("the week has its points by day, against the same days of the week before", async () => {
  const opened = await openEntries(world, { daily_target: 5, missing_points: -2 });
  const { clan, member } = opened;
  await beginWeek(clan, 2);
  // Nine days ago counts, four days ago does not; the day before yesterday is missing, and today not yet.
  await enter(opened, { 9: 6, 8: 5, 7: 1, 4: 50, 1: 7 });
  const { week } = await standingOf(member);
  expect(week).toEqual({
    points: 5,
    points_before: 12,
    days: [
      { day: daysAgo(2), points: -2 },
      { day: daysAgo(1), points: 7 },
      { day: daysAgo(0), points: 0 },
    ],
    met: 1,
    due: 2,
  });
  await enter(opened, { 0: 2 });
  expect((await standingOf(member)).week).toMatchObject({ points: 7, met: 1, due: 3 });
  await enter(opened, { 2: "excused", 0: "excused" });
  expect((await standingOf(member)).week).toMatchObject({ points: 7, met: 1, due: 1 });

  await setSpan(member.memberId, daysAgo(2));
  expect((await standingOf(member)).week.points_before).toBeNull();
});

test("a streak passes over days with nothing due, away or excused, and today is not over", async () => {
  const opened = await openEntries(world, { daily_target: 5 });
  const { member } = opened;
  expect((await standingOf(member)).streak).toEqual({ days: 0, best: 0 });
  await enter(opened, { 12: 5, 11: 5, 10: 5, 9: 5, 8: 4, 7: 5, 6: "excused", 5: 9 });
  await goAway(opened, member.memberId, daysAgo(4), daysAgo(3));
  await enter(opened, { 2: 5, 1: 5 });
  expect((await standingOf(member)).streak).toEqual({ days: 4, best: 4 });
  await enter(opened, { 0: 5 });
  expect((await standingOf(member)).streak).toEqual({ days: 4, best: 4 });
  await enter(opened, { 1: 0 });
  expect((await standingOf(member)).streak).toEqual({ days: 0, best: 4 });
});

test("what is still due today is named with its mark, in the clan's order", async () => {
  const opened = await openEntries(world, { name: "Raids", position: 1, entry_by: "members" });
  const { clan, member, activityId } = opened;
  const farm = await addActivity(world.db, clan.id, { name: "Farm", icon: "coin", color: "amber", position: 0 });
  const others = [1, 2, 3, 4, 5, 6, 7].filter((weekday) => weekday !== weekdayOf(daysAgo(0)));
  await addActivity(world.db, clan.id, { name: "Another day", weekdays: others });
  const named = async () => (await standingOf(member)).today.still_due.map(({ name }) => name);
  expect((await standingOf(member)).today).toMatchObject({
    clan_date: daysAgo(0),
    ends_at: `${addDays(daysAgo(0), 1)}T00:00:00.000Z`,
    due: 2,
    still_due: [
      { activity_id: farm, name: "Farm", icon: "coin", color: "amber", entry_by: "maintainers" },
      { activity_id: activityId, entry_by: "members" },
    ],
    away_until: null,
    first_due_on: null,
  });
  await enter(opened, { 0: "excused" }, farm);
  expect(await named()).toEqual(["Raids"]);
  await enter(opened, { 0: 1 });
  expect(await named()).toEqual([]);
});

test("who is away learns until when, and who is new when the first day is", async () => {
  const opened = await openEntries(world);
  const { clan, member, activityId } = opened;
  await goAway(opened, member.memberId, daysAgo(1), daysAgo(-2));
  await goAway(opened, member.memberId, daysAgo(-3), daysAgo(-5));
  await goAway(opened, member.memberId, daysAgo(-8), daysAgo(-9));
  expect((await standingOf(member)).today).toMatchObject({ due: 0, still_due: [], away_until: daysAgo(-5) });

  await world.db.deleteFrom("clan_member_away").where("clan_id", "=", clan.id).execute();
  await setClan(clan, { grace_days: 3 });
  await setSpan(member.memberId, daysAgo(1));
  expect((await standingOf(member)).today).toMatchObject({ due: 0, away_until: null, first_due_on: daysAgo(-2) });
  const asked = { weekdays: [weekdayOf(daysAgo(-4))] };
  await world.db.updateTable("activity_rules").set(asked).where("activity_id", "=", activityId).execute();
  expect((await standingOf(member)).today.first_due_on).toBe(daysAgo(-4));
});

test("it is there for linked active players of clans that are open, and for nobody else", async () => {
  const { clan, owner, member, url } = await openEntries(world);
  const maintainer = await world.memberOf(clan, "maintainer");
  for (const who of [owner, maintainer, member]) expect(await listOf(who)).toMatchObject([{ clan_id: clan.id }]);
  expect(await listOf(await world.user())).toEqual([]);
  expect((await world.visitor.get("/api/me/standing")).statusCode).toBe(401);

  const set = (columns: { status?: "active" | "inactive" | "removed"; user_id?: string | null }) =>
    world.db.updateTable("clan_members").set(columns).where("id", "=", member.memberId).execute();
  for (const status of ["inactive", "removed"] as const) {
    await set({ status });
    expect(await listOf(member)).toEqual([]);
  }
  await set({ status: "active", user_id: null });
  expect(await listOf(member)).toEqual([]);
  await owner.send("POST", `${url}/archive`);
  expect(await listOf(owner)).toEqual([]);
});

test("of several clans the one used last comes first, then they go by name", async () => {
  const kara = await world.user();
  const clans: Record<string, string> = {};
  for (const name of ["Clan 10", "Clan 9", "Embers"]) {
    const draft = { name, time_zone: "UTC", reset_time: "00:00", player_name: "Kara" };
    clans[name] = (await kara.send("POST", "/api/clans", draft)).json<{ id: string }>().id;
  }
  const order = async () => (await listOf(kara)).map(({ clan_name }) => clan_name);
  const last = { user_id: kara.userId, settings: JSON.stringify({ last_used_at: new Date().toISOString() }) };
  await world.db.deleteFrom("user_clan_settings").where("user_id", "=", kara.userId).execute();
  expect(await order()).toEqual(["Clan 9", "Clan 10", "Embers"]);
  await world.db
    .insertInto("user_clan_settings")
    .values({ ...last, clan_id: clans.Embers ?? "" })
    .execute();
  expect(await order()).toEqual(["Embers", "Clan 9", "Clan 10"]);
});

test("many clans take as many queries as one", async () => {
  const kara = await world.user();
  const counts: number[] = [];
  for (let clans = 1; clans <= 3; clans++) {
    const opened = await openEntries(world);
    const { memberId } = opened.member;
    await world.db.updateTable("clan_members").set({ user_id: kara.userId }).where("id", "=", memberId).execute();
    await enter(opened, { 0: 3, 1: 4 });
    await addBoard(world, opened.clan.id, [opened.activityId]);
    counts.push(await countQueries((db) => loadMyStandings(db, kara.userId)));
  }
  expect(new Set(counts).size, counts.join()).toBe(1);
});

async function countQueries(read: (db: Db) => Promise<unknown>): Promise<number> {
  let count = 0;
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      count += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await read(world.db.withPlugin(counting));
  return count;
}

test("what has not changed is not sent again, and a member's clan home has the same standing", async () => {
  const opened = await openEntries(world);
  const { clan, owner, member } = opened;
  const first = await member.get("/api/me/standing");
  const headers = { "x-dev-user-id": member.userId, "if-none-match": String(first.headers.etag) };
  const again = async () =>
    (await world.app.server.inject({ method: "GET", url: "/api/me/standing", headers })).statusCode;
  expect(await again()).toBe(304);
  await enter(opened, { 0: 3 });
  expect(await again()).toBe(200);
  const homeOf = async (who: Person) => (await who.get(`/api/clans/${clan.id}/home`)).json().standing;
  expect(await homeOf(member)).toEqual(await standingOf(member));
  expect(await homeOf(owner)).toBeNull();
});

test("a standing is computed once until something changes, and each change made in the product is seen at once", async () => {
  const opened = await openBoard(world);
  const { clan, kara, owner, activityId } = opened;
  const read = async () => (await kara.get("/api/me/standing")).json<{ items: MyStanding[] }>().items[0];
  const count = () => countQueries((db) => loadMyStandings(db, kara.userId));
  await opened.enter(kara, 3);
  const first = await count();
  expect(await count()).toBeLessThan(first / 2);

  await opened.enter(kara, 4);
  expect((await read())?.week.points).toBe(4);
  const change = async (path: string, body: object) => {
    const answer = await owner.send("PATCH", path, body);
    expect(answer.statusCode, answer.payload).toBe(200);
  };
  await change(opened.url, { version: 1, title: "Renamed" });
  expect((await read())?.board?.title).toBe("Renamed");
  const player = `/api/clans/${clan.id}/members/${kara.memberId}`;
  await change(player, { version: 1, away: [{ from: daysAgo(0), to: daysAgo(-3) }] });
  expect((await read())?.today).toMatchObject({ due: 0, away_until: daysAgo(-3) });
  await change(player, { version: 2, away: [] });
  expect((await read())?.today).toMatchObject({ due: 1, away_until: null });
  await change(`/api/clans/${clan.id}/activities/${activityId}`, { version: 1, weekdays: [weekdayOf(daysAgo(1))] });
  expect((await read())?.today.due).toBe(0);
});

/** What a cell of the property below holds. */
const cellContents = fc.constantFrom("none", "none", "met", "met", "met", "low", "excused");
const offsets = fc.integer({ min: 0, max: 20 });

const ownDays = fc.record({
  cells: fc.array(fc.tuple(cellContents, cellContents), { minLength: 21, maxLength: 21 }),
  weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
  away: fc.option(fc.tuple(offsets, fc.integer({ min: 0, max: 4 })), { nil: null }),
  joined: offsets,
  grace: fc.integer({ min: 0, max: 3 }),
  weekStart: fc.integer({ min: 1, max: 7 }),
});

test("met of due and the streak are what one counts by hand, whatever was entered", async () => {
  await fc.assert(
    fc.asyncProperty(ownDays, async ({ cells, weekdays, away, joined, grace, weekStart }) => {
      const opened = await openEntries(world, { daily_target: 5 });
      const { clan, owner, member, activityId, put, cell } = opened;
      const second = await addActivity(world.db, clan.id, { daily_target: 5, weekdays });
      await setClan(clan, { grace_days: grace, week_start: weekStart });
      await setSpan(member.memberId, daysAgo(joined));
      const absences = away ? [{ starts_on: daysAgo(away[0]), ends_on: daysAgo(away[0] - away[1]) }] : [];
      for (const { starts_on, ends_on } of absences) await goAway(opened, member.memberId, starts_on, ends_on);
      const entries = cells.flatMap((pair, ago) =>
        pair.flatMap((content, index) => {
          if (content === "none" || ago > joined) return [];
          const value = content === "excused" ? null : content === "met" ? 5 : 1;
          const ids = { day: daysAgo(ago), activity_id: index === 0 ? activityId : second };
          return [cell({ ...ids, value, ...(content === "excused" && { excused: true }) })];
        }),
      );
      const saved = entries.length === 0 ? 200 : (await put(owner, entries, "Old notes")).statusCode;
      expect(saved).toBe(200);

      const presence = { spans: [{ starts_on: daysAgo(joined), ends_on: null }], away: absences };
      const everyDay = { start_date: null, end_date: null, pauses: [] };
      const schedules = [[1, 2, 3, 4, 5, 6, 7], weekdays].map((on) => ({
        ...everyDay,
        rules: [{ effective_from: "1970-01-01", weekdays: on }],
      }));
      const dueOn = (ago: number) =>
        schedules.flatMap((schedule, index) =>
          whyNotDue(presence, { grace_days: grace, first_day: null }, daysAgo(ago)) === null &&
          isScheduled(schedule, daysAgo(ago))
            ? (cells[ago]?.[index] ?? "none")
            : [],
        );
      let [days, best] = [0, 0];
      for (let ago = joined; ago > 0; ago -= 1) {
        const counted = dueOn(ago).filter((content) => content !== "excused");
        if (counted.length === 0) continue;
        days = counted.every((content) => content === "met") ? days + 1 : 0;
        best = Math.max(best, days);
      }
      const intoWeek = (weekdayOf(daysAgo(0)) - weekStart + 7) % 7;
      const week = Array.from({ length: intoWeek + 1 }, (_, ago) =>
        dueOn(ago).filter((content) => content !== "excused" && (ago > 0 || content !== "none")),
      ).flat();

      const standing = await standingOf(member);
      expect(standing.streak).toEqual({ days, best });
      expect(standing.week.due).toBe(week.length);
      expect(standing.week.met).toBe(week.filter((content) => content === "met").length);
      const open = dueOn(0).filter((content) => content === "none");
      expect([standing.today.due, standing.today.still_due.length]).toEqual([dueOn(0).length, open.length]);
    }),
    runs(40),
  );
}, 120_000);
