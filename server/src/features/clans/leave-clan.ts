import type { ClanActor } from "../../access/actor.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError, notFound } from "../../errors.ts";
import { recordAudit } from "../audit/index.ts";
import { endMembership } from "../members/index.ts";
import { lockPlayer } from "./transfers.queries.ts";

export function leave(db: Db, actor: ClanActor, now = new Date()): Promise<void> {
  const { clanId, memberId, userId } = actor;
  return db.transaction().execute(async (tx) => {
    const player = await lockPlayer(tx, clanId, memberId, userId);
    if (!player) throw notFound("Clan");
    const { name, role, status } = player;
    if (role === "owner") {
      throw new ApiError("conflict", "You own this clan. Hand it over to somebody, or delete it, before you leave.");
    }
    await endMembership(tx, clanId, memberId, now);
    await recordAudit(tx, actor, {
      action: "member.leave",
      target: { type: "member", id: memberId, name },
      before: { status, is_linked: true },
      after: { status: "removed", is_linked: false },
      source: "self",
    });
  });
}
