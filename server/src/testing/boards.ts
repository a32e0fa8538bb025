import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { openEntries } from "./entries.ts";
import type { TestApp } from "./test-app.ts";

/** A clan with an owner, a member and an activity, and what is usually done with its boards. */
export async function openBoards(world: TestApp, fields: Parameters<typeof openEntries>[1] = {}) {
  const entries = await openEntries(world, fields);
  const { clan, owner, activityId, url } = entries;
  const draft = (more: object = {}) => ({ title: "Autumn", activities: [{ activity_id: activityId }], ...more });
  const create = (more: object = {}) => owner.send("POST", `${url}/scoreboards`, draft(more));
  return {
    ...entries,
    draft,
    create,
    make: async (more: object = {}): Promise<Scoreboard> => (await create(more)).json(),
    /** Such as `act(board, "end")`. */
    act: (board: { id: string }, verb: string, body: object = {}) =>
      owner.send("POST", `/api/scoreboards/${board.id}/${verb}`, body),
    patch: (board: { id: string }, body: object) => owner.send("PATCH", `/api/scoreboards/${board.id}`, body),
    get: (board: { id: string }) => owner.get(`/api/scoreboards/${board.id}`),
    list: async (query = ""): Promise<Scoreboard[]> => (await owner.get(`${url}/scoreboards${query}`)).json().items,
    rowOf: (board: { id: string }) =>
      world.db.selectFrom("scoreboards").selectAll().where("id", "=", board.id).executeTakeFirstOrThrow(),
    listAudit: () =>
      world.db
        .selectFrom("clan_audit")
        .select(["action", "target_name", "before", "after"])
        .where("clan_id", "=", clan.id)
        .where("target_type", "=", "scoreboard")
        .orderBy("at")
        .orderBy("id")
        .execute(),
  };
}
