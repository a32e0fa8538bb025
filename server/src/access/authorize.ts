import { canInClan, type ClanAction, defaultToggles, isReading } from "@clanhall/contract/permissions";
import { currentTime } from "../db/clock.ts";
import type { Db } from "../db/tables.ts";
import { ApiError, notFound } from "../errors.ts";
import type { Actor, ClanActor } from "./actor.ts";
import { findMembership, type Membership } from "./queries.ts";

/** An admin's browser left open somewhere is worth more than anybody else's. */
const adminHours = 12;

export function requireAppAdmin<Admin extends Actor>(actor: Admin): Admin {
  const now = currentTime();
  if (!actor.isAppAdmin) throw new ApiError("forbidden", "Only app admins may do this");
  const age = now.getTime() - (actor.signedInAt ?? now).getTime();
  if (age > adminHours * 3_600_000) {
    throw new ApiError("forbidden", `Sign in again to administer: your session is older than ${adminHours} hours.`);
  }
  return actor;
}

/** Outsiders learn nothing: a clan that is not theirs reads like one that does not exist. */
export async function requireInClan(db: Db, actor: Actor, clanId: string, action: ClanAction): Promise<ClanActor> {
  return authorizeInClan(actor, clanId, await findMembership(db, clanId, actor.userId), action);
}

/** What a membership allows in the clan, as the clan is now. Outsiders learn nothing. */
export function authorizeInClan(
  actor: Actor,
  clanId: string,
  membership: Membership | null,
  action: ClanAction,
): ClanActor {
  if (!membership) throw notFound("Clan");
  const { id, role, name, archived_at, deletes_at } = membership;
  const toggles = { ...defaultToggles, ...membership.toggles };
  // A clan that is being deleted is there for its owner alone, who may cancel that.
  if (deletes_at && !canInClan(role, "clan.own")) throw notFound("Clan");
  if (!canInClan(role, action, toggles)) {
    throw new ApiError("forbidden", "Your role in this clan does not allow this");
  }
  if ((archived_at ?? deletes_at) && !isReading(action)) {
    throw new ApiError(
      "locked",
      archived_at ? "This clan is archived and can only be read" : "This clan is being deleted",
    );
  }
  return { ...actor, clanId, memberId: id, role, name, toggles, tokenId: null };
}
