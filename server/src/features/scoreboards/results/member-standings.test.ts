import { parseCsv } from "@clanhall/contract/csv";
import { weekdayOf } from "@clanhall/contract/rules/clan-day";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addActivity } from "../../../testing/activities.ts";
import { addFrozenPeriod, openBoard } from "../../../testing/board-results.ts";
import { daysAgo } from "../../../testing/entries.ts";
import { untilWaitingForLock } from "../../../testing/locks.ts";
import { recordedLog } from "../../../testing/recorded-log.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { freezeScoreboards } from "./freeze.ts";

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

type Context = Awaited<ReturnType<typeof openBoard>>;

/** A weekly board whose first week of March is frozen, with seven runs by Kara and five by Tom in it. */
async function openWeekly() {
  const context = await openBoard(world, { period: { kind: "weekly" }, running_from: "2026-03-02" });
  const enterInMarch = (who: { memberId: string }, value: number) => {
    const entries = [{ member_id: who.memberId, activity_id: context.activityId, day: "2026-03-04", value }];
    return context.owner.send("PUT", `/api/clans/${context.clan.id}/entries`, { entries, reason: "Old notes" });
  };
  await enterInMarch(context.kara, 7);
  await enterInMarch(context.tom, 5);
  await freezeScoreboards(world.db, recordedLog(), new Date("2026-03-09T00:00:00Z"));
  return { ...context, enterInMarch };
}

const march = { from: "2026-03-02", to: "2026-03-08", label: "2 – 8 Mar 2026" };

async function read({ owner, url }: Pick<Context, "owner" | "url">, query = "") {
  return (await owner.get(`${url}/standings${query}`)).json();
}

test("members read the standings with real names, whatever anybody chose for strangers", async () => {
  const context = await openBoard(world, { name_display: "initials" });
  await context.enter(context.kara, 5);
  await context.kara.send("PUT", "/api/me/profile", { privacy: { public_name: "hidden" } });
  const answer = await context.tom.get(`${context.url}/standings`);
  expect(answer.json()).toMatchObject({
    board: {
      title: "Top raiders",
      period: { from: daysAgo(6), to: daysAgo(0), time_zone: "UTC" },
      reset_time: "00:00",
    },
    is_final: false,
    has_results: true,
    left_out: 0,
    activities: [{ key: context.activityId, name: "Raids" }],
    rows: [
      { rank: 1, name: "Kara Moon", member_id: context.kara.memberId, score: 5, trend: expect.any(Array) },
      { rank: 2, name: "Ann Olsson", member_id: context.owner.memberId, score: 0 },
      { rank: 2, name: "Tom Hill", member_id: context.tom.memberId, score: 0 },
    ],
  });
});

test("scores move with a value that counts, and with nothing else", async () => {
  const { clan, owner, kara, url, activityId, enter, board } = await openBoard(world);
  const movedAt = async () => (await owner.get(`${url}/standings`)).json().scores_moved_at;
  expect(await movedAt()).toBeNull();
  await enter(kara, 9);
  const hoursAgo = new Date(Date.now() - 5 * 3_600_000);
  const saved = world.db.updateTable("entry_versions").set({ entered_at: hoursAgo });
  await saved.where("activity_id", "=", activityId).execute();
  const { version } = await board();
  expect((await owner.send("PATCH", url, { version, description: "New text" })).statusCode).toBe(200);
  const uncounted = await addActivity(world.db, clan.id, { name: "Bosses" });
  await enter(kara, 1, 0, uncounted);
  const { scores_moved_at, updated_at, day_ends_at } = (await owner.get(`${url}/standings`)).json();
  expect(scores_moved_at).toBe(hoursAgo.toISOString());
  expect(updated_at > scores_moved_at).toBe(true);
  expect(day_ends_at).toBe(`${daysAgo(-1)}T00:00:00.000Z`);
  const [listed] = (await owner.get(`/api/clans/${clan.id}/scoreboards`)).json().items;
  expect(listed.scores_moved_at).toBe(scores_moved_at);
});

