import { type ClanAction, canInClan } from "@clanhall/contract/permissions";
import type { Db } from "../db/tables.ts";
import { ApiError, notFound } from "../errors.ts";
import { findMembership, isAppAdmin } from "./access.queries.ts";
import type { Actor, ClanActor } from "./actor.ts";

export async function requireAppAdmin(db: Db, actor: Actor): Promise<Actor> {
  if (!(await isAppAdmin(db, actor.userId))) throw new ApiError("forbidden", "Only app admins may do this");
  return actor;
}

/** A stranger learns nothing: a clan that is not theirs reads like one that does not exist. */
export async function requireInClan(db: Db, actor: Actor, clanId: string, action: ClanAction): Promise<ClanActor> {
  const membership = await findMembership(db, clanId, actor.userId);
  if (!membership) throw notFound("Clan");
  if (!canInClan(membership.role, action)) {
    throw new ApiError("forbidden", "Your role in this clan does not allow this");
  }
  return { ...actor, clanId, memberId: membership.id, role: membership.role };
}
