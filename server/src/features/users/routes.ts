import { Readable } from "node:stream";
import {
  anonymiseUser,
  exportUsers,
  getUser,
  liftUser,
  listUsers,
  resendUserConfirmation,
  resetUserFactors,
  revokeUserSessions,
  sendUserReset,
  suspendUser,
} from "@clanhall/contract/admin-users";
import type { FastifyRequest } from "fastify";
import type { Actor } from "../../access/actor.ts";
import { notFound } from "../../errors.ts";
import type { Routes } from "../../http/route.ts";
import { recordAdminAudit } from "../audit/index.ts";
import { type AuthService, findUser, toClient } from "../auth/index.ts";
import {
  actOnUser,
  anonymiseAction,
  resendConfirmationAction,
  resetFactorsAction,
  revokeSessionsAction,
  sendResetAction,
  suspendAction,
  unsuspendAction,
  type UserAction,
} from "./actions.ts";
import { loadUserDetail } from "./detail.ts";
import { loadUsersPage } from "./list-users.ts";
import type { UserFilter } from "./queries.ts";
import { userCsvLines } from "./users-csv.queries.ts";

export const userRoutes =
  (auth: AuthService): Routes =>
  (...app) => {
    addListRoutes(...app);
    addActionRoutes(auth)(...app);
  };

const addListRoutes: Routes = (route, db) => {
  route(listUsers, ({ query }) => loadUsersPage(db, query));

  route(exportUsers, async ({ actor, query: { sort, ...filter }, reply }) => {
    await recordAdminAudit(db, actor, { action: "user.export", target: { type: "user" }, after: toChoice(filter) });
    const today = new Date().toISOString().slice(0, 10);
    reply
      .header("cache-control", "no-store")
      .header("content-disposition", `attachment; filename="clanhall-users-${today}.csv"`)
      .type("text/csv; charset=utf-8");
    void reply.send(Readable.from(userCsvLines(db, filter, sort), { objectMode: false }));
  });
};

/** Which people were asked for. Words that were searched for may name somebody, so it only says that there were some. */
function toChoice({ q = "", ...filter }: UserFilter) {
  return { ...filter, ...(q.trim() !== "" && { searched: true }) };
}

/** One account as app admins see it, and what they do with it: nearly all of it is about signing in. */
const addActionRoutes =
  (auth: AuthService): Routes =>
  (route, db) => {
    route(getUser, async ({ params }) => {
      const user = await findUser(db, params.userId);
      if (!user || user.deleted_at) throw notFound("User");
      return loadUserDetail(db, auth, user.id);
    });

    route(suspendUser, acting(auth, suspendAction));
    route(liftUser, acting(auth, unsuspendAction));
    route(resetUserFactors, acting(auth, resetFactorsAction));
    route(revokeUserSessions, acting(auth, revokeSessionsAction));
    route(resendUserConfirmation, acting(auth, resendConfirmationAction));
    route(sendUserReset, acting(auth, sendResetAction));
    route(anonymiseUser, acting(auth, anonymiseAction));
  };

interface Call {
  actor: Actor;
  params: { userId: string };
  body: { reason: string };
  request: FastifyRequest;
}

/** All of them are asked for alike. */
function acting(auth: AuthService, action: UserAction) {
  return ({ actor, params, body, request }: Call) =>
    actOnUser(auth, action, { actor, userId: params.userId, reason: body.reason, client: toClient(request) });
}
