import { ownedClansMax } from "@clanhall/contract/clans";
import type { ClanActor } from "../../access/actor.ts";
import { lockClan } from "../../clan/lock.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError, notFound } from "../../errors.ts";
import { countClansOwned, findOwner, lockOwnerToBe } from "./queries.ts";

/** Before somebody gets a clan more. Taken before any clan's lock, so that the two never wait for each other. */
export async function requireRoomToOwn(tx: Db, userId: string): Promise<void> {
  const user = await lockOwnerToBe(tx, userId);
  if (!user) throw notFound("Account");
  if (user.deletes_at) {
    throw new ApiError("conflict", "Your account is going to be deleted. Keep it before you take on a clan.");
  }
  if ((await countClansOwned(tx, userId)) >= ownedClansMax) {
    throw new ApiError("conflict", `You own ${ownedClansMax} clans, and nobody can own more.`);
  }
}

/** The clan, held still. Whoever handed it over a moment ago, while this call was on its way, is not its owner any more. */
export async function lockClanAsOwner(tx: Db, { clanId, userId }: ClanActor) {
  const clan = await lockClan(tx, clanId);
  if (!clan) throw notFound("Clan");
  const owner = await findOwner(tx, clanId);
  if (owner?.user_id !== userId) throw new ApiError("forbidden", "Your role in this clan does not allow this");
  return clan;
}

export function requireNotDying({ deletes_at }: { deletes_at: Date | null }): void {
  if (deletes_at) throw new ApiError("locked", "This clan is being deleted");
}
