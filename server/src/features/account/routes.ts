import {
  checkPassword,
  deleteMyAccount,
  deleteMySession,
  exportMyData,
  getLoginActivity,
  getMyAdminStatus,
  getMyClanSettings,
  getProfile,
  cancelAccountDeletion,
  listMySessions,
  listMySignIns,
  markClanUsed,
  confirmMyIdentity,
  putLoginActivity,
  putMyClanSettings,
  putProfile,
} from "@clanhall/contract/account";
import { currentTime } from "../../db/clock.ts";
import type { Routes } from "../../http/route.ts";
import { type AuthService, checkNewPassword, getUser, toClient } from "../auth/index.ts";
import { askToDelete, cancelDeletion } from "./deletion.ts";
import { exportAccount } from "./export.ts";
import { changeClanSettings, changeProfile, loadClanSettings, toProfile } from "./profile.ts";
import { findLoginActivity, saveClanUse, saveLoginActivity } from "./queries.ts";
import { confirmIdentity, endSession, loadSessions, loadSignIns } from "./sessions.ts";

export const accountRoutes =
  (auth: AuthService): Routes =>
  (...app) => {
    addProfileRoutes(...app);
    addSignInRoutes(auth)(...app);
  };

const addProfileRoutes: Routes = (route, db) => {
  route(getMyAdminStatus, async ({ actor }) => ({
    success: true,
    data: { isAppAdmin: actor.isAppAdmin },
  }));

  route(getLoginActivity, ({ actor }) => findLoginActivity(db, actor.userId));

  route(putLoginActivity, ({ actor, body }) => saveLoginActivity(db, actor.userId, body));

  route(getProfile, async ({ actor }) => toProfile(await getUser(db, actor.userId)));

  route(putProfile, ({ actor, body }) => changeProfile(db, actor.userId, body));

  route(getMyClanSettings, ({ actor }) => loadClanSettings(db, actor));

  route(putMyClanSettings, ({ actor, body }) => changeClanSettings(db, actor, body));

  route(markClanUsed, async ({ actor }) => {
    await saveClanUse(db, actor.clanId, actor.userId, currentTime());
    return {};
  });

  route(exportMyData, async ({ actor, reply }) => {
    const now = currentTime();
    const file = await exportAccount(db, actor.userId, now);
    reply
      .header("cache-control", "no-store")
      .header("content-disposition", `attachment; filename="clanhall-account-${now.toISOString().slice(0, 10)}.json"`)
      .type("application/json; charset=utf-8");
    void reply.send(JSON.stringify(file, null, 2));
  });
};

/** The part of the account that is about signing in. */
const addSignInRoutes =
  (auth: AuthService): Routes =>
  (route, db) => {
    route(listMySessions, async ({ actor }) => ({ items: await loadSessions(auth, actor) }));

    route(deleteMySession, async ({ actor, params, request }) => {
      await endSession(db, actor.userId, params.sessionId, toClient(request));
      return {};
    });

    route(listMySignIns, async ({ actor, query }) => ({ items: await loadSignIns(db, actor.userId, query.limit) }));

    route(confirmMyIdentity, async ({ actor, body, request }) => {
      const { provedUntil } = await confirmIdentity(auth, actor, body, toClient(request));
      return { proved_until: provedUntil.toISOString() };
    });

    route(checkPassword, async ({ body, request }) => ({
      problem: await checkNewPassword(auth, body, toClient(request)),
    }));

    route(deleteMyAccount, async ({ actor, body, request }) => {
      const deletesAt = await askToDelete(auth, actor, body, toClient(request));
      return { deletes_at: deletesAt.toISOString() };
    });

    route(cancelAccountDeletion, async ({ actor, request }) => {
      await cancelDeletion(auth, actor.userId, toClient(request));
      return {};
    });
  };
