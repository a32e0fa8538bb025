import {
  exportMyData,
  getLoginActivity,
  getMyAdminStatus,
  getProfile,
  putLoginActivity,
  putProfile,
} from "@clanhall/contract/account";
import { getMyClanSettings, markClanUsed, putMyClanSettings } from "@clanhall/contract/clan-settings";
import { isAppAdmin } from "../../access/access.queries.ts";
import type { Routes } from "../../http/route.ts";
import { getUser } from "../auth/users.queries.ts";
import { findLoginActivity, saveLoginActivity } from "./account.queries.ts";
import { saveClanUse } from "./clan-settings.queries.ts";
import { changeClanSettings, loadClanSettings } from "./clan-settings.ts";
import { exportAccount } from "./export-account.ts";
import { changeProfile, toProfile } from "./profile.ts";

export const accountRoutes: Routes = (route, db) => {
  route(getMyAdminStatus, async ({ actor }) => ({
    success: true,
    data: { isAppAdmin: await isAppAdmin(db, actor.userId) },
  }));

  route(getLoginActivity, ({ actor }) => findLoginActivity(db, actor.userId));

  route(putLoginActivity, ({ actor, body }) => saveLoginActivity(db, actor.userId, body));

  route(getProfile, async ({ actor }) => toProfile(await getUser(db, actor.userId)));

  route(putProfile, ({ actor, body }) => changeProfile(db, actor.userId, body));

  route(getMyClanSettings, ({ actor }) => loadClanSettings(db, actor));

  route(putMyClanSettings, ({ actor, body }) => changeClanSettings(db, actor, body));

  route(markClanUsed, async ({ actor }) => {
    await saveClanUse(db, actor.clanId, actor.userId, new Date());
    return {};
  });

  route(exportMyData, async ({ actor, reply }) => {
    const now = new Date();
    const file = await exportAccount(db, actor.userId, now);
    reply
      .header("cache-control", "no-store")
      .header("content-disposition", `attachment; filename="clanhall-account-${now.toISOString().slice(0, 10)}.json"`)
      .type("application/json; charset=utf-8");
    void reply.send(JSON.stringify(file, null, 2));
  });
};
