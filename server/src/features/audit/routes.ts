import { Readable } from "node:stream";
import { listAdminAudit } from "@clanhall/contract/admin";
import { exportClanAudit, listClanAudit } from "@clanhall/contract/audit";
import { currentTime } from "../../db/clock.ts";
import type { Routes } from "../../http/route.ts";
import { loadAdminAudit, loadAuditPage } from "./list.ts";
import { auditCsvLines, auditScope } from "./queries.ts";

export const auditRoutes: Routes = (route, db) => {
  route(listAdminAudit, ({ query }) => loadAdminAudit(db, query));

  route(listClanAudit, ({ actor, query }) => {
    const { limit, cursor, ...filters } = query;
    return loadAuditPage(db, { ...filters, ...auditScope(actor) }, { limit, cursor });
  });

  route(exportClanAudit, ({ actor, query, reply }) => {
    const lines = auditCsvLines(db, { ...query, ...auditScope(actor) });
    const today = currentTime().toISOString().slice(0, 10);
    reply
      .header("cache-control", "no-store")
      .header("content-disposition", `attachment; filename="clanhall-audit-${today}.csv"`)
      .type("text/csv; charset=utf-8");
    void reply.send(Readable.from(lines, { objectMode: false }));
  });
};
