import type { DayRange } from "@clanhall/contract/rules/periods";
import type { Insertable } from "kysely";
import type { BoardMembers, FrozenResult } from "../db/stored-types.ts";
import type { Tables } from "../db/tables.ts";
import { type ScoreboardRow, findScoreboard } from "../features/scoreboards/queries.ts";
import { addActivity } from "./activities.ts";
import { daysAgo } from "./entries.ts";
import type { TestApp } from "./test-app.ts";

type Columns = Insertable<Tables["scoreboards"]>;
type Lists = "activities" | "period" | "columns" | "result";
type Fields = Partial<
  Omit<Columns, Lists | "members" | "clan_id"> & Pick<ScoreboardRow, Lists> & { members: BoardMembers }
>;

/** A board of the last seven days that shows every column, unless the fields say otherwise. */
export async function addBoard(
  world: TestApp,
  clanId: string,
  activityIds: string[],
  fields: Fields = {},
): Promise<string> {
  const { activities, period, members, columns, result, ...own } = fields;
  const { id } = await world.db
    .insertInto("scoreboards")
    .values({
      title: "Top raiders",
      measure: "points",
      ...own,
      clan_id: clanId,
      activities: JSON.stringify(activities ?? activityIds.map((activity_id) => ({ activity_id, weight: 1 }))),
      period: JSON.stringify(period ?? { kind: "rolling", days: 7 }),
      members: JSON.stringify(members ?? { kind: "active", ids: [] }),
      columns: JSON.stringify(columns ?? ["change", "trend", "days_met", "activities"]),
      ...(result && { result: JSON.stringify(result) }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** An earlier period of a board, frozen with the rows given. */
export async function addFrozenPeriod(
  world: TestApp,
  clanId: string,
  boardId: string,
  range: DayRange,
  rows: FrozenResult["rows"] = [],
): Promise<void> {
  const key = { clan_id: clanId, scoreboard_id: boardId, starts_on: range.from, ends_on: range.to };
  const result = { range, computed_at: new Date().toISOString(), has_results: rows.length > 0, left_out: 0, rows };
  await world.db
    .insertInto("scoreboard_periods")
    .values({ ...key, result: JSON.stringify(result) })
    .execute();
}

/** A clan with an owner and two players, a board over one activity, and what is usually done with them. */
export async function openBoard(world: TestApp, fields: Fields = {}) {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const kara = await world.memberOf(clan, "member");
  const tom = await world.memberOf(clan, "member");
  const named = { [owner.memberId]: "Ann Olsson", [kara.memberId]: "Kara Moon", [tom.memberId]: "Tom Hill" };
  for (const [index, [id, name]] of Object.entries(named).entries()) {
    const change = { name, name_key: name.toLowerCase(), tint: index + 1 };
    await world.db.updateTable("clan_members").set(change).where("id", "=", id).execute();
  }
  const activityId = await addActivity(world.db, clan.id, { name: "Raids", unit: "runs" });
  const boardId = await addBoard(world, clan.id, [activityId], fields);
  return {
    clan,
    owner,
    kara,
    tom,
    activityId,
    boardId,
    url: `/api/scoreboards/${boardId}`,
    /** The owner enters a value of today, or of a day before it. */
    enter: (who: { memberId: string }, value: number, ago = 0, activity = activityId) => {
      const entries = [{ member_id: who.memberId, activity_id: activity, day: daysAgo(ago), value }];
      return owner.send("PUT", `/api/clans/${clan.id}/entries`, { entries });
    },
    board: async (): Promise<ScoreboardRow> => {
      const row = await findScoreboard(world.db, clan.id, boardId);
      if (!row) throw new Error("the board is gone");
      return row;
    },
    change: (columns: Partial<Columns>) =>
      world.db.updateTable("scoreboards").set(columns).where("id", "=", boardId).execute(),
    listAudit: () =>
      world.db
        .selectFrom("clan_audit")
        .select(["action", "actor_name", "target_name", "after"])
        .where("clan_id", "=", clan.id)
        .where("target_id", "=", boardId)
        .orderBy("at")
        .execute(),
  };
}
