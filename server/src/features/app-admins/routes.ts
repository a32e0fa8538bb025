import { getAdminOverview, grantAppAdmin, listAppAdmins, revokeAppAdmin } from "@clanhall/contract/admin";
import type { Routes } from "../../http/route.ts";
import type { DiscordBot } from "../webhooks/index.ts";
import { grant, loadAppAdmins, revoke } from "./manage.ts";
import { loadOverview } from "./overview.ts";

export const appAdminRoutes =
  (bot: DiscordBot | null): Routes =>
  (route, db) => {
    route(listAppAdmins, async ({ actor }) => ({ admins: await loadAppAdmins(db, actor) }));

    route(grantAppAdmin, ({ actor, body }) => grant(db, actor, body.userId, body.note || null));

    route(revokeAppAdmin, async ({ actor, params }) => {
      await revoke(db, actor, params.userId);
      return {};
    });

    route(getAdminOverview, () => loadOverview(db, bot));
  };
