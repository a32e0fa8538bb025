import { expect, test } from "vitest";
import { openBoards } from "../../testing/boards.ts";
import { daysAgo } from "../../testing/entries.ts";
import { sharedApp } from "../../testing/test-app.ts";
import { emptyScoreboardBins } from "./state.ts";

const world = await sharedApp();

const day = 86_400_000;

test("an ended board keeps the result of that moment, and opened again it counts anew", async () => {
  const { owner, member, make, act, put, cell, rowOf, listAudit } = await openBoards(world);
  const board = await make();
  await put(owner, [cell({ value: 5 })]);
  const answer = await act(board, "end");
  expect(answer.statusCode).toBe(200);
  const ended = answer.json();
  expect(ended).toEqual({
    ...board,
    state: "ended",
    is_active: false,
    ended_at: expect.any(String),
    updated_at: expect.any(String),
    version: 2,
  });
  const { result } = await rowOf(board);
  expect(result).toMatchObject({ range: { from: daysAgo(6), to: daysAgo(0) }, has_results: true });
  expect(result?.rows[0]).toMatchObject({ member_id: member.memberId, rank: 1, score: 5 });

  await put(owner, [cell({ value: 9 })]);
  expect((await act(board, "end")).json()).toEqual(ended);
  expect((await rowOf(board)).result).toEqual(result);

  const opened = await act(board, "reopen");
  expect(opened.json()).toMatchObject({ state: "active", is_active: true, ended_at: null, version: 3 });
  expect(await rowOf(board)).toMatchObject({ result: null, ends_by_itself: false });
  expect((await act(board, "reopen")).json().version).toBe(3);
  const players = result?.rows.length;
  expect((await listAudit()).slice(1)).toEqual([
    {
      action: "scoreboard.end",
      target_name: "Autumn",
      before: null,
      after: { from: daysAgo(6), to: daysAgo(0), players },
    },
    { action: "scoreboard.reopen", target_name: "Autumn", before: { state: "ended" }, after: { state: "active" } },
  ]);
});

test("the days of an ended board are those of its result, whatever day it is by now", async () => {
  const { make, act, get, rowOf } = await openBoards(world);
  const board = await make({ period: { kind: "rolling", days: 30 } });
  await act(board, "end");
  const { result } = await rowOf(board);
  const past = { ...result, range: { from: "2026-01-03", to: "2026-02-01" } };
  await world.db
    .updateTable("scoreboards")
    .set({ result: JSON.stringify(past) })
    .where("id", "=", board.id)
    .execute();
  expect((await get(board)).json().range).toEqual({ ...past.range, label: "3 Jan – 1 Feb 2026" });
});

test("an archived board is put aside with its link, and comes back with it", async () => {
  const { make, act, get, listAudit } = await openBoards(world);
  const board = await make();
  const { share } = (await act(board, "share")).json();
  const archived = (await act(board, "archive")).json();
  expect(archived).toMatchObject({ state: "archived", is_active: false, share: null, share_token: null, version: 3 });
  expect((await act(board, "archive")).json()).toEqual(archived);
  const end = await act(board, "end");
  expect([end.statusCode, end.json().message]).toEqual([409, "Reopen the board to end it."]);
  expect((await act(board, "reopen")).json()).toMatchObject({ state: "active", share, share_token: share.token });
  expect((await get(board)).json().version).toBe(4);
  expect((await listAudit()).slice(2)).toMatchObject([
    { action: "scoreboard.archive", before: { state: "active" }, after: { state: "archived" } },
    { action: "scoreboard.reopen", before: { state: "archived" }, after: { state: "active" } },
  ]);
});

test("an ended board can be archived with its result, which goes when it is opened again", async () => {
  const { make, act, rowOf } = await openBoards(world);
  const board = await make();
  await act(board, "end");
  expect((await act(board, "archive")).json()).toMatchObject({ state: "archived", ended_at: expect.any(String) });
  expect((await rowOf(board)).result).not.toBeNull();
  expect((await act(board, "reopen")).json()).toMatchObject({ state: "active", ended_at: null });
  expect((await rowOf(board)).result).toBeNull();
});

