import { createSeason, deleteSeason, endSeason, listSeasons, patchSeason } from "@clanhall/contract/seasons";
import type { Secrets } from "../../../access/secrets.ts";
import type { Routes } from "../../../http/route.ts";
import { listSeasonsOf } from "./list.ts";
import { addSeason, changeSeason, end, removeSeason } from "./manage.ts";

export const seasonRoutes =
  (secrets: Secrets): Routes =>
  (route, db) => {
    const deps = { db, secrets };
    route(listSeasons, async ({ actor }) => ({ items: await listSeasonsOf(db, actor) }));
    route(createSeason, ({ actor, body }) => addSeason(deps, actor, body));
    route(patchSeason, ({ actor, params, body }) => changeSeason(deps, actor, params.seasonId, body));
    route(endSeason, ({ actor, params }) => end(deps, actor, params.seasonId));
    route(deleteSeason, async ({ actor, params }) => {
      await removeSeason(deps, actor, params.seasonId);
      return {};
    });
  };
