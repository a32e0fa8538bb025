import {
  createBulletin,
  deleteBulletin,
  getBulletin,
  listBulletinReaders,
  listBulletins,
  listBulletinVersions,
  listMyBulletins,
  markBulletinSeen,
  patchBulletin,
  previewBulletin,
  restoreBulletin,
} from "@clanhall/contract/bulletins";
import type { Routes } from "../../http/route.ts";
import type { WorkerPool } from "../../workers/worker-pool.ts";
import { changeBulletin, moveToBin, restoreFromBin } from "./change.ts";
import { loadBulletins, loadHistory, loadMyBulletins, loadReadable, loadReaders, markSeen } from "./list.ts";
import { toStoredContent } from "./stored-content.ts";
import { postBulletin } from "./write.ts";

export const bulletinRoutes =
  (workers: WorkerPool): Routes =>
  (route, db) => {
    route(listBulletins, ({ actor, query }) => loadBulletins(db, actor, query));

    route(getBulletin, ({ actor, params }) => loadReadable(db, actor, params.bulletinId));

    route(listMyBulletins, async ({ actor, query }) => ({
      items: await loadMyBulletins(db, actor.userId, query.limitPerClan),
    }));

    route(createBulletin, ({ actor, body }) => postBulletin({ db, workers }, actor, body));

    route(previewBulletin, async ({ actor, body }) => ({
      content: await toStoredContent(workers, actor.userId, body.content),
    }));

    route(patchBulletin, ({ actor, params, body }) => changeBulletin({ db, workers }, actor, params.bulletinId, body));

    route(deleteBulletin, async ({ actor, params }) => {
      await moveToBin(db, actor, params.bulletinId);
      return {};
    });

    route(restoreBulletin, ({ actor, params }) => restoreFromBin(db, actor, params.bulletinId));

    route(markBulletinSeen, async ({ actor, params }) => {
      await markSeen(db, actor, params.bulletinId);
      return {};
    });

    route(listBulletinReaders, ({ actor, params }) => loadReaders(db, actor, params.bulletinId));

    route(listBulletinVersions, ({ actor, params }) => loadHistory(db, actor, params.bulletinId));
  };
