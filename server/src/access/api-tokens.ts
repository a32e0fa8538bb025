import type { ClanAction, TokenScope } from "@clanhall/contract/permissions";
import type { FastifyRequest } from "fastify";
import type { Db } from "../db/tables.ts";
import { ApiError, notFound } from "../errors.ts";
import { type ClanActor, findBearerToken } from "./actor.ts";
import { authorizeInClan } from "./authorize.ts";
import { countTokenCall, findTokenAndMaker, noteTokenUse } from "./queries.ts";
import { createToken, hashToken } from "./tokens.ts";

/** What API tokens begin with, so that leaked ones are found and none passes for a session's. */
const mark = "clh_";
export const callsPerMinute = 120;

/** A program that calls with a token of a clan. */
type Bot = NonNullable<Awaited<ReturnType<typeof findTokenAndMaker>>> & { requestId: string };

export function createApiToken(): string {
  return mark + createToken();
}

/** The bot whose token the request carries, or null for a request without one; throws when the token is dead. */
export async function findBot(db: Db, request: FastifyRequest): Promise<Bot | null> {
  const token = findBearerToken(request);
  if (!token?.startsWith(mark)) return null;
  const found = await findTokenAndMaker(db, hashToken(token));
  if (!found) throw new ApiError("unauthorized", "This API token is unknown, expired or no longer valid");
  if (!counted.has(request)) await countCall(db, found.id);
  counted.add(request);
  if (found.is_use_new) await noteTokenUse(db, found.clan_id, found.id);
  return { ...found, requestId: request.id };
}

/** A call whose rights are looked at again, because it waited or has a large body, counts once. */
const counted = new WeakSet<FastifyRequest>();

async function countCall(db: Db, tokenId: string): Promise<void> {
  const { calls, secondsLeft } = await countTokenCall(db, tokenId);
  if (calls <= callsPerMinute) return;
  throw new ApiError("rate_limited", `An API token can make at most ${callsPerMinute} calls a minute`, {
    retryAfter: secondsLeft,
  });
}

export function tokensCannot(): ApiError {
  return new ApiError("forbidden", "API tokens cannot do this: log in as a person");
}

/** A bot works for its maker as a maintainer, in the token's clan and within its scopes. */
export function authorizeBot(bot: Bot, clanId: string, action: ClanAction, scope: TokenScope | undefined): ClanActor {
  if (clanId.toLowerCase() !== bot.clan_id) throw notFound("Clan");
  if (!scope) throw tokensCannot();
  if (!bot.scopes.includes(scope)) {
    throw new ApiError("forbidden", `This API token does not have the scope ${scope}, which this needs`);
  }
  const actor = { userId: bot.user_id, sessionId: null, signedInAt: null, isAppAdmin: false, requestId: bot.requestId };
  const membership = { ...bot, id: bot.member_id, role: "maintainer" as const };
  return { ...authorizeInClan(actor, bot.clan_id, membership, action), tokenId: bot.id };
}
