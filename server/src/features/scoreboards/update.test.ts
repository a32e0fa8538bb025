import { expect, test } from "vitest";
import { addActivity } from "../../testing/activities.ts";
import { openBoards } from "../../testing/boards.ts";
import { daysAgo } from "../../testing/entries.ts";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

test("what is named changes, the rest stays, and the log has both sides of it", async () => {
  const { clan, activityId, make, patch, listAudit } = await openBoards(world, { name: "Raids" });
  const farm = await addActivity(world.db, clan.id, { name: "Farm" });
  const board = await make({ description: "All of it", top_n: 5 });
  const activities = [
    { activity_id: activityId, weight: 3 },
    { activity_id: farm, weight: 1 },
  ];
  const answer = await patch(board, { version: 1, title: "Winter", activities, top_n: null });
  expect(answer.json()).toEqual({
    ...board,
    title: "Winter",
    activities,
    public_activities: 2,
    top_n: null,
    version: 2,
    updated_at: expect.any(String),
  });
  expect((await listAudit()).at(-1)).toEqual({
    action: "scoreboard.update",
    target_name: "Winter",
    before: { title: "Autumn", activities: ["Raids"], top_n: 5 },
    after: { title: "Winter", activities: ["Raids × 3", "Farm"], top_n: null },
  });
});

test("a change that changes nothing leaves version and log alone", async () => {
  const { draft, make, patch, listAudit } = await openBoards(world);
  const period = { kind: "fixed", from: "2026-01-01", to: "2026-02-01" };
  const board = await make({ period });
  const answer = await patch(board, { ...draft({ period }), version: 1, is_active: true });
  expect(answer.json()).toEqual(board);
  expect(await listAudit()).toHaveLength(1);
});

test("a change of an old version is refused with what the board is now", async () => {
  const { make, patch, get } = await openBoards(world);
  const board = await make();
  await patch(board, { version: 1, title: "Winter" });
  const answer = await patch(board, { version: 1, title: "Spring" });
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({
    error: "conflict",
    message: "Someone else changed Winter",
    current: (await get(board)).json(),
    changed_by: expect.stringMatching(/^Player /),
    changed_at: expect.any(String),
  });
});

test("of two changes at once one is refused", async () => {
  const { make, patch, get } = await openBoards(world);
  const board = await make();
  const answers = await Promise.all(["One", "Two"].map((title) => patch(board, { version: 1, title })));
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(1);
  expect((await get(board)).json().version).toBe(2);
});

test("a new period begins to run at once; another change does not touch the one that runs", async () => {
  const { make, patch, rowOf } = await openBoards(world);
  const board = await make();
  const weekly = (await patch(board, { version: 1, period: { kind: "weekly" } })).json();
  expect((await rowOf(board)).running_from).toBe(weekly.range.from);
  await world.db.updateTable("scoreboards").set({ running_from: "2100-01-04" }).where("id", "=", board.id).execute();
  await patch(board, { version: 2, title: "Weeks", period: { kind: "weekly" } });
  expect((await rowOf(board)).running_from).toBe("2100-01-04");
  await patch(board, { version: 3, period: { kind: "rolling", days: 14 } });
  expect((await rowOf(board)).running_from).toBeNull();
});

test("results of earlier periods stay when a board counts something else from now on", async () => {
  const { clan, make, patch } = await openBoards(world);
  const board = await make({ period: { kind: "weekly" } });
  const range = { from: "2026-01-05", to: "2026-01-11" };
  const result = { range, computed_at: "2026-01-12T00:00:00.000Z", has_results: false, left_out: 0, rows: [] };
  await world.db
    .insertInto("scoreboard_periods")
    .values({
      clan_id: clan.id,
      scoreboard_id: board.id,
      starts_on: range.from,
      ends_on: range.to,
      result: JSON.stringify(result),
    })
    .execute();
  const answer = await patch(board, { version: 1, measure: "consistency", period: { kind: "monthly" } });
  expect(answer.statusCode).toBe(200);
  const kept = world.db.selectFrom("scoreboard_periods").select("starts_on").where("scoreboard_id", "=", board.id);
  expect(await kept.execute()).toEqual([{ starts_on: "2026-01-05" }]);
});

