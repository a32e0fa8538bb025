import type { HistoryKey } from "@clanhall/contract/entry-history";
import { sql } from "kysely";
import { loadHistoryContext } from "../server/src/features/entries/history/context.ts";
import { loadSummary } from "../server/src/features/entries/history/summary.ts";
import { compareWork, today, type Work } from "./large-clan.ts";
import { toUnits } from "./measure.ts";

const from = new Date(Date.parse(today) - 29 * 86_400_000).toISOString().slice(0, 10);

function summary(rows: HistoryKey, columns?: HistoryKey): Work {
  return async (db, actor) => {
    const context = await loadHistoryContext(db, actor, { from, to: today, include_former: "false" });
    const { cells } = await loadSummary(db, context, { rows, columns });
    if (cells.length < 500) throw new Error(`only ${cells.length} cells have anything`);
  };
}

/** The same entries, added up by player and day. */
const bareSums: Work = (db, { clanId }) =>
  sql`
    select member_id, day, count(*), count(*) filter (where is_met), sum(points) from entries
    where clan_id = ${clanId} and day between ${from}::date and ${today}::date and state <> 'cleared'
    group by member_id, day
  `.execute(db);

/** What the history draws of a month. */
export const historyUnits = toUnits("decisions", [
  {
    id: "history-days",
    what: "the history's matrix of 500 players by 30 days, 20 activities, against the bare sums",
    limit: { kind: "at most", value: 5 },
    measure: () => compareWork(summary("member", "day"), bareSums),
  },
  {
    id: "history-players",
    what: "the compliance of the same, against the bare sums",
    limit: { kind: "at most", value: 5 },
    measure: () => compareWork(summary("member"), bareSums),
  },
]);
