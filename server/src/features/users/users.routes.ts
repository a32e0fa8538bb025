import { Readable } from "node:stream";
import { exportUsers, listUsers } from "@clanhall/contract/admin-users";
import type { Routes } from "../../http/route.ts";
import { loadUsersPage } from "./list-users.ts";
import { userCsvLines } from "./users-csv.queries.ts";

export const userRoutes: Routes = (route, db) => {
  route(listUsers, ({ query }) => loadUsersPage(db, query));

  route(exportUsers, ({ query: { sort, ...filter }, reply }) => {
    const today = new Date().toISOString().slice(0, 10);
    reply
      .header("cache-control", "no-store")
      .header("content-disposition", `attachment; filename="clanhall-users-${today}.csv"`)
      .type("text/csv; charset=utf-8");
    void reply.send(Readable.from(userCsvLines(db, filter, sort), { objectMode: false }));
  });
};
