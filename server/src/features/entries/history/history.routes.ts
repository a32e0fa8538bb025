import { Readable } from "node:stream";
import {
  exportEntriesCsv,
  exportEntriesJson,
  getHistorySummary,
  listEntries,
  listEntryChanges,
} from "@clanhall/contract/entry-history";
import type { FastifyReply } from "fastify";
import type { Routes } from "../../../http/route.ts";
import { type HistoryView, loadView } from "./context.ts";
import { loadChanges } from "./entry-changes.ts";
import { historyCsvLines, historyJsonLines } from "./export-history.ts";
import { loadHistoryPage } from "./rows.ts";
import { loadSummary } from "./summary.ts";

export const historyRoutes: Routes = (route, db) => {
  route(listEntries, async ({ actor, query: { group_by, limit, cursor, ...filter } }) => {
    const view = await loadView(db, actor, filter);
    const { rows, totals } = await loadSummary(db, view, { rows: group_by });
    if (group_by) return { items: [], groups: rows, totals, next_cursor: null };
    return { ...(await loadHistoryPage(db, view, limit, cursor)), groups: [], totals };
  });

  route(getHistorySummary, async ({ actor, query: { rows, columns, ...filter } }) => {
    const view = await loadView(db, actor, filter);
    return loadSummary(db, view, { rows, columns });
  });

  route(listEntryChanges, async ({ actor, query: { limit, cursor, ...filter } }) => {
    const view = await loadView(db, actor, filter);
    return loadChanges(db, view, limit, cursor);
  });

  route(exportEntriesCsv, async ({ actor, query, reply }) => {
    const view = await loadView(db, actor, query);
    sendFile(reply, view, "csv", historyCsvLines(db, view));
  });

  route(exportEntriesJson, async ({ actor, query, reply }) => {
    const view = await loadView(db, actor, query);
    sendFile(reply, view, "json", historyJsonLines(db, view));
  });
};

const types = { csv: "text/csv; charset=utf-8", json: "application/json; charset=utf-8" };

function sendFile(reply: FastifyReply, { from, to }: HistoryView, kind: "csv" | "json", lines: AsyncGenerator<string>) {
  reply
    .header("cache-control", "no-store")
    .header("content-disposition", `attachment; filename="clanhall-entries-${from}-to-${to}.${kind}"`)
    .type(types[kind]);
  void reply.send(Readable.from(lines, { objectMode: false }));
}
