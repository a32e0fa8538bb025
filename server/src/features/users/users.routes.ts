import { Readable } from "node:stream";
import { exportUsers, listUsers } from "@clanhall/contract/admin-users";
import type { Routes } from "../../http/route.ts";
import { insertAdminAudit } from "../app-admins/admin-audit.queries.ts";
import { loadUsersPage } from "./list-users.ts";
import { userCsvLines } from "./users-csv.queries.ts";
import type { UserFilter } from "./users.queries.ts";

export const userRoutes: Routes = (route, db) => {
  route(listUsers, ({ query }) => loadUsersPage(db, query));

  route(exportUsers, async ({ actor, query: { sort, ...filter }, reply }) => {
    await insertAdminAudit(db, actor, { action: "user.export", target: { type: "user" }, after: toChoice(filter) });
    const today = new Date().toISOString().slice(0, 10);
    reply
      .header("cache-control", "no-store")
      .header("content-disposition", `attachment; filename="clanhall-users-${today}.csv"`)
      .type("text/csv; charset=utf-8");
    void reply.send(Readable.from(userCsvLines(db, filter, sort), { objectMode: false }));
  });
};

/** Which people were asked for. Words that were searched for may name somebody, so it only says that there were some. */
function toChoice({ q = "", ...filter }: UserFilter) {
  return { ...filter, ...(q.trim() !== "" && { searched: true }) };
}
