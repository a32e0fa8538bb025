import { toCsvLine } from "@clanhall/contract/csv";
import type { HistoryRow } from "@clanhall/contract/entry-history";
import type { Db } from "../../../db/tables.ts";
import type { HistoryView } from "./context.ts";
import { historyBatches } from "./rows.ts";

const batch = 2_000;

const columns = [
  "day", "player", "player_id", "activity", "activity_id", "state", "value", "unit", "points", "late", "edited",
  "entered_by", "entered_at", "source",
] as const; // prettier-ignore

type Exported = Record<(typeof columns)[number], string | number | boolean | null>;

/** The cells as the lines of a CSV file. No connection is held while a slow reader reads; the JSON file is read so too. */
export async function* historyCsvLines(db: Db, view: HistoryView): AsyncGenerator<string> {
  yield toCsvLine([...columns]);
  const toExported = exporterOf(view);
  for await (const rows of historyBatches(db, view, batch)) {
    yield rows.map((row) => toCsvLine(columns.map((column) => toExported(row)[column]))).join("");
  }
}

/** The same as a list of objects, one to a line. */
export async function* historyJsonLines(db: Db, view: HistoryView): AsyncGenerator<string> {
  let lead = "[\n";
  const toExported = exporterOf(view);
  for await (const rows of historyBatches(db, view, batch)) {
    yield lead + rows.map((row) => JSON.stringify(toExported(row))).join(",\n");
    lead = ",\n";
  }
  yield lead === ",\n" ? "\n]\n" : "[]\n";
}

function exporterOf({ tasks }: HistoryView): (row: HistoryRow) => Exported {
  const units = new Map(tasks.map(({ id, unit }) => [id, unit]));
  return (row) => ({
    day: row.day,
    player: row.member_name,
    player_id: row.member_id,
    activity: row.activity_name,
    activity_id: row.activity_id,
    state: row.state,
    value: row.value,
    unit: units.get(row.activity_id) ?? "",
    points: row.points,
    late: row.late,
    edited: row.edited,
    entered_by: row.entered_by_name,
    entered_at: row.entered_at,
    source: row.source,
  });
}
