import { createToken, deleteToken, listTokens, tokensMax } from "@clanhall/contract/tokens";
import type { Routes } from "../../http/route.ts";
import { type TokenScope, tokenScopes } from "@clanhall/contract/permissions";
import type { z } from "zod";
import type { ClanActor } from "../../access/actor.ts";
import { createApiToken } from "../../access/api-tokens.ts";
import { hashToken } from "../../access/tokens.ts";
import { lockClan } from "../../clan/lock.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError, notFound } from "../../errors.ts";
import { recordAudit } from "../audit/index.ts";
import { countLiveTokens, deleteOldTokens, deleteTokenOfClan, insertToken, listTokensOfClan } from "./queries.ts";

export const tokenRoutes: Routes = (route, db) => {
  route(listTokens, ({ actor }) => listOf(db, actor.clanId));

  route(createToken, ({ actor, body }) => makeToken(db, actor, body));

  route(deleteToken, async ({ actor, params }) => {
    await endToken(db, actor, params.tokenId);
    return {};
  });
};

type Draft = z.output<(typeof createToken)["body"]>;
type NewToken = z.output<(typeof createToken)["response"]>;
type Tokens = z.output<(typeof listTokens)["response"]>;

async function listOf(db: Db, clanId: string): Promise<Tokens> {
  const rows = await listTokensOfClan(db, clanId);
  const items = rows.map(({ scopes, created_by_name, created_at, expires_at, last_used_at, ...token }) => ({
    ...token,
    scopes: scopes.filter(isScope),
    created_by_name: created_by_name ?? "Former member",
    created_at: created_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
    last_used_at: last_used_at?.toISOString() ?? null,
  }));
  return { items };
}

function isScope(scope: string): scope is TokenScope {
  return tokenScopes.some((known) => known === scope);
}

/** The token itself is in this answer and nowhere else: the database has only its hash. */
function makeToken(db: Db, actor: ClanActor, { name, scopes, expires_in_days }: Draft): Promise<NewToken> {
  const { clanId, memberId } = actor;
  return db.transaction().execute(async (tx) => {
    // Whoever makes tokens of a clan counts them one after the other.
    await lockClan(tx, clanId);
    await deleteOldTokens(tx, clanId);
    if ((await countLiveTokens(tx, clanId)) >= tokensMax) {
      throw new ApiError("conflict", `A clan can have at most ${tokensMax} API tokens. Delete one first.`);
    }
    const token = createApiToken();
    const last_four = token.slice(-4);
    const { id, created_at, ...row } = await insertToken(tx, {
      clan_id: clanId,
      name,
      scopes,
      token_hash: hashToken(token),
      last_four,
      created_by: memberId,
      days: expires_in_days,
    });
    const expires_at = row.expires_at?.toISOString() ?? null;
    await recordAudit(tx, actor, {
      action: "token.create",
      target: { type: "token", id, name },
      after: { scopes, expires_at },
      isSecurity: true,
    });
    const named = { id, name, scopes, last_four, created_by_name: actor.name };
    return { ...named, created_at: created_at.toISOString(), expires_at, last_used_at: null, token };
  });
}

function endToken(db: Db, actor: ClanActor, tokenId: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const token = await deleteTokenOfClan(tx, actor.clanId, tokenId);
    if (!token) throw notFound("API token");
    await recordAudit(tx, actor, {
      action: "token.delete",
      target: { type: "token", id: tokenId, name: token.name },
      before: { scopes: token.scopes },
      isSecurity: true,
    });
  });
}
