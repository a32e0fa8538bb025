import { Readable } from "node:stream";
import {
  anonymiseUser,
  exportUsers,
  getUser,
  unsuspendUser,
  listUsers,
  removeUserPasskeys,
  resendUserConfirmation,
  resetUserFactors,
  revokeUserSessions,
  sendUserReset,
  suspendUser,
  type UserSort,
} from "@clanhall/contract/admin-users";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { currentTime } from "../../db/clock.ts";
import type { Actor } from "../../access/actor.ts";
import type { Db } from "../../db/tables.ts";
import { notFound } from "../../errors.ts";
import { readCursor, toCursor, toPage } from "../../http/cursor.ts";
import type { Routes } from "../../http/route.ts";
import { recordAdminAudit } from "../audit/index.ts";
import { type AuthService, findUser, toClient } from "../auth/index.ts";
import {
  actOnUser,
  anonymiseAction,
  removePasskeysAction,
  resendConfirmationAction,
  resetFactorsAction,
  revokeSessionsAction,
  sendResetAction,
  suspendAction,
  unsuspendAction,
  type UserAction,
} from "./actions.ts";
import { loadUserDetail } from "./detail.ts";
import {
  countMatching,
  listUserRows,
  type Position,
  userCsvLines,
  type UserFilter,
  type UserListRow,
} from "./queries.ts";

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
    const today = currentTime().toISOString().slice(0, 10);
    reply
      .header("cache-control", "no-store")
      .header("content-disposition", `attachment; filename="clanhall-users-${today}.csv"`)
      .type("text/csv; charset=utf-8");
    void reply.send(Readable.from(userCsvLines(db, filter, sort), { objectMode: false }));
  });
};

/** The filter for the audit. A search may name somebody, so only that there was one is recorded. */
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
    route(unsuspendUser, acting(auth, unsuspendAction));
    route(resetUserFactors, acting(auth, resetFactorsAction));
    route(removeUserPasskeys, acting(auth, removePasskeysAction));
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

/** All of them have the same input. */
function acting(auth: AuthService, action: UserAction) {
  return ({ actor, params, body, request }: Call) =>
    actOnUser(auth, action, { actor, userId: params.userId, reason: body.reason, client: toClient(request) });
}

type Page = AnswerOf<typeof listUsers>;

type Query = z.output<typeof listUsers.query>;

async function loadUsersPage(db: Db, { limit, cursor, sort, ...filter }: Query): Promise<Page> {
  const after = cursor === undefined ? null : toPosition(cursor, sort);
  const rows = await listUserRows(db, filter, sort, limit + 1, after);
  const page = toPage(rows, limit, ({ sort_key, id }) => toCursor([sort, sort_key, id]));
  return {
    ...page,
    items: page.items.map(toUserRow),
    // Whoever sees everybody at once has counted them.
    total: after === null && rows.length <= limit ? rows.length : await countMatching(db, filter),
  };
}

function toUserRow({ sort_key: _sortKey, created_at, last_sign_in_at, ...row }: UserListRow) {
  return {
    ...row,
    created_at: created_at.toISOString(),
    last_sign_in_at: last_sign_in_at?.toISOString() ?? null,
  };
}

const time = z.string().regex(/^\d{1,16}$/);

const name = z.string().regex(/^[^\0]*$/);

/** Only a cursor of the same order says where to go on. */
function toPosition(cursor: string, sort: UserSort): Position {
  const [, key, id] = readCursor(z.tuple([z.literal(sort), sort === "name" ? name : time, z.uuid()]), cursor);
  return { key, id };
}
