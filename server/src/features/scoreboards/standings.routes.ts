import { canInClan } from "@clanhall/contract/permissions";
import {
  explainStanding,
  getStandings,
  getStandingsCsv,
  listPeriods,
  recountPeriod,
} from "@clanhall/contract/standings";
import type { ClanActor } from "../../access/actor.ts";
import { hasDocument } from "../../http/documents.ts";
import { notModified, type Routes } from "../../http/route.ts";
import { findClanOfBoard } from "./boards.queries.ts";
import { explain } from "./results/explain-standing.ts";
import { loadPeriods } from "./results/list-periods.ts";
import { loadStandings, loadStandingsCsv } from "./results/member-standings.ts";
import { getReadableBoard } from "./results/readable-board.ts";
import { recount } from "./results/recount-period.ts";

export const standingsRoutes: Routes = (route, db) => {
  const clanOfBoard = ({ params }: { params: { scoreboardId: string } }) => findClanOfBoard(db, params.scoreboardId);

  route(
    getStandings,
    async ({ actor, params, query, request, reply }) => {
      const board = await getReadableBoard(db, actor, params.scoreboardId);
      const standings = await loadStandings(db, board, toAsked(actor, query.period));
      const etag = `"${standings.version}"`;
      reply.headers({ etag, "cache-control": "no-store" });
      return hasDocument(request.headers["if-none-match"], { etag }) ? notModified : standings;
    },
    clanOfBoard,
  );

  route(
    getStandingsCsv,
    async ({ actor, params, query, reply }) => {
      const board = await getReadableBoard(db, actor, params.scoreboardId);
      const { range, text } = await loadStandingsCsv(db, board, toAsked(actor, query.period));
      reply
        .header("cache-control", "no-store")
        .header("content-disposition", `attachment; filename="clanhall-standings-${range.from}-to-${range.to}.csv"`)
        .type("text/csv; charset=utf-8");
      void reply.send(text);
    },
    clanOfBoard,
  );

  route(
    listPeriods,
    async ({ actor, params }) => loadPeriods(db, await getReadableBoard(db, actor, params.scoreboardId)),
    clanOfBoard,
  );

  route(recountPeriod, ({ actor, params }) => recount(db, actor, params.scoreboardId, params.from), clanOfBoard);

  route(
    explainStanding,
    async ({ actor, params, query }) => {
      const board = await getReadableBoard(db, actor, params.scoreboardId);
      const asked = { memberId: query.member_id.toLowerCase(), period: query.period ?? null };
      return explain(db, actor, board, asked);
    },
    clanOfBoard,
  );
};

function toAsked({ role, toggles }: ClanActor, period: string | undefined) {
  return { period: period ?? null, seesValues: canInClan(role, "values.view", toggles) };
}