test("a board of one activity keeps to one, whichever of the two is changed", async () => {
  const { clan, activityId, make, patch } = await openBoards(world);
  const farm = await addActivity(world.db, clan.id);
  const both = [{ activity_id: activityId }, { activity_id: farm }];
  const message = "A board of one activity has exactly one.";
  const broad = await make({ activities: both });
  const narrowed = await patch(broad, { version: 1, measure: "activity" });
  expect([narrowed.statusCode, narrowed.json().details]).toEqual([400, [{ path: "activities", message }]]);
  const narrow = await make({ measure: "activity" });
  const widened = await patch(narrow, { version: 1, activities: both });
  expect([widened.statusCode, widened.json().details]).toEqual([400, [{ path: "activities", message }]]);
});

test.each([
  ["no version", { title: "Winter" }, "version"],
  ["no activities", { version: 1, activities: [] }, "activities"],
  ["a field of the table", { version: 1, views: 5 }, "views"],
  ["days turned round", { version: 1, period: { kind: "fixed", from: "2026-02-02", to: "2026-02-01" } }, "period.to"],
])("a change with %s is refused", async (_, body, path) => {
  const { make, patch, get } = await openBoards(world);
  const board = await make();
  const answer = await patch(board, body);
  expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, path]);
  expect((await get(board)).json()).toEqual(board);
});

test("an ended or archived board has to be opened again before it is changed", async () => {
  const { make, act, patch, get } = await openBoards(world);
  const [ended, archived] = [await make(), await make()];
  await act(ended, "end");
  await act(archived, "archive");
  for (const board of [ended, archived]) {
    const answer = await patch(board, { version: 2, title: "Winter" });
    expect([answer.statusCode, answer.json().message]).toEqual([409, "Reopen the board to change it."]);
    expect((await get(board)).json()).toMatchObject({ title: "Autumn", version: 2 });
    const opened = await patch(board, { version: 2, is_active: true, title: "Winter" });
    expect(opened.json()).toMatchObject({ title: "Winter", state: "active", is_active: true, version: 3 });
  }
});

test("is_active archives a board and makes it count again, and the log says so", async () => {
  const { make, patch, listAudit } = await openBoards(world);
  const board = await make();
  const archived = await patch(board, { version: 1, is_active: false, title: "Archived" });
  expect(archived.json()).toMatchObject({ state: "archived", is_active: false, title: "Archived", version: 2 });
  expect((await patch(board, { version: 2, is_active: false })).json().version).toBe(2);
  const opened = await patch(board, { version: 2, is_active: true });
  expect(opened.json()).toMatchObject({ state: "active", version: 3 });
  const actions = (await listAudit()).map(({ action }) => action);
  expect(actions.toSorted()).toEqual([
    "scoreboard.archive",
    "scoreboard.create",
    "scoreboard.reopen",
    "scoreboard.update",
  ]);
});

test("a board that was opened again ends by itself once more when it gets days to come", async () => {
  const { make, act, patch, rowOf } = await openBoards(world);
  const board = await make({ period: { kind: "fixed", from: daysAgo(9), to: daysAgo(3) } });
  await act(board, "end");
  await act(board, "reopen");
  const endsByItself = async () => (await rowOf(board)).ends_by_itself;
  expect(await endsByItself()).toBe(false);
  await patch(board, { version: 3, period: { kind: "fixed", from: daysAgo(9), to: daysAgo(2) } });
  expect(await endsByItself()).toBe(false);
  await patch(board, { version: 4, period: { kind: "fixed", from: daysAgo(9), to: daysAgo(-2) } });
  expect(await endsByItself()).toBe(true);
});
