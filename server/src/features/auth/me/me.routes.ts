import {
  checkPassword,
  deleteMyAccount,
  deleteMySession,
  keepMyAccount,
  listMySessions,
  listMySignIns,
  proveItIsMe,
} from "@clanhall/contract/account";
import type { Routes } from "../../../http/route.ts";
import type { AuthService } from "../auth-service.ts";
import { toClient } from "../client.ts";
import { toDisplayName } from "../display-name.ts";
import { findPasswordProblem, toOwnWords } from "../password-check.ts";
import { askToDelete, cancelDeletion } from "./delete-account.ts";
import { inProductWords } from "./product-errors.ts";
import { proveOwner } from "./prove-owner.ts";
import { endSession, loadSessions, loadSignIns } from "./sessions-of-mine.ts";

/** The part of the account that is about signing in. */
export const meRoutes =
  (auth: AuthService): Routes =>
  (route, db) => {
    route(listMySessions, async ({ actor }) => ({ items: await loadSessions(auth, actor) }));

    route(deleteMySession, async ({ actor, params, request }) => {
      await endSession(db, actor.userId, params.sessionId, toClient(request));
      return {};
    });

    route(listMySignIns, async ({ actor, query }) => ({ items: await loadSignIns(db, actor.userId, query.limit) }));

    route(proveItIsMe, async ({ actor, body, request }) => {
      const { provedUntil } = await proveOwner(auth, actor, body, toClient(request));
      return { proved_until: provedUntil.toISOString() };
    });

    route(checkPassword, async ({ body: { password, email, display_name }, request }) => {
      const { network: account } = toClient(request);
      await inProductWords(() => auth.limits.takeFrom("password_check", account));
      const ownWords = toOwnWords(email, toDisplayName({ display_name }));
      return { problem: await findPasswordProblem(auth, { password, ownWords, account }) };
    });

    route(deleteMyAccount, async ({ actor, body, request }) => {
      const deletesAt = await askToDelete(auth, actor, body, toClient(request));
      return { deletes_at: deletesAt.toISOString() };
    });

    route(keepMyAccount, async ({ actor, request }) => {
      await cancelDeletion(auth, actor.userId, toClient(request));
      return {};
    });
  };
