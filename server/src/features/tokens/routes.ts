import { createToken, deleteToken, listTokens } from "@clanhall/contract/tokens";
import type { Routes } from "../../http/route.ts";
import { endToken, listOf, makeToken } from "./manage.ts";

export const tokenRoutes: Routes = (route, db) => {
  route(listTokens, ({ actor }) => listOf(db, actor.clanId));

  route(createToken, ({ actor, body }) => makeToken(db, actor, body));

  route(deleteToken, async ({ actor, params }) => {
    await endToken(db, actor, params.tokenId);
    return {};
  });
};
