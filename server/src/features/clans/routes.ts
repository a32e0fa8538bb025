import { listOwnerlessClans, recoverClan } from "@clanhall/contract/admin";
import {
  acceptTransfer,
  archiveClan,
  cancelTransfer,
  createClan,
  declineTransfer,
  deleteClan,
  exportClan,
  getClan,
  getClanOverview,
  isClanAdmin,
  leaveClan,
  listMyClans,
  patchClan,
  putMainBoard,
  restoreClan,
  transferClan,
  unarchiveClan,
} from "@clanhall/contract/clans";
import { canInClan } from "@clanhall/contract/permissions";
import type { Secrets } from "../../access/secrets.ts";
import { currentTime } from "../../db/clock.ts";
import type { Log } from "../../db/log.ts";
import type { Reads } from "../../db/reads.ts";
import type { Routes } from "../../http/route.ts";
import { changeClan, chooseMainBoard } from "./change.ts";
import { loadClan, loadMyClans } from "./clan.ts";
import { askToDeleteClan, cancelClanDeletion, leave, setArchived } from "./close.ts";
import { createClanOf } from "./create.ts";
import { exportClanOf } from "./export.ts";
import { loadOverview } from "./overview.ts";
import { loadStrandedClans, recover } from "./recovery.ts";
import { acceptClan, cancelOffer, declineClan, offerClan } from "./transfer.ts";

export const clanRoutes =
  ({ secrets, publicUrl, reads, log }: { secrets: Secrets; publicUrl: string; reads: Reads; log: Log }): Routes =>
  (route, db) => {
    route(listMyClans, ({ actor }) => loadMyClans(db, actor.userId));
    route(createClan, ({ actor, body }) => createClanOf(db, actor, body));
    route(getClan, ({ actor }) => loadClan(db, actor));
    route(patchClan, ({ actor, body }) => changeClan({ db, log }, actor, body));
    route(putMainBoard, ({ actor, body }) => chooseMainBoard(db, actor, body.scoreboard_id));
    route(isClanAdmin, ({ actor }) => ({ isAdmin: canInClan(actor.role, "clan.manage") }));
    route(getClanOverview, ({ actor }) => loadOverview(db, actor.clanId));

    route(deleteClan, async ({ actor, body }) => ({
      deletes_at: (await askToDeleteClan(db, actor, body.name)).toISOString(),
    }));
    route(restoreClan, ({ actor }) => cancelClanDeletion(db, actor));
    route(archiveClan, ({ actor }) => setArchived(db, actor, true));
    route(unarchiveClan, ({ actor }) => setArchived(db, actor, false));

    route(transferClan, ({ actor, body }) => offerClan(db, { secrets, publicUrl }, actor, body.member_id));
    route(acceptTransfer, ({ actor }) => acceptClan(db, actor));
    route(declineTransfer, ({ actor }) => declineClan(db, actor));
    route(cancelTransfer, ({ actor }) => cancelOffer(db, actor));
    route(leaveClan, async ({ actor, params }) => {
      await leave(db, actor, params.clanId);
      return {};
    });

    route(exportClan, async ({ actor, reply }) => {
      const { name, file } = await exportClanOf(reads.db, actor, currentTime());
      reply
        .header("cache-control", "no-store")
        .header("content-disposition", `attachment; filename="${name}"`)
        .type("application/zip");
      void reply.send(file);
    });
  };

export const recoveryRoutes =
  (secrets: Secrets, publicUrl: string): Routes =>
  (route, db) => {
    route(listOwnerlessClans, async () => ({ items: await loadStrandedClans(db) }));

    route(recoverClan, async ({ actor, params: { clanId }, body: { member_id: memberId, reason } }) => {
      await recover(db, { secrets, publicUrl }, actor, { clanId, memberId, reason });
      return {};
    });
  };
