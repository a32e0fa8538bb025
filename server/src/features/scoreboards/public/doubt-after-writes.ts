import type { FastifyInstance } from "fastify";
import type { LiveBoards } from "./live-boards.ts";

type Doubts = Pick<LiveBoards, "doubtClan" | "doubtBoard">;

/** Whoever wrote through this instance reads what they wrote on its boards: word of it from the database may come later. */
export function doubtAfterWrites(app: FastifyInstance, boards: Doubts): void {
  app.addHook("onRoute", (route) => {
    const { method, url } = route;
    const doesRead = [method].flat().every((name) => name === "GET" || name === "HEAD");
    if (doesRead || !/:(clanId|scoreboardId)\b/.test(url)) return;
    route.onSend = [route.onSend ?? []].flat();
    route.onSend.push((request, reply, _payload, done) => {
      const { clanId, scoreboardId } = request.params as { clanId?: string; scoreboardId?: string };
      const hasWritten = reply.statusCode < 400;
      if (hasWritten && clanId) boards.doubtClan(clanId);
      if (hasWritten && scoreboardId) boards.doubtBoard(scoreboardId);
      done();
    });
  });
}
