import { isDeepStrictEqual } from "node:util";
import { addDays, toClanDate } from "@clanhall/contract/rules/clan-day";
import type { DayRange } from "@clanhall/contract/rules/periods";
import { listDayRules } from "../../../clan/calendar.ts";
import type { SeasonHonours, SeasonResult } from "../../../db/stored-types.ts";
import type { Db } from "../../../db/tables.ts";
import { listHiddenActivities, type ScoreboardRow } from "../queries.ts";
import { computeHonours } from "../standings/compute.ts";
import { findSeason } from "./queries.ts";

/** What is kept of a season: what members see, and what visitors see if that counts fewer activities. */
export async function computeSeasonResult(
  tx: Db,
  board: ScoreboardRow,
  range: DayRange,
  { today }: { today: string },
): Promise<SeasonResult> {
  const honours = await computeHonours(tx, board, range, { today });
  const result = { measure: board.measure, ...honours };
  const counted = await withoutHidden(tx, board.clan_id, honours.activity_ids);
  if (counted.length === honours.activity_ids.length || counted.length === 0) return result;
  return { ...result, public: await computeHonours(tx, onlyCounting(board, counted), range, { today }) };
}

/** As on the boards: if other activities are hidden now than at the end, the awards are computed again without them. */
export async function findPublicHonours(db: Db, board: ScoreboardRow) {
  if (board.season_id === null || board.state === "active") return null;
  const season = await findSeason(db, board.clan_id, board.season_id);
  if (!season?.result || !season.ended_at || season.board_id !== board.id) return null;
  const { result, name, starts_on: from, ends_on: to } = season;
  const counted = await withoutHidden(db, board.clan_id, result.activity_ids);
  if (counted.length === 0) return null;
  const known = [result, result.public].find((honours) => isDeepStrictEqual(honours?.activity_ids, counted));
  const endedOn = toClanDate(await listDayRules(db, board.clan_id), season.ended_at);
  const today = endedOn <= to ? endedOn : addDays(to, 1);
  const honours: SeasonHonours =
    known ?? (await computeHonours(db, onlyCounting(board, counted), { from, to }, { today }));
  return { name, awards: honours.awards };
}

async function withoutHidden(db: Db, clanId: string, activityIds: string[]): Promise<string[]> {
  const hidden = new Set((await listHiddenActivities(db, clanId)).map(({ id }) => id));
  return activityIds.filter((id) => !hidden.has(id));
}

function onlyCounting(board: ScoreboardRow, activityIds: string[]): ScoreboardRow {
  return { ...board, activities: board.activities.filter(({ activity_id }) => activityIds.includes(activity_id)) };
}
