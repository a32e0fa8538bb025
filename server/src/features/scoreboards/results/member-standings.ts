import { toCsvLine } from "@clanhall/contract/csv";
import type { Standings } from "@clanhall/contract/standings";
import { listPublicNames } from "../../../clan/roster.ts";
import type { Db } from "../../../db/tables.ts";
import { notFound } from "../../../errors.ts";
import type { BoardRow } from "../boards.queries.ts";
import { loadShownResult } from "./standings.ts";
import { byRank, listActivitiesOfBoard, toHead, toRow, withVersion } from "./standings-answer.ts";

interface Asked {
  period: string | null;
  /** Who may not see the values of others gets rank, name and score of everybody, and no column beside them. */
  seesValues: boolean;
}

/** The board as members of the clan see it: real names, and who is who. */
export async function loadStandings(
  db: Db,
  board: BoardRow,
  { period, seesValues }: Asked,
  now = new Date(),
): Promise<Standings> {
  const { shown, activities, rows } = await loadNamedRows(db, board, period, now);
  const keyOf = new Map(activities.map(({ id }) => [id, id]));
  const seen = seesValues ? board : { ...board, columns: [] };
  const named = rows.map((row) => ({
    member_id: row.member_id,
    name: row.name,
    tint: row.tint,
    ...toRow(row, seen, keyOf),
    ...(!seesValues && { previous_rank: null }),
  }));
  const head = toHead(seen, shown, activities, keyOf);
  return withVersion({ ...head, rows: named, left_out: shown.result.left_out }, shown.updatedAt);
}

/** Everything that was counted, also what the board does not show in columns; for who may not see values, the board as it is. */
export async function loadStandingsCsv(db: Db, board: BoardRow, { period, seesValues }: Asked, now = new Date()) {
  const { shown, activities, rows } = await loadNamedRows(db, board, period, now);
  const { range } = shown.result;
  if (!seesValues) {
    const scores = rows.map(({ rank, name, score }) => toCsvLine([rank, name, score]));
    return { range, text: [toCsvLine(["rank", "player", "score"]), ...scores].join("") };
  }
  const named = activities.flatMap(({ name }) => [`${name} value`, `${name} points`]);
  const header = ["rank", "previous_rank", "player", "score", ...named, "met", "due"];
  const lines = rows.map(({ rank, previous_rank, name, score, per_activity, days_met, days_due }) => {
    const ofActivity = new Map(per_activity.map((one) => [one.activity_id, one]));
    const values = activities.flatMap(({ id }) => {
      const one = ofActivity.get(id);
      return [one?.value ?? null, one?.points ?? null];
    });
    return toCsvLine([rank, previous_rank, name, score, ...values, days_met, days_due]);
  });
  return { range, text: [toCsvLine(header), ...lines].join("") };
}

async function loadNamedRows(db: Db, board: BoardRow, period: string | null, now: Date) {
  const shown = await loadShownResult(db, board, { period, audience: "members", now });
  if (!shown) throw notFound("Period");
  const ids = shown.result.rows.map(({ member_id }) => member_id);
  const players = await listPublicNames(db, board.clan_id, ids);
  const rows = shown.result.rows.flatMap((row) => {
    const player = players.get(row.member_id);
    return player ? { ...row, name: player.name, tint: player.tint } : [];
  });
  const activities = await listActivitiesOfBoard(db, board);
  return { shown, activities, rows: rows.toSorted(byRank((row) => row.member_id)) };
}
