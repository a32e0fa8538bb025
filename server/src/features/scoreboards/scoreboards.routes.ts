import {
  archiveScoreboard,
  createScoreboard,
  deleteScoreboard,
  duplicateScoreboard,
  endScoreboard,
  getScoreboard,
  listActiveScoreboards,
  listClanScoreboards,
  listScoreboards,
  patchScoreboard,
  previewScoreboard,
  reopenScoreboard,
  restoreScoreboard,
  rotateShare,
  shareScoreboard,
  unshareScoreboard,
} from "@clanhall/contract/scoreboards";
import { postScoreboard } from "@clanhall/contract/webhooks";
import type { Secrets } from "../../access/secrets.ts";
import type { Routes } from "../../http/route.ts";
import { binBoard, restoreBoard } from "./board-bin.ts";
import { createPreview } from "./board-link.ts";
import { archiveBoard, endBoard, reopenBoard } from "./board-state.ts";
import { findClanOfBoard } from "./boards.queries.ts";
import { changeBoard } from "./change-board.ts";
import { createBoard, duplicateBoard } from "./create-board.ts";
import { getBoard, listOfClan, listOfUser } from "./list-boards.ts";
import { postBoard } from "./post-board.ts";
import { rotateLink, shareBoard, unshareBoard } from "./share-board.ts";

export const scoreboardRoutes =
  (secrets: Secrets): Routes =>
  (route, db) => {
    const desk = { db, secrets };
    const clanOfBoard = ({ params }: { params: { scoreboardId: string } }) => findClanOfBoard(db, params.scoreboardId);

    route(listScoreboards, ({ actor, query }) =>
      listOfUser(desk, actor.userId, query.is_active === undefined ? undefined : query.is_active === "true"),
    );
    route(listActiveScoreboards, ({ actor }) => listOfUser(desk, actor.userId, true));
    route(listClanScoreboards, async ({ actor, query }) => ({
      items: await listOfClan(desk, actor, query.deleted === "true"),
    }));
    route(createScoreboard, ({ actor, body }) => createBoard(desk, actor, body));

    route(getScoreboard, ({ actor, params }) => getBoard(desk, actor, params.scoreboardId), clanOfBoard);
    route(
      patchScoreboard,
      ({ actor, params, body }) => changeBoard(desk, actor, params.scoreboardId, body),
      clanOfBoard,
    );
    route(
      deleteScoreboard,
      async ({ actor, params }) => {
        await binBoard(desk, actor, params.scoreboardId);
        return {};
      },
      clanOfBoard,
    );
    route(restoreScoreboard, ({ actor, params }) => restoreBoard(desk, actor, params.scoreboardId), clanOfBoard);
    route(duplicateScoreboard, ({ actor, params }) => duplicateBoard(desk, actor, params.scoreboardId), clanOfBoard);

    route(endScoreboard, ({ actor, params }) => endBoard(desk, actor, params.scoreboardId), clanOfBoard);
    route(reopenScoreboard, ({ actor, params }) => reopenBoard(desk, actor, params.scoreboardId), clanOfBoard);
    route(archiveScoreboard, ({ actor, params }) => archiveBoard(desk, actor, params.scoreboardId), clanOfBoard);

    route(postScoreboard, ({ actor, params }) => postBoard(db, actor, params.scoreboardId), clanOfBoard);

    route(
      shareScoreboard,
      ({ actor, params, body }) => shareBoard(desk, actor, params.scoreboardId, body),
      clanOfBoard,
    );
    route(rotateShare, ({ actor, params }) => rotateLink(desk, actor, params.scoreboardId), clanOfBoard);
    route(unshareScoreboard, ({ actor, params }) => unshareBoard(desk, actor, params.scoreboardId), clanOfBoard);
    route(
      previewScoreboard,
      async ({ actor, params }) => {
        const { id, clan_id } = await getBoard(desk, actor, params.scoreboardId);
        return createPreview(secrets, { board: id, clan: clan_id }, new Date());
      },
      clanOfBoard,
    );
  };
