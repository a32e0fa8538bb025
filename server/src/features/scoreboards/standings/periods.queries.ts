import type { DayRange } from "@clanhall/contract/rules/periods";
import { sql } from "kysely";
import { listOfAny, prepared } from "../../../db/prepared.ts";
import type { Db } from "../../../db/tables.ts";

interface BoardDay {
  clanId: string;
  boardId: string;
  day: string;
}

interface PeriodBefore extends DayRange {
  /** In the list of boards. */
  ordinal: number;
}

/** The latest stored period of each board that ended before a day, of those that have one. */
export async function listPeriodsBefore(db: Db, boards: BoardDay[]): Promise<PeriodBefore[]> {
  const ids = (of: (board: BoardDay) => string) => listOfAny(boards.map(of), "uuid");
  const { rows } = await sql<PeriodBefore>`${prepared}
    select board.ordinal, period.starts_on as from, period.ends_on as to
    from unnest(
      ${listOfAny([...boards.keys()], "int")}, ${ids(({ clanId }) => clanId)}, ${ids(({ boardId }) => boardId)},
      ${listOfAny(
        boards.map(({ day }) => day),
        "date",
      )}
    ) as board (ordinal, clan_id, id, day)
    cross join lateral (
      select starts_on, ends_on from scoreboard_periods
      where clan_id = board.clan_id and scoreboard_id = board.id and starts_on < board.day and ends_on < board.day
      order by starts_on desc
      limit 1
    ) as period
  `.execute(db);
  return rows;
}
