import { getScoreboardCard } from "@clanhall/contract/public-scoreboards";
import { getStandingsPng, type PublicStandings } from "@clanhall/contract/standings";
import type { FastifyReply } from "fastify";
import type { Secrets } from "../../../access/secrets.ts";
import { notFound } from "../../../errors.ts";
import { noRobots } from "../../../http/pages.ts";
import type { Routes } from "../../../http/route.ts";
import { findClanOfBoard } from "../boards.queries.ts";
import { findListedBoard } from "../scoreboards.queries.ts";
import { requirePublicActivity } from "../share-board.ts";
import { toRefusal } from "../public/board-refusals.ts";
import type { LiveBoards } from "../public/live-boards.ts";
import { loadPublicStandings } from "../results/public-standings.ts";
import { getReadableBoard } from "../results/readable-board.ts";
import { cardPicture, cardSize, closedPicture } from "./card-picture.ts";
import type { Pictures } from "./pictures.ts";
import { standingsPicture } from "./standings-picture.ts";

interface Parts {
  secrets: Secrets;
  boards: Pick<LiveBoards, "open">;
  pictures: Pictures;
}

export const cardRoutes =
  ({ secrets, boards, pictures }: Parts): Routes =>
  (route, db) => {
    const drawCard = createCardDrawer(pictures);

    route(getScoreboardCard, async ({ params, request, reply }) => {
      reply.header("x-robots-tag", noRobots);
      const opened = await boards.open(params.token);
      if (opened.state !== "open" && opened.state !== "passcode") throw toRefusal(opened.state);
      const standings = opened.state === "open" ? opened.ready.standings : null;
      const etag = `"card-${standings?.version ?? "closed"}"`;
      reply.headers({ etag, "cache-control": "no-cache" });
      if (request.headers["if-none-match"] === etag) void reply.code(304).send();
      else sendPng(reply, await drawCard(standings));
    });

    route(
      getStandingsPng,
      async ({ actor, params, query, reply }) => {
        const board = await getReadableBoard(db, actor, params.scoreboardId);
        const listed = await findListedBoard(db, board.clan_id, board.id);
        if (listed) requirePublicActivity(listed, "drawn");
        const standings = await loadPublicStandings({ db, secrets }, board, query.period ?? null);
        if (!standings) throw notFound("Period");
        const { from, to } = standings.board.period;
        reply
          .header("cache-control", "no-store")
          .header("content-disposition", `attachment; filename="clanhall-standings-${from}-to-${to}.png"`);
        sendPng(reply, await pictures.draw(standingsPicture(standings)));
      },
      ({ params }) => findClanOfBoard(db, params.scoreboardId),
    );
  };

function sendPng(reply: FastifyReply, png: Buffer): void {
  void reply.type("image/png").send(png);
}

/** Draws the card of each version of a board once, however many chats ask for it, and forgets it with the version. */
function createCardDrawer(pictures: Pictures) {
  const drawn = new WeakMap<object, Promise<Buffer>>();
  const closed = {};
  return (standings: PublicStandings | null): Promise<Buffer> => {
    const key = standings ?? closed;
    const known = drawn.get(key);
    if (known) return known;
    const piece = standings ? cardPicture(standings) : closedPicture();
    const drawing = pictures.draw({ piece, ...cardSize });
    drawn.set(key, drawing);
    // A failure is told to those who wait; the next one tries again.
    drawing.catch(() => drawn.delete(key));
    return drawing;
  };
}
