import { toCsvLine } from "@clanhall/contract/csv";
import type { Db } from "../../db/tables.ts";
import { type AuditView, listAudit } from "./queries.ts";

const batch = 500;

const columns = "at,action,actor,target_type,target_id,target,before,after,source,reason,request_id".split(",");

/** A clan's audit as the lines of a CSV file, read batch by batch: no connection is held while a slow reader reads. */
export async function* auditCsvLines(db: Db, view: AuditView): AsyncGenerator<string> {
  yield toCsvLine(columns);
  let cursor: string | undefined;
  do {
    const rows = await listAudit(db, view, batch, cursor);
    if (rows.length > 0) yield rows.map(toLine).join("");
    cursor = rows.length === batch ? rows.at(-1)?.id : undefined;
  } while (cursor);
}

function toLine(row: Awaited<ReturnType<typeof listAudit>>[number]): string {
  return toCsvLine([
    row.at.toISOString(),
    row.action,
    row.actor_name,
    row.target_type,
    row.target_id,
    row.target_name,
    row.before && JSON.stringify(row.before),
    row.after && JSON.stringify(row.after),
    row.source,
    row.reason,
    row.request_id,
  ]);
}
