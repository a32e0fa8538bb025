import { findFrom, findMax, findMine } from "@clanhall/contract/find";
import { toNameKey } from "@clanhall/contract/text";
import type { Routes } from "../../http/route.ts";
import { findPlayers, findScoreboards } from "./queries.ts";

export const searchRoutes: Routes = (route, db) => {
  route(findMine, async ({ actor, query }) => {
    const key = toNameKey(query.q);
    if (Array.from(key).length < findFrom) return { players: [], scoreboards: [] };
    const search = { userId: actor.userId, key, clanId: query.clan ?? null, limit: findMax };
    const boards = await findScoreboards(db, search);
    return {
      players: await findPlayers(db, search),
      scoreboards: boards.map(({ period, ...board }) => ({
        ...board,
        period: { kind: period.kind, days: period.kind === "rolling" ? period.days : null },
      })),
    };
  });
};
