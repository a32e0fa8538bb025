import { acceptRequest, createRequest, declineRequest, deleteRequest, listRequests } from "@clanhall/contract/requests";
import type { Routes } from "../../http/route.ts";
import { accept, decline, loadRequests, makeRequest, withdraw } from "./requests.ts";

export const decisionRoutes: Routes = (route, db) => {
  route(listRequests, ({ actor, query }) => loadRequests(db, actor, query));
  route(createRequest, ({ actor, body }) => makeRequest(db, actor, body));
  route(acceptRequest, ({ actor, params }) => accept(db, actor, params.requestId));
  route(declineRequest, ({ actor, params, body }) => decline(db, actor, params.requestId, body.reason));
  route(deleteRequest, ({ actor, params }) => withdraw(db, actor, params.requestId));
};
