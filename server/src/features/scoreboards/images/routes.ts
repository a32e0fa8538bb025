import { getScoreboardCard } from "@clanhall/contract/public-scoreboards";
import { getSeasonPng } from "@clanhall/contract/seasons";
import { getStandingsPng } from "@clanhall/contract/standings";
import type { FastifyReply } from "fastify";
import type { Secrets } from "../../../access/secrets.ts";
import { ApiError, notFound } from "../../../errors.ts";
import { toNetwork } from "../../../http/network.ts";
import { noRobots } from "../../../http/pages.ts";
import type { Routes } from "../../../http/route.ts";
import { toClosedError } from "../public/access.ts";
import type { PublicBoards } from "../public/board-cache.ts";
import { findClanOfScoreboard, findListedScoreboard, findScoreboard } from "../queries.ts";
import { getReadableScoreboard } from "../results/member-standings.ts";
import { loadPublicStandings } from "../results/public-standings.ts";
import { getEndedSeason } from "../seasons/list.ts";
import { requirePublicActivity } from "../share.ts";
import { cardPicture, cardSize, closedPicture, standingsPicture } from "./pictures.ts";
import type { ImageRenderer } from "./render.ts";

interface Parts {
  secrets: Secrets;
  boards: Pick<PublicBoards, "open">;
  pictures: ImageRenderer;
}

export const imageRoutes =
  ({ secrets, boards, pictures }: Parts): Routes =>
  (route, db) => {
    route(getScoreboardCard, async ({ params, request, reply }) => {
      reply.header("x-robots-tag", noRobots);
      const opened = await boards.open(params.token);
      if (opened.state !== "open" && opened.state !== "passcode") throw toClosedError(opened.state);
      const standings = opened.state === "open" ? opened.result.standings : null;
      const key = `card-${standings?.version ?? "closed"}`;
      const etag = `"${key}"`;
      const requester = { account: toNetwork(request.ip), isFirst: true };
      const toImage = () => ({ piece: standings ? cardPicture(standings) : closedPicture(), ...cardSize });
      reply.headers({ etag, "cache-control": "no-cache" });
      if (request.headers["if-none-match"] === etag) void reply.code(304).send();
      else sendPng(reply, await pictures.draw(key, toImage, requester));
    });

    route(
      getStandingsPng,
      async ({ actor, params, query, reply }) => {
        const board = await getReadableScoreboard(db, actor, params.scoreboardId);
        const listed = await findListedScoreboard(db, board.clan_id, board.id);
        if (listed) requirePublicActivity(listed, "drawn");
        const standings = await loadPublicStandings({ db, secrets }, board, query.period ?? null);
        if (!standings) throw notFound("Period");
        const { from, to } = standings.board.period;
        reply
          .header("cache-control", "no-store")
          .header("content-disposition", `attachment; filename="clanhall-standings-${from}-to-${to}.png"`);
        const toImage = () => standingsPicture(standings);
        sendPng(reply, await pictures.draw(`table-${standings.version}`, toImage, { account: actor.userId }));
      },
      ({ params }) => findClanOfScoreboard(db, params.scoreboardId),
    );

    route(getSeasonPng, async ({ actor, params, reply }) => {
      const season = await getEndedSeason(db, actor.clanId, params.seasonId);
      const board = season.board_id && (await findScoreboard(db, actor.clanId, season.board_id));
      if (!board || board.deleted_at) throw new ApiError("conflict", "The board of this season is deleted.");
      const listed = await findListedScoreboard(db, board.clan_id, board.id);
      if (listed) requirePublicActivity(listed, "drawn");
      const standings = await loadPublicStandings({ db, secrets }, board, null);
      if (!standings) throw notFound("Season");
      reply
        .header("cache-control", "no-store")
        .header("content-disposition", `attachment; filename="clanhall-season-${season.starts_on}.png"`);
      const toImage = () => ({ piece: cardPicture(standings), ...cardSize });
      sendPng(reply, await pictures.draw(`card-${standings.version}`, toImage, { account: actor.userId }));
    });
  };

function sendPng(reply: FastifyReply, png: Buffer): void {
  void reply.type("image/png").send(png);
}
