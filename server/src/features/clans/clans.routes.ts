import {
  createClan,
  exportClan,
  getClan,
  getClanOverview,
  isClanAdmin,
  listMyClans,
  patchClan,
} from "@clanhall/contract/clans";
import {
  acceptTransfer,
  archiveClan,
  cancelTransfer,
  declineTransfer,
  deleteClan,
  leaveClan,
  restoreClan,
  transferClan,
  unarchiveClan,
} from "@clanhall/contract/clan-ownership";
import { canInClan } from "@clanhall/contract/permissions";
import type { Secrets } from "../../access/secrets.ts";
import type { Routes } from "../../http/route.ts";
import { changeClan } from "./change-clan.ts";
import { loadClan, loadMyClans } from "./clan-answer.ts";
import { loadOverview } from "./clan-overview.ts";
import { askToDeleteClan, setArchived, takeBackDeletion } from "./close-clan.ts";
import { createClanOf } from "./create-clan.ts";
import { exportClanOf } from "./export-clan.ts";
import { leave } from "./leave-clan.ts";
import { acceptClan, declineClan, offerClan, takeBackOffer } from "./transfer-clan.ts";

export const clanRoutes =
  (secrets: Secrets, publicUrl: string): Routes =>
  (route, db) => {
    route(listMyClans, ({ actor }) => loadMyClans(db, actor.userId));
    route(createClan, ({ actor, body }) => createClanOf(db, actor, body));
    route(getClan, ({ actor }) => loadClan(db, actor));
    route(patchClan, ({ actor, body }) => changeClan(db, actor, body));
    route(isClanAdmin, ({ actor }) => ({ isAdmin: canInClan(actor.role, "clan.manage") }));
    route(getClanOverview, ({ actor }) => loadOverview(db, actor.clanId));

    route(deleteClan, async ({ actor, body }) => ({
      deletes_at: (await askToDeleteClan(db, actor, body.name)).toISOString(),
    }));
    route(restoreClan, ({ actor }) => takeBackDeletion(db, actor));
    route(archiveClan, ({ actor }) => setArchived(db, actor, true));
    route(unarchiveClan, ({ actor }) => setArchived(db, actor, false));

    route(transferClan, ({ actor, body }) => offerClan(db, { secrets, publicUrl }, actor, body.member_id));
    route(acceptTransfer, ({ actor }) => acceptClan(db, actor));
    route(declineTransfer, ({ actor }) => declineClan(db, actor));
    route(cancelTransfer, ({ actor }) => takeBackOffer(db, actor));
    route(leaveClan, async ({ actor }) => {
      await leave(db, actor);
      return {};
    });

    route(exportClan, async ({ actor, reply }) => {
      const { name, file } = await exportClanOf(db, actor, new Date());
      reply
        .header("cache-control", "no-store")
        .header("content-disposition", `attachment; filename="${name}"`)
        .type("application/zip");
      void reply.send(file);
    });
  };
