import type { ClanCard } from "@clanhall/contract/clans";
import { expect, test } from "vitest";
import { addBoard, openBoard } from "../../testing/board-results.ts";
import { sharedApp } from "../../testing/test-app.ts";
import { findMainBoards } from "./queries.ts";

const world = await sharedApp();

const weekly = { kind: "weekly" } as const;
const at = (day: number) => new Date(Date.UTC(2026, 0, day));

async function mainOf(clan: { id: string }): Promise<string | undefined> {
  return (await findMainBoards(world.db, [clan.id])).get(clan.id)?.title;
}

test("the main board is the chosen one, else the oldest weekly points board, else the newest", async () => {
  const { clan, activityId, change } = await openBoard(world, { title: "First", created_at: at(1) });
  const add = (title: string, day: number, fields: Parameters<typeof addBoard>[3] = {}) =>
    addBoard(world, clan.id, [activityId], { title, created_at: at(day), ...fields });
  await add("Weekly streak", 2, { period: weekly, measure: "streak" });
  await add("Newest", 6);
  await add("Ended", 8, { state: "ended" });
  await add("In the bin", 9, { deleted_at: at(9) });
  expect(await mainOf(clan)).toBe("Newest");

  const old = await add("Old week", 3, { period: weekly });
  await add("New week", 4, { period: weekly });
  expect(await mainOf(clan)).toBe("Old week");

  const chosen = await add("Chosen", 5);
  await world.db.updateTable("clans").set({ main_board_id: chosen }).where("id", "=", clan.id).execute();
  expect(await mainOf(clan)).toBe("Chosen");
  await world.db.updateTable("scoreboards").set({ state: "ended" }).where("id", "=", chosen).execute();
  expect(await mainOf(clan)).toBe("Old week");
  await world.db.deleteFrom("scoreboards").where("id", "in", [chosen, old]).execute();
  const { main_board_id } = await world.db
    .selectFrom("clans")
    .select("main_board_id")
    .where("id", "=", clan.id)
    .executeTakeFirstOrThrow();
  expect(main_board_id).toBeNull();
  await change({ state: "active" });
  expect(await mainOf(clan)).toBe("New week");
});

test("each of several clans has its own, and one without an active board has none", async () => {
  const [one, other, none] = [await openBoard(world), await openBoard(world), await openBoard(world)];
  await none.change({ state: "archived" });
  const found = await findMainBoards(world.db, [one.clan.id, other.clan.id, none.clan.id]);
  expect(new Set([...found.values()].map(({ id }) => id))).toEqual(new Set([one.boardId, other.boardId]));
});

test("a clan names the board that stands for it now, beside the one that was chosen", async () => {
  const { clan, owner, boardId, activityId, change } = await openBoard(world);
  const chosen = await addBoard(world, clan.id, [activityId]);
  const named = async () => {
    const [card] = (await owner.get("/api/clans/my")).json<ClanCard[]>();
    const single = (await owner.get(`/api/clans/${clan.id}`)).json<ClanCard>();
    expect(single.current_main_board_id).toBe(card?.current_main_board_id);
    return [card?.main_board_id, card?.current_main_board_id];
  };
  await change({ period: JSON.stringify(weekly) });
  expect(await named()).toEqual([null, boardId]);
  await owner.send("PUT", `/api/clans/${clan.id}/main-board`, { scoreboard_id: chosen });
  expect(await named()).toEqual([chosen, chosen]);
  await owner.send("POST", `/api/scoreboards/${chosen}/archive`);
  expect(await named()).toEqual([chosen, boardId]);
  await change({ state: "ended" });
  expect(await named()).toEqual([chosen, null]);
});

test("maintainers choose an active board of their clan, once in the audit however often they do", async () => {
  const { clan, kara, boardId, activityId, listAudit } = await openBoard(world);
  const maintainer = await world.memberOf(clan, "maintainer");
  const choose = (who: typeof kara, scoreboard_id: string) =>
    who.send("PUT", `/api/clans/${clan.id}/main-board`, { scoreboard_id });
  expect((await choose(kara, boardId)).statusCode).toBe(403);
  for (const _ of [1, 2]) expect((await choose(maintainer, boardId)).json()).toEqual({ main_board_id: boardId });
  const card = (await kara.get("/api/clans/my")).json<{ id: string; main_board_id: string }[]>();
  expect(card.find(({ id }) => id === clan.id)?.main_board_id).toBe(boardId);
  expect((await listAudit()).map(({ action, target_name }) => [action, target_name])).toEqual([
    ["scoreboard.make_main", "Top raiders"],
  ]);

  const ended = await addBoard(world, clan.id, [activityId], { state: "ended" });
  const foreign = await openBoard(world);
  for (const id of [ended, foreign.boardId]) expect((await choose(maintainer, id)).statusCode).toBe(404);
});