test("a copy has the same settings, a name that fits, and neither link nor end", async () => {
  const { owner, activityId, make, act, listAudit } = await openBoards(world, { name: "Raids" });
  const settings = {
    description: "For all",
    measure: "activity",
    activities: [{ activity_id: activityId, weight: 2 }],
    members: { kind: "chosen", ids: [owner.memberId] },
    order: "low",
    top_n: 3,
  };
  const board = await make({ ...settings, title: `${"W".repeat(75)} long` });
  await act(board, "share", { passcode: "sesame" });
  await act(board, "end");
  const copy = (await act(board, "duplicate")).json();
  expect(copy).toEqual({
    ...board,
    id: copy.id,
    title: `${"W".repeat(73)} (copy)`,
    created_at: copy.created_at,
    updated_at: copy.created_at,
  });
  expect(copy.id).not.toBe(board.id);
  expect(copy.title).toHaveLength(80);
  expect((await listAudit()).at(-1)).toMatchObject({
    action: "scoreboard.duplicate",
    target_name: copy.title,
    after: { activities: ["Raids × 2"] },
  });
  const weekly = await make({ title: "Weeks", period: { kind: "weekly" } });
  const weeks = (await act(weekly, "duplicate")).json();
  expect(weeks.title).toBe("Weeks (copy)");
  const row = await world.db
    .selectFrom("scoreboards")
    .select("running_from")
    .where("id", "=", weeks.id)
    .executeTakeFirstOrThrow();
  expect(row.running_from).toBe(weeks.range.from);
});

test("a deleted board is gone for everything but the way back, and returns as it was, link and all", async () => {
  const { owner, make, act, patch, get, list, listAudit } = await openBoards(world, { name: "Raids" });
  const shared = await make();
  const board = (await act(shared, "share")).json();
  const remove = () => owner.send("DELETE", `/api/scoreboards/${board.id}`);
  expect((await remove()).json()).toEqual({});
  const [binned] = await list("?deleted=true");
  expect(binned).toEqual({
    ...board,
    share: null,
    share_token: null,
    expires_at: null,
    deleted_at: expect.any(String),
    updated_at: expect.any(String),
    version: 3,
  });
  const verbs = ["end", "reopen", "archive", "duplicate", "share", "share/rotate", "preview"];
  const refusals = [
    await get(board),
    await patch(board, { version: 3, title: "Winter" }),
    await remove(),
    await owner.send("DELETE", `/api/scoreboards/${board.id}/share`),
    ...(await Promise.all(verbs.map((verb) => act(board, verb)))),
  ];
  for (const refusal of refusals) {
    expect([refusal.statusCode, refusal.json().message]).toEqual([404, "Scoreboard not found"]);
  }
  const restored = { ...board, version: 4, updated_at: expect.any(String) };
  expect((await act(board, "restore")).json()).toEqual(restored);
  expect((await act(board, "restore")).json()).toEqual(restored);
  expect(await list()).toEqual([restored]);
  expect((await listAudit()).slice(2)).toMatchObject([
    { action: "scoreboard.delete", target_name: "Autumn", before: { activities: ["Raids"] } },
    { action: "scoreboard.restore", target_name: "Autumn" },
  ]);
});

test("the bin is emptied after thirty days, frozen results too, and before that nothing is taken", async () => {
  const { clan, owner, make, act, list } = await openBoards(world);
  const [gone, kept] = [await make({ title: "Gone" }), await make({ title: "Kept" })];
  const range = { starts_on: "2026-01-05", ends_on: "2026-01-11" };
  await world.db
    .insertInto("scoreboard_periods")
    .values({ clan_id: clan.id, scoreboard_id: gone.id, ...range, result: "{}" })
    .execute();
  await owner.send("DELETE", `/api/scoreboards/${gone.id}`);
  await emptyScoreboardBins(world.db, new Date(Date.now() + 29 * day));
  expect(await list("?deleted=true")).toHaveLength(2);

  const long = new Date(Date.now() - 30 * day - 1000);
  await world.db.updateTable("scoreboards").set({ deleted_at: long }).where("id", "=", gone.id).execute();
  expect(await list("?deleted=true")).toMatchObject([{ id: kept.id }]);
  const answer = await act(gone, "restore");
  expect([answer.statusCode, answer.json().message]).toEqual([404, "Scoreboard not found"]);
  await emptyScoreboardBins(world.db);
  for (const table of ["scoreboard_periods", "scoreboards"] as const) {
    const rows = await world.db.selectFrom(table).select("clan_id").where("clan_id", "=", clan.id).execute();
    expect([table, rows.length]).toEqual([table, table === "scoreboards" ? 1 : 0]);
  }
});

test("a clan that fills its bin has to take a board back before it makes another", async () => {
  const { clan, create } = await openBoards(world);
  const settings = { activities: "[]", period: '{"kind":"weekly"}', members: '{"kind":"active","ids":[]}' };
  const binned = { clan_id: clan.id, title: "Gone", measure: "points" as const, columns: "[]", deleted_at: new Date() };
  const rows = Array.from({ length: 500 }, () => ({ ...binned, ...settings }));
  await world.db.insertInto("scoreboards").values(rows).execute();
  const answer = await create();
  expect([answer.statusCode, answer.json().message]).toEqual([
    409,
    "The bin is full of deleted scoreboards. Restore one of them instead.",
  ]);
});