test("a reset that is fixed in UTC is given in UTC", async () => {
  const context = await openBoard(world);
  const rule = { time_zone: "Europe/Berlin", reset_time: "08:00", reset_in_utc: true };
  await world.db.updateTable("clan_day_rules").set(rule).where("clan_id", "=", context.clan.id).execute();
  expect((await read(context)).board).toMatchObject({ period: { time_zone: "UTC" }, reset_time: "08:00" });
});

test("standings that did not change are answered with 304", async () => {
  const context = await openBoard(world);
  await context.enter(context.kara, 5);
  const first = await context.kara.get(`${context.url}/standings`);
  const headers = { "x-dev-user-id": context.kara.userId, "if-none-match": String(first.headers.etag) };
  const fetchAgain = () => world.app.server.inject({ url: `${context.url}/standings`, headers });
  expect(first.headers).toMatchObject({ etag: `"${first.json().version}"`, "cache-control": "no-store" });
  const again = await fetchAgain();
  expect([again.statusCode, again.payload]).toEqual([304, ""]);
  await context.enter(context.kara, 6);
  expect((await fetchAgain()).statusCode).toBe(200);
});

test("strangers and removed members find no board, and of those put aside managers find the archived", async () => {
  const context = await openBoard(world);
  const { kara, owner, url } = context;
  const paths = ["/standings", "/standings.csv", "/periods", `/explain?member_id=${kara.memberId}`];
  const statuses = (who: typeof kara) => Promise.all(paths.map(async (path) => (await who.get(url + path)).statusCode));
  expect(await statuses(await world.memberOf(await world.clan(), "owner"))).toEqual([404, 404, 404, 404]);
  await context.change({ state: "ended" });
  expect(await statuses(kara)).toEqual([200, 200, 200, 200]);
  await context.change({ state: "archived" });
  expect(await statuses(kara)).toEqual([404, 404, 404, 404]);
  expect(await statuses(owner)).toEqual([200, 200, 200, 200]);
  await context.change({ state: "active", deleted_at: new Date() });
  expect(await statuses(owner)).toEqual([404, 404, 404, 404]);
  await context.change({ deleted_at: null });
  await world.db.updateTable("clan_members").set({ status: "removed" }).where("id", "=", kara.memberId).execute();
  expect(await statuses(kara)).toEqual([404, 404, 404, 404]);
  expect((await owner.get(`/api/scoreboards/${crypto.randomUUID()}/standings`)).statusCode).toBe(404);
});

test("a bot reads standings with the scope for it and with no other", async () => {
  const { owner, clan, url } = await openBoard(world);
  for (const [scope, status] of [
    ["scoreboards:read", 200],
    ["entries:read", 403],
  ] as const) {
    const made = await owner.send("POST", `/api/clans/${clan.id}/tokens`, { name: scope, scopes: [scope] });
    const headers = { authorization: `Bearer ${made.json().token}` };
    for (const path of ["/standings", "/standings.csv", "/periods", `/explain?member_id=${owner.memberId}`]) {
      expect((await world.app.server.inject({ url: url + path, headers })).statusCode, path).toBe(status);
    }
    const recount = { method: "POST" as const, url: `${url}/periods/2026-03-02/recount`, headers };
    expect((await world.app.server.inject(recount)).statusCode).toBe(403);
  }
});

test("a frozen week stays when values change later, until a manager has it counted again", async () => {
  const context = await openWeekly();
  const before = await read(context, "?period=2026-03-02");
  expect(before).toMatchObject({ is_final: true, board: { period: march }, earlier: [march] });
  expect(before.rows.map(({ name, score }: { name: string; score: number }) => [name, score])).toEqual([
    ["Kara Moon", 7],
    ["Tom Hill", 5],
    ["Ann Olsson", 0],
  ]);
  await context.enterInMarch(context.tom, 30);
  expect(await read(context, "?period=2026-03-02")).toEqual(before);

  const answer = await context.owner.send("POST", `${context.url}/periods/2026-03-02/recount`);
  expect(answer.json()).toEqual({ from: march.from, to: march.to, frozen_at: expect.any(String) });
  const after = await read(context, "?period=2026-03-02");
  expect(after.rows[0]).toMatchObject({ name: "Tom Hill", score: 30 });
  expect(after.updated_at).toBe(answer.json().frozen_at);
  expect((await context.listAudit()).at(-1)).toMatchObject({
    action: "scoreboard.recount",
    actor_name: "Ann Olsson",
    after: { from: march.from, to: march.to, players: 3 },
  });
});

