import {
  anonymiseUser,
  getUser,
  liftUser,
  resendUserConfirmation,
  resetUserFactors,
  revokeUserSessions,
  sendUserReset,
  suspendUser,
} from "@clanhall/contract/admin-users";
import type { FastifyRequest } from "fastify";
import type { Actor } from "../../../access/actor.ts";
import { notFound } from "../../../errors.ts";
import type { Routes } from "../../../http/route.ts";
import { findUser } from "../admin/admin.queries.ts";
import type { AuthService } from "../auth-service.ts";
import { toClient } from "../client.ts";
import { actOnUser, type UserAction } from "./act-on-user.ts";
import { anonymiseAction } from "./anonymise-user.ts";
import {
  liftAction,
  resendConfirmationAction,
  resetFactorsAction,
  revokeSessionsAction,
  sendResetAction,
  suspendAction,
} from "./user-actions.ts";
import { loadUserDetail } from "./user-detail.ts";

/** One account as app admins see it, and what they do with it: nearly all of it is about signing in. */
export const userActionRoutes =
  (auth: AuthService): Routes =>
  (route, db) => {
    route(getUser, async ({ params }) => {
      const user = await findUser(db, params.userId);
      if (!user || user.deleted_at) throw notFound("User");
      return loadUserDetail(db, auth, user.id);
    });

    route(suspendUser, acting(auth, suspendAction));
    route(liftUser, acting(auth, liftAction));
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
