import {
  approveJoinRequest,
  approveJoinRequests,
  askToJoin,
  declineJoinRequest,
  getJoinLink,
  getJoinPage,
  listJoinBlocks,
  listJoinNames,
  listJoinRequests,
  listMyJoinRequests,
  putJoinLink,
  removeJoinBlock,
  rotateJoinLink,
  withdrawJoinRequest,
} from "@clanhall/contract/join-links";
import type { Secrets } from "../../access/secrets.ts";
import type { Routes } from "../../http/route.ts";
import { askToJoinClan, createJoinLimits, listMyRequests, listNames, loadJoinPage, withdraw } from "./ask.ts";
import { approve, approveMany, decline, loadBlocks, loadRequests, unblock } from "./decide.ts";
import { loadLink, rotateLink, saveLink } from "./link.ts";

export const joinRoutes =
  (secrets: Secrets, publicUrl: string): Routes =>
  (route, db) => {
    const deps = { db, secrets, publicUrl };
    const limits = createJoinLimits(db);

    route(getJoinLink, ({ actor }) => loadLink(deps, actor.clanId));

    route(putJoinLink, ({ actor, body }) => saveLink(deps, actor, body));

    route(rotateJoinLink, ({ actor, body }) => rotateLink(deps, actor, body.version));

    route(getJoinPage, async ({ params, request }) => {
      await limits.takeLookup(request);
      return loadJoinPage(db, params.token);
    });

    route(listJoinNames, async ({ actor, params, request }) => {
      await limits.takeLookup(request);
      await limits.takeNames(actor.userId);
      return listNames(db, secrets, actor, params.token);
    });

    route(askToJoin, async ({ actor, params, body, request }) => {
      await limits.takeRequest(request);
      return askToJoinClan(deps, actor, params.token, body);
    });

    route(listMyJoinRequests, async ({ actor, query, request }) => {
      if (query.token !== undefined) await limits.takeLookup(request);
      return { items: await listMyRequests(db, actor.userId, query.token) };
    });

    route(withdrawJoinRequest, async ({ actor, params }) => {
      await withdraw(db, actor, params.requestId);
      return {};
    });

    route(listJoinRequests, ({ actor, query }) => loadRequests(db, actor.clanId, query));

    route(approveJoinRequest, ({ actor, params, body }) => approve(deps, actor, params.requestId, body));

    route(approveJoinRequests, ({ actor, body }) => approveMany(deps, actor, body.ids));

    route(declineJoinRequest, async ({ actor, params, body }) => {
      await decline(deps, actor, params.requestId, body);
      return {};
    });

    route(listJoinBlocks, ({ actor }) => loadBlocks(db, actor.clanId));

    route(removeJoinBlock, async ({ actor, params }) => {
      await unblock(db, actor, params.userId);
      return {};
    });
  };
