import { listGames } from "@clanhall/contract/games";
import type { Routes } from "../../http/route.ts";
import { listActiveGames } from "./games.queries.ts";

export const gameRoutes: Routes = (route, db) => {
  route(listGames, async () => ({ items: await listActiveGames(db) }));
};
