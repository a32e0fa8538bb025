import { Readable } from "node:stream";
import { addDays } from "@clanhall/contract/rules/clan-day";
import { followClan, getDay, getDayMeans, listDays, reopenDay } from "@clanhall/contract/days";
import { getCellHistory, putEntries, revertCell } from "@clanhall/contract/entries";
import {
  exportEntriesCsv,
  exportEntriesJson,
  getHistorySummary,
  listEntries,
  listEntryChanges,
} from "@clanhall/contract/entry-history";
import {
  findImportMapping,
  importEntries,
  listImports,
  undoImport as undoImportEndpoint,
} from "@clanhall/contract/entry-imports";
import { createLayout, deleteLayout, listLayouts, patchLayout } from "@clanhall/contract/screenshot-layouts";
import { canInClan } from "@clanhall/contract/permissions";
import type { FastifyReply } from "fastify";
import type { Reads } from "../../db/reads.ts";
import type { EventHub } from "../../events/event-hub.ts";
import { hasDocument } from "../../http/documents.ts";
import { notModified, type Routes } from "../../http/route.ts";
import type { WorkerPool } from "../../workers/worker-pool.ts";
import { loadCellHistory } from "./cell-history.ts";
import { loadDay, loadDays } from "./day.ts";
import { createClanStreams } from "./follow-clan.ts";
import { type HistoryContext, loadHistoryContext } from "./history/context.ts";
import { historyCsvLines, historyJsonLines, loadChanges, loadHistoryPage } from "./history/rows.ts";
import { loadSummary } from "./history/summary.ts";
import { addLayout, changeLayout, loadLayouts, removeLayout } from "./imports/layouts.ts";
import type { ImportRoster } from "./imports/names.ts";
import { listLatestImports } from "./imports/queries.ts";
import { importFile, recallMapping, toImport, undoImport } from "./imports/run.ts";
import { listMeans } from "./queries.ts";
import { reopen, revertTo, saveEntries } from "./save.ts";

export const entryRoutes =
  (events: EventHub): Routes =>
  (route, db) => {
    route(putEntries, ({ actor, body }) => saveEntries(db, actor, body));

    route(getCellHistory, ({ actor, params }) => loadCellHistory(db, actor, toCell(params)));

    route(revertCell, ({ actor, params, body }) => revertTo(db, actor, toCell(params), body));

    route(getDay, async ({ actor, params, query, request, reply }) => {
      const page = await loadDay(db, actor, params.day);
      if (query.since !== undefined) return page.loadCells(query.since);
      reply.headers({ etag: page.etag, "cache-control": "no-store" });
      return hasDocument(request.headers["if-none-match"], page) ? notModified : page.loadCells();
    });

    route(listDays, ({ actor, query }) => loadDays(db, actor.clanId, query.count));

    route(getDayMeans, async ({ actor, params }) => {
      const { clanId, memberId, role, toggles } = actor;
      const seesAll = canInClan(role, "values.view", toggles);
      const range = { from: addDays(params.day, -30), to: addDays(params.day, -1) };
      return { items: await listMeans(db, clanId, { ...range, memberId: seesAll ? null : memberId }) };
    });

    route(reopenDay, ({ actor, params, body }) => reopen(db, actor, params.day, body.reason));

    const stream = createClanStreams(db, events);
    route(followClan, ({ actor, request, reply }) => stream(request, reply, actor));
  };

function toCell({ memberId, activityId, day }: { memberId: string; activityId: string; day: string }) {
  return { member_id: memberId.toLowerCase(), activity_id: activityId.toLowerCase(), day };
}

export const historyRoutes =
  (reads: Reads): Routes =>
  (route) => {
    route(listEntries, ({ actor, query: { group_by, limit, cursor, ...filter } }) =>
      reads.read(async (db) => {
        const context = await loadHistoryContext(db, actor, filter);
        const { rows, totals } = await loadSummary(db, context, { rows: group_by });
        if (group_by) return { items: [], groups: rows, totals, next_cursor: null };
        return { ...(await loadHistoryPage(db, context, limit, cursor)), groups: [], totals };
      }),
    );

    route(getHistorySummary, ({ actor, query: { rows, columns, ...filter } }) =>
      reads.read(async (db) => loadSummary(db, await loadHistoryContext(db, actor, filter), { rows, columns })),
    );

    route(listEntryChanges, ({ actor, query: { limit, cursor, ...filter } }) =>
      reads.read(async (db) => loadChanges(db, await loadHistoryContext(db, actor, filter), limit, cursor)),
    );

    route(exportEntriesCsv, async ({ actor, query, reply }) => {
      const context = await reads.read((db) => loadHistoryContext(db, actor, query));
      sendFile(reply, context, "csv", historyCsvLines(reads.db, context));
    });

    route(exportEntriesJson, async ({ actor, query, reply }) => {
      const context = await reads.read((db) => loadHistoryContext(db, actor, query));
      sendFile(reply, context, "json", historyJsonLines(reads.db, context));
    });
  };

const types = { csv: "text/csv; charset=utf-8", json: "application/json; charset=utf-8" };

function sendFile(
  reply: FastifyReply,
  { from, to }: HistoryContext,
  kind: "csv" | "json",
  lines: AsyncGenerator<string>,
) {
  reply
    .header("cache-control", "no-store")
    .header("content-disposition", `attachment; filename="clanhall-entries-${from}-to-${to}.${kind}"`)
    .type(types[kind]);
  void reply.send(Readable.from(lines, { objectMode: false }));
}

const mostListed = 100;

export const importRoutes =
  (workers: WorkerPool, roster: ImportRoster): Routes =>
  (route, db) => {
    const parts = { db, workers, roster };
    route(importEntries, ({ actor, body }) => importFile(parts, actor, body));

    route(findImportMapping, ({ actor, body }) => recallMapping(db, actor.clanId, body.header));

    route(listImports, async ({ actor }) => {
      const rows = await listLatestImports(db, actor.clanId, mostListed);
      return { items: rows.map(toImport) };
    });

    route(listLayouts, async ({ actor }) => ({ items: await loadLayouts(db, actor.clanId) }));
    route(createLayout, ({ actor, body }) => addLayout(db, actor, body));
    route(patchLayout, ({ actor, params, body }) => changeLayout(db, actor, params.layoutId, body));
    route(deleteLayout, async ({ actor, params, body }) => {
      await removeLayout(db, actor, params.layoutId, body.version);
      return {};
    });

    route(undoImportEndpoint, ({ actor, params, body }) => undoImport(parts, actor, params.importId, body.reason));
  };
