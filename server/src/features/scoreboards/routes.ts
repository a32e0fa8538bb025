import { canInClan } from "@clanhall/contract/permissions";
import {
  archiveScoreboard,
  duplicateScoreboard,
  endScoreboard,
  reopenScoreboard,
  restoreScoreboard,
} from "@clanhall/contract/scoreboards";
import {
  createScoreboard,
  deleteScoreboard,
  getScoreboard,
  listActiveScoreboards,
  listClanScoreboards,
  listScoreboards,
  patchScoreboard,
} from "@clanhall/contract/scoreboards";
import { previewScoreboard, rotateShare, shareScoreboard, unshareScoreboard } from "@clanhall/contract/scoreboards";
import {
  explainStanding,
  getStandings,
  getStandingsCsv,
  listPeriods,
  recountPeriod,
} from "@clanhall/contract/standings";
import { postScoreboard } from "@clanhall/contract/webhooks";
import { currentTime } from "../../db/clock.ts";
import type { ClanActor } from "../../access/actor.ts";
import type { Secrets } from "../../access/secrets.ts";
import type { Reads } from "../../db/reads.ts";
import { hasDocument } from "../../http/documents.ts";
import { notModified, type Routes } from "../../http/route.ts";
import { addScoreboard, copyScoreboard } from "./create.ts";
import { getVisibleScoreboard, listOfClan, listOfUser } from "./list.ts";
import { findClanOfScoreboard } from "./queries.ts";
import { loadPeriods, recount } from "./results/freeze.ts";
import { explain, getReadableScoreboard, loadStandings, loadStandingsCsv } from "./results/member-standings.ts";
import { createPreview, post, rotateLink, shareBoard, unshare } from "./share.ts";
import { archive, end, moveToBin, reopen, restoreFromBin } from "./state.ts";
import { changeScoreboard } from "./update.ts";

export const scoreboardRoutes =
  (secrets: Secrets): Routes =>
  (route, db) => {
    const deps = { db, secrets };
    const clanOf = ({ params }: { params: { scoreboardId: string } }) => findClanOfScoreboard(db, params.scoreboardId);

    route(listScoreboards, ({ actor, query }) =>
      listOfUser(deps, actor.userId, query.is_active === undefined ? undefined : query.is_active === "true"),
    );
    route(listActiveScoreboards, ({ actor }) => listOfUser(deps, actor.userId, true));
    route(listClanScoreboards, async ({ actor, query }) => ({
      items: await listOfClan(deps, actor, query.deleted === "true"),
    }));
    route(createScoreboard, ({ actor, body }) => addScoreboard(deps, actor, body));

    route(getScoreboard, ({ actor, params }) => getVisibleScoreboard(deps, actor, params.scoreboardId), clanOf);
    route(
      patchScoreboard,
      ({ actor, params, body }) => changeScoreboard(deps, actor, params.scoreboardId, body),
      clanOf,
    );
    route(
      deleteScoreboard,
      async ({ actor, params }) => {
        await moveToBin(deps, actor, params.scoreboardId);
        return {};
      },
      clanOf,
    );
    route(restoreScoreboard, ({ actor, params }) => restoreFromBin(deps, actor, params.scoreboardId), clanOf);
    route(duplicateScoreboard, ({ actor, params }) => copyScoreboard(deps, actor, params.scoreboardId), clanOf);

    route(endScoreboard, ({ actor, params }) => end(deps, actor, params.scoreboardId), clanOf);
    route(reopenScoreboard, ({ actor, params }) => reopen(deps, actor, params.scoreboardId), clanOf);
    route(archiveScoreboard, ({ actor, params }) => archive(deps, actor, params.scoreboardId), clanOf);

    route(postScoreboard, ({ actor, params }) => post(db, actor, params.scoreboardId), clanOf);

    route(shareScoreboard, ({ actor, params, body }) => shareBoard(deps, actor, params.scoreboardId, body), clanOf);
    route(rotateShare, ({ actor, params }) => rotateLink(deps, actor, params.scoreboardId), clanOf);
    route(unshareScoreboard, ({ actor, params }) => unshare(deps, actor, params.scoreboardId), clanOf);
    route(
      previewScoreboard,
      async ({ actor, params }) => {
        const { id, clan_id } = await getVisibleScoreboard(deps, actor, params.scoreboardId);
        return createPreview(secrets, { board: id, clan: clan_id }, currentTime());
      },
      clanOf,
    );
  };

export const standingsRoutes =
  (reads: Reads): Routes =>
  (route, leader) => {
    const clanOf = ({ params }: { params: { scoreboardId: string } }) =>
      findClanOfScoreboard(leader, params.scoreboardId);

    route(
      getStandings,
      async ({ actor, params, query, request, reply }) => {
        const standings = await reads.read(async (db) => {
          const board = await getReadableScoreboard(db, actor, params.scoreboardId);
          return loadStandings(db, board, toStandingsQuery(actor, query.period));
        });
        const etag = `"${standings.version}"`;
        reply.headers({ etag, "cache-control": "no-store" });
        return hasDocument(request.headers["if-none-match"], { etag }) ? notModified : standings;
      },
      clanOf,
    );

    route(
      getStandingsCsv,
      async ({ actor, params, query, reply }) => {
        const { range, text } = await reads.read(async (db) => {
          const board = await getReadableScoreboard(db, actor, params.scoreboardId);
          return loadStandingsCsv(db, board, toStandingsQuery(actor, query.period));
        });
        reply
          .header("cache-control", "no-store")
          .header("content-disposition", `attachment; filename="clanhall-standings-${range.from}-to-${range.to}.csv"`)
          .type("text/csv; charset=utf-8");
        void reply.send(text);
      },
      clanOf,
    );

    route(
      listPeriods,
      ({ actor, params }) =>
        reads.read(async (db) => loadPeriods(db, await getReadableScoreboard(db, actor, params.scoreboardId))),
      clanOf,
    );

    route(recountPeriod, ({ actor, params }) => recount(leader, actor, params.scoreboardId, params.from), clanOf);

    route(
      explainStanding,
      ({ actor, params, query }) =>
        reads.read(async (db) => {
          const board = await getReadableScoreboard(db, actor, params.scoreboardId);
          return explain(db, actor, board, { memberId: query.member_id.toLowerCase(), period: query.period ?? null });
        }),
      clanOf,
    );
  };

function toStandingsQuery({ role, toggles }: ClanActor, period: string | undefined) {
  return { period: period ?? null, seesValues: canInClan(role, "values.view", toggles) };
}