test("counting again goes by the board's settings of today", async () => {
  const context = await openWeekly();
  await context.change({ top_n: 1 });
  await context.owner.send("POST", `${context.url}/periods/2026-03-02/recount`);
  expect((await read(context, "?period=2026-03-02")).rows).toMatchObject([{ name: "Kara Moon", score: 7 }]);
});

test("a board that is being changed while a week is counted again keeps the result it had", async () => {
  const context = await openWeekly();
  const before = await read(context, "?period=2026-03-02");
  await context.enterInMarch(context.tom, 30);
  const underWay = await world.db.transaction().execute(async (tx) => {
    await tx
      .updateTable("scoreboards")
      .set((board) => ({ top_n: 1, version: board("version", "+", 1) }))
      .where("id", "=", context.boardId)
      .execute();
    const answer = Promise.resolve(context.owner.send("POST", `${context.url}/periods/2026-03-02/recount`));
    await untilWaitingForLock(world.db);
    return { answer };
  });
  expect((await underWay.answer).json()).toMatchObject({ error: "conflict" });
  expect((await read(context, "?period=2026-03-02")).updated_at).toBe(before.updated_at);
});

test("only a period that was frozen is counted again, by managers, while the board runs", async () => {
  const { kara, owner, url, change } = await openWeekly();
  const recount = async (who: typeof kara, from = "2026-03-02") =>
    (await who.send("POST", `${url}/periods/${from}/recount`)).statusCode;
  expect(await recount(kara)).toBe(403);
  expect(await recount(owner, "2026-03-09")).toBe(404);
  expect(await recount(owner, "soon")).toBe(404);
  await change({ state: "ended" });
  expect(await recount(owner)).toBe(409);
});

test("a period of which nothing is kept is not found", async () => {
  const { owner, url } = await openWeekly();
  expect((await owner.get(`${url}/standings?period=2026-02-23`)).statusCode).toBe(404);
  expect((await owner.get(`${url}/standings.csv?period=2026-02-23`)).statusCode).toBe(404);
  expect((await owner.get(`${url}/standings?period=yesterday`)).statusCode).toBe(400);
});

test("the list of periods has the latest first, each with its best three by the names they have now", async () => {
  const context = await openWeekly();
  await world.memberOf(context.clan, "member");
  await freezeScoreboards(world.db, recordedLog(), new Date("2026-03-16T00:00:00Z"));
  await world.db
    .updateTable("clan_members")
    .set({ name: "Kara Sun", name_key: "kara sun" })
    .where("id", "=", context.kara.memberId)
    .execute();
  const { items } = (await context.tom.get(`${context.url}/periods`)).json();
  expect(items).toMatchObject([
    { from: "2026-03-09", to: "2026-03-15", players: 4, top: [{ rank: 1, score: 0 }, { rank: 1 }, { rank: 1 }] },
    {
      ...march,
      frozen_at: "2026-03-09T00:00:00.000Z",
      players: 3,
      top: [
        { rank: 1, name: "Kara Sun", score: 7 },
        { rank: 2, name: "Tom Hill", score: 5 },
        { rank: 3, name: "Ann Olsson", score: 0 },
      ],
    },
  ]);
});

