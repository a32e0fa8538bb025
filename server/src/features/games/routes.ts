import {
  createGame,
  deleteGame,
  exportGames,
  importGames,
  listManagedGames,
  orderGames,
  patchGame,
} from "@clanhall/contract/admin-games";
import { listGames } from "@clanhall/contract/games";
import { currentTime } from "../../db/clock.ts";
import type { Routes } from "../../http/route.ts";
import { exportCatalogue, importCatalogue } from "./import-export.ts";
import { addGame, changeGame, removeGame, setGameOrder } from "./manage.ts";
import { listActiveGames, listManagedGames as listAll } from "./queries.ts";

export const gameRoutes: Routes = (route, db) => {
  route(listGames, async () => ({ items: await listActiveGames(db) }));

  route(listManagedGames, async () => ({ items: await listAll(db) }));
  route(createGame, ({ actor, body }) => addGame(db, actor, body));
  route(patchGame, ({ actor, params, body }) => changeGame(db, actor, params.gameId, body));
  route(deleteGame, async ({ actor, params }) => {
    await removeGame(db, actor, params.gameId);
    return {};
  });
  route(orderGames, async ({ actor, body }) => ({ items: await setGameOrder(db, actor, body.ids) }));

  route(exportGames, async ({ reply }) => {
    const today = currentTime().toISOString().slice(0, 10);
    const set = await exportCatalogue(db);
    reply
      .header("cache-control", "no-store")
      .header("content-disposition", `attachment; filename="clanhall-games-${today}.json"`)
      .type("application/json; charset=utf-8");
    void reply.send(JSON.stringify(set, null, 2));
  });
  route(importGames, ({ actor, body }) => importCatalogue(db, actor, body.set, body.dry_run));
};
