import { listStrandedClans, recoverClan } from "@clanhall/contract/admin";
import type { Secrets } from "../../access/secrets.ts";
import type { Routes } from "../../http/route.ts";
import { loadStrandedClans, recover } from "./recovery.ts";

export const recoveryRoutes =
  (secrets: Secrets, publicUrl: string): Routes =>
  (route, db) => {
    route(listStrandedClans, async () => ({ items: await loadStrandedClans(db) }));

    route(recoverClan, async ({ actor, params: { clanId }, body: { member_id: memberId, reason } }) => {
      await recover(db, { secrets, publicUrl }, actor, { clanId, memberId, reason });
      return {};
    });
  };
