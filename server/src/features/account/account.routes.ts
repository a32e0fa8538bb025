import { getLoginActivity, getMyAdminStatus, putLoginActivity } from "@clanhall/contract/account";
import { isAppAdmin } from "../../access/access.queries.ts";
import type { Routes } from "../../http/route.ts";
import { findLoginActivity, saveLoginActivity } from "./account.queries.ts";

export const accountRoutes: Routes = (route, db) => {
  route(getMyAdminStatus, async ({ actor }) => ({
    success: true,
    data: { isAppAdmin: await isAppAdmin(db, actor.userId) },
  }));

  route(getLoginActivity, ({ actor }) => findLoginActivity(db, actor.userId));

  route(putLoginActivity, ({ actor, body }) => saveLoginActivity(db, actor.userId, body));
};