test("the file for spreadsheets has every number, and no name that runs as a formula", async () => {
  const context = await openBoard(world, { columns: [] });
  await world.db
    .updateTable("clan_members")
    .set({ name: "=HYPERLINK(1)", name_key: "=hyperlink(1)" })
    .where("id", "=", context.kara.memberId)
    .execute();
  const activity = { name: "+Raids", aggregate: "best" } as const;
  await world.db.updateTable("activities").set(activity).where("id", "=", context.activityId).execute();
  await context.enter(context.kara, 5);
  const answer = await context.tom.get(`${context.url}/standings.csv`);
  expect(answer.headers).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="clanhall-standings-${daysAgo(6)}-to-${daysAgo(0)}.csv"`,
  });
  const [header, first, second] = parseCsv(answer.payload);
  expect(header?.join()).toBe("rank,previous_rank,player,score,'+Raids value,'+Raids points,met,due");
  expect(first?.slice(0, 6)).toEqual(["1", "", "'=HYPERLINK(1)", "5", "5", "5"]);
  expect(second?.slice(0, 6)).toEqual(["2", "", "Ann Olsson", "0", "", "0"]);
});

test("a member has their own score explained, and those of others only where they may see values", async () => {
  const context = await openBoard(world);
  const { kara, tom, owner, url, clan } = context;
  await context.enter(kara, 5);
  await context.enter(kara, 2, 1);
  const explain = (who: typeof kara, of: { memberId: string }) => who.get(`${url}/explain?member_id=${of.memberId}`);
  expect((await explain(tom, kara)).json()).toMatchObject({
    member_id: kara.memberId,
    name: "Kara Moon",
    score: 7,
    is_final: false,
    activities: [{ activity_id: context.activityId, value: 7, points: 7 }],
  });
  const toggles = JSON.stringify({ members_see_values: false });
  await world.db.updateTable("clans").set({ toggles }).where("id", "=", clan.id).execute();
  expect((await explain(tom, kara)).statusCode).toBe(403);
  expect((await explain(kara, kara)).json()).toMatchObject({ score: 7 });
  expect((await explain(owner, kara)).json()).toMatchObject({ score: 7 });
});

/** Kara leads before Tom, on a board with every column, in a clan whose members see their own values alone. */
async function openClosed() {
  const context = await openBoard(world);
  const toggles = JSON.stringify({ members_see_values: false });
  await world.db.updateTable("clans").set({ toggles, late_days: 14 }).where("id", "=", context.clan.id).execute();
  await context.enter(context.kara, 5);
  await context.enter(context.kara, 4, 8);
  await context.enter(context.tom, 3, 1);
  return { ...context, maintainer: await world.memberOf(context.clan, "maintainer") };
}

test("M7: where members do not see others' values, they read rank, name and score of a board and no column beside", async () => {
  const context = await openClosed();
  const { board, rows, left_out } = (await context.tom.get(`${context.url}/standings`)).json();
  expect(board.columns).toEqual([]);
  expect(left_out).toBe(0);
  const bare = { previous_rank: null, trend: [] };
  expect(rows.slice(0, 2)).toEqual([
    { rank: 1, name: "Kara Moon", tint: 2, score: 5, member_id: context.kara.memberId, ...bare },
    { rank: 2, name: "Tom Hill", tint: 3, score: 3, member_id: context.tom.memberId, ...bare },
  ]);
  for (const officer of [context.owner, context.maintainer]) {
    const all = (await officer.get(`${context.url}/standings`)).json();
    expect(all.board.columns).toEqual(["change", "trend", "days_met", "activities"]);
    expect(all.rows[0]).toMatchObject({
      previous_rank: 1,
      days_met: 1,
      per_activity: [{ value: 5 }],
      trend: expect.any(Array),
    });
    expect(all.rows[0].trend).not.toEqual([]);
  }
});

test("M7: the file for spreadsheets has what its reader sees on the screen", async () => {
  const context = await openClosed();
  const csv = async (who: Context["tom"]) => parseCsv((await who.get(`${context.url}/standings.csv`)).payload);
  const own = await csv(context.tom);
  expect(own.slice(0, 3)).toEqual([
    ["rank", "player", "score"],
    ["1", "Kara Moon", "5"],
    ["2", "Tom Hill", "3"],
  ]);
  expect(own.every((line) => line.length === 3)).toBe(true);
  expect((await csv(context.maintainer))[0]).toContain("Raids value");
});

test("M7: members and officers never share an answer, nor its version", async () => {
  const context = await openClosed();
  const officers = await context.owner.get(`${context.url}/standings`);
  const headers = { "x-dev-user-id": context.tom.userId, "if-none-match": String(officers.headers.etag) };
  const answer = await world.app.server.inject({ url: `${context.url}/standings`, headers });
  expect(answer.statusCode).toBe(200);
  expect(answer.payload).not.toContain("per_activity");
});

test("M7: final results and earlier weeks keep to it too", async () => {
  const weekly = await openWeekly();
  const toggles = JSON.stringify({ members_see_values: false });
  await world.db.updateTable("clans").set({ toggles }).where("id", "=", weekly.clan.id).execute();
  const ended = await openClosed();
  await ended.owner.send("POST", `${ended.url}/end`);
  const answers = [
    await weekly.tom.get(`${weekly.url}/standings?period=${march.from}`),
    await ended.tom.get(`${ended.url}/standings`),
  ];
  for (const answer of answers) {
    expect(answer.json()).toMatchObject({ is_final: true, board: { columns: [] } });
    expect(answer.payload).not.toMatch(/per_activity|days_met|days_due/);
    expect(answer.json().rows.every(({ trend }: { trend: [] }) => trend.length === 0)).toBe(true);
  }
  const file = await weekly.tom.get(`${weekly.url}/standings.csv?period=${march.from}`);
  expect(parseCsv(file.payload)[0]).toEqual(["rank", "player", "score"]);
});

test("nobody of another clan is explained, and no period that is not kept", async () => {
  const { owner, url } = await openBoard(world);
  const other = await openBoard(world);
  expect((await owner.get(`${url}/explain?member_id=${other.kara.memberId}`)).statusCode).toBe(404);
  const mine = `${url}/explain?member_id=${owner.memberId}`;
  expect((await owner.get(`${mine}&period=2026-03-02`)).statusCode).toBe(404);
  expect((await owner.get(`${url}/explain`)).statusCode).toBe(400);
});

test("the score of a frozen week is explained as it was frozen", async () => {
  const context = await openWeekly();
  await context.enterInMarch(context.kara, 9);
  const answer = await context.kara.get(`${context.url}/explain?member_id=${context.kara.memberId}&period=2026-03-02`);
  expect(answer.json()).toMatchObject({ score: 7, is_final: true, range: march });
});

test("when the clan has moved the start of its week, ranks change against the week that was kept", async () => {
  const context = await openBoard(world, { period: { kind: "weekly" }, running_from: daysAgo(2) });
  const { clan, owner, kara, tom, activityId: activity_id, boardId } = context;
  await addFrozenPeriod(world, clan.id, boardId, { from: daysAgo(9), to: daysAgo(3) });
  const week_start = weekdayOf(daysAgo(4));
  await world.db.updateTable("clans").set({ week_start }).where("id", "=", clan.id).execute();
  const of = ({ memberId: member_id }: { memberId: string }, value: number, ago: number) => {
    return { member_id, activity_id, day: daysAgo(ago), value };
  };
  // Of as many days as the week has now, Kara would have been first.
  const entries = [of(kara, 5, 0), of(kara, 5, 4), of(tom, 9, 8)];
  const saved = await owner.send("PUT", `/api/clans/${clan.id}/entries`, { entries, reason: "Old notes" });
  expect(saved.json()).toMatchObject({ saved: 3 });
  expect((await read(context)).rows[0]).toMatchObject({ name: "Kara Moon", rank: 1, previous_rank: 2 });
  expect((await owner.get(`/api/clans/${clan.id}/home`)).json().top.rows[0]).toMatchObject({ previous_rank: 2 });
  expect((await kara.get("/api/me/standing")).json().items[0].board).toMatchObject({ rank: 1, previous_rank: 2 });
});
