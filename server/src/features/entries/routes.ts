import { addDays } from "@clanhall/contract/clan-day";
import { followClan, getDay, getDayMeans, listDays, reopenDay } from "@clanhall/contract/days";
import { getCellHistory, putEntries, revertCell } from "@clanhall/contract/entries";
import { canInClan } from "@clanhall/contract/permissions";
import type { EventHub } from "../../events/event-hub.ts";
import { hasDocument } from "../../http/documents.ts";
import { notModified, type Routes } from "../../http/route.ts";
import { loadCellHistory } from "./cell-history.ts";
import { loadDay } from "./day.ts";
import { listMeans } from "./days.queries.ts";
import { createClanStreams } from "./follow-clan.ts";
import { loadDays } from "./list-days.ts";
import { reopen } from "./reopen-day.ts";
import { revertTo } from "./revert-cell.ts";
import { saveEntries } from "./save.ts";

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
