import { importMembers, mergeMembers, undoMerge } from "@clanhall/contract/member-imports";
import {
  bulkMembers,
  createMember,
  exportMembers,
  getMemberTimeline,
  inactivateMember,
  listInviteStatuses,
  listMembers,
  listMyLinkedMembers,
  markMemberRemoved,
  patchMember,
  putMemberRole,
  putMyAliases,
  reactivateMember,
  restoreMember,
  searchMembers,
  unlinkMember,
} from "@clanhall/contract/members";
import { toNameKey } from "@clanhall/contract/text";
import { foldKey } from "../../db/fold-text.ts";
import { ApiError } from "../../errors.ts";
import type { Routes } from "../../http/route.ts";
import type { WorkerPool } from "../../workers/worker-pool.ts";
import { addMember, changeMember } from "./change.ts";
import { importList } from "./import.ts";
import { findUnlinkedMembers, listInviteStatusesOf, listMembersOfUser } from "./links.queries.ts";
import { mergeRows, undoMergeOf } from "./merge.ts";
import { exportRoster, loadRoster } from "./roster.ts";
import { changeMany, changeRole, changeStatus, unlinkAccount } from "./status.ts";
import { loadTimeline } from "./timeline.ts";

const mostFound = 20;

export const memberRoutes =
  (workers: WorkerPool): Routes =>
  (route, db) => {
    route(listMembers, ({ actor, query }) => loadRoster(db, actor, query));

    route(exportMembers, async ({ actor, query, reply }) => {
      const file = await exportRoster(db, actor, query);
      reply
        .header("cache-control", "no-store")
        .header("content-disposition", 'attachment; filename="players.csv"')
        .type("text/csv; charset=utf-8");
      void reply.send(file);
    });

    route(createMember, ({ actor, body }) => addMember(db, actor, body));

    route(patchMember, ({ actor, params, body }) => changeMember(db, actor, params.memberId, body));

    route(putMyAliases, ({ actor, params, body }) => {
      if (params.memberId !== actor.memberId) throw new ApiError("forbidden", "You can only change your own aliases");
      return changeMember(db, actor, params.memberId, body);
    });

    route(putMemberRole, ({ actor, params, body }) => changeRole(db, actor, params.memberId, body));

    route(inactivateMember, ({ actor, params, body }) =>
      changeStatus(db, actor, params.memberId, "inactivate", body?.reason),
    );

    route(reactivateMember, ({ actor, params }) => changeStatus(db, actor, params.memberId, "reactivate"));

    route(markMemberRemoved, ({ actor, params, body }) =>
      changeStatus(db, actor, params.memberId, "mark-removed", body?.reason),
    );

    route(restoreMember, ({ actor, params }) => changeStatus(db, actor, params.memberId, "restore"));

    route(unlinkMember, ({ actor, params }) => unlinkAccount(db, actor, params.memberId));

    route(bulkMembers, ({ actor, body }) => changeMany(db, actor, body));

    route(importMembers, ({ actor, body }) => importList({ db, workers }, actor, body));

    route(mergeMembers, ({ actor, body }) => mergeRows(db, actor, body));

    route(undoMerge, async ({ actor, params }) => {
      await undoMergeOf(db, actor, params.mergeId);
      return {};
    });

    route(getMemberTimeline, ({ actor, params }) => loadTimeline(db, actor, params.memberId));

    route(listMyLinkedMembers, async ({ actor: { userId } }) => {
      const members = await listMembersOfUser(db, userId);
      return members.map(({ clan_name, joined_at, created_at, updated_at, ...member }) => ({
        ...member,
        user_id: userId,
        joined_at: joined_at.toISOString(),
        created_at: created_at.toISOString(),
        updated_at: updated_at.toISOString(),
        clan: { id: member.clan_id, name: clan_name },
      }));
    });

    route(searchMembers, async ({ actor, query }) => {
      const key = foldKey(toNameKey(query.q));
      const found = key === "" ? [] : await findUnlinkedMembers(db, actor.userId, key, mostFound);
      return found.map(({ clan_name, ...member }) => ({ ...member, clan: { id: member.clan_id, name: clan_name } }));
    });

    route(listInviteStatuses, async ({ actor, query }) => {
      const statuses = await listInviteStatusesOf(db, actor.clanId);
      return query.shape === "list"
        ? statuses
        : Object.fromEntries(statuses.map((status) => [status.member_id, status]));
    });
  };
