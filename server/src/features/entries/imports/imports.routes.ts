import { findImportMapping, importEntries, listImports, undoImport } from "@clanhall/contract/entry-imports";
import type { Routes } from "../../../http/route.ts";
import type { WorkerPool } from "../../../workers/worker-pool.ts";
import { toImport } from "./import-answer.ts";
import { recallMapping } from "./import-mappings.ts";
import { listLatestImports } from "./queries.ts";
import { importFile } from "./run.ts";
import { takeImportBack } from "./undo-import.ts";

const mostListed = 100;

export const importRoutes =
  (workers: WorkerPool): Routes =>
  (route, db) => {
    route(importEntries, ({ actor, body }) => importFile({ db, workers }, actor, body));

    route(findImportMapping, ({ actor, body }) => recallMapping(db, actor.clanId, body.header));

    route(listImports, async ({ actor }) => {
      const rows = await listLatestImports(db, actor.clanId, mostListed);
      return { items: rows.map(toImport) };
    });

    route(undoImport, ({ actor, params, body }) => takeImportBack(db, actor, params.importId, body.reason));
  };
