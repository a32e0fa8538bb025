import { type Clan, clanGraceDays } from "@clanhall/contract/clans";
import { toTidyText } from "@clanhall/contract/text";
import { currentTime } from "../../db/clock.ts";
import type { Actor, ClanActor } from "../../access/actor.ts";
import { lockClan } from "../../clan/lock.ts";
import type { Log } from "../../db/log.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError, invalidField, notFound } from "../../errors.ts";
import { recordAudit } from "../audit/index.ts";
import { deleteClanEntries } from "../entries/index.ts";
import { endMemberships } from "../members/index.ts";
import { loadClan } from "./clan.ts";
import { lockClanAsOwner, requireNotPendingDeletion, requireRoomToOwn } from "./create.ts";
import { deleteTransfer, lockPlayer } from "./ownership.queries.ts";
import { deleteClan, listClansToDelete, lockClanPast, updateClan } from "./queries.ts";

/** Deleted after a grace period; until then only the owner sees the clan and can restore it. A second call changes nothing. */
export function askToDeleteClan(db: Db, actor: ClanActor, typedName: string): Promise<Date> {
  const now = currentTime();
  return db.transaction().execute(async (tx) => {
    const { id, name, deletes_at } = await lockClanAsOwner(tx, actor);
    if (toTidyText(typedName) !== name) throw invalidField("name", "This is not the clan's name.");
    if (deletes_at) return deletes_at;
    const deletesAt = new Date(now.getTime() + clanGraceDays * 86_400_000);
    await deleteTransfer(tx, id);
    await updateClan(tx, id, { deletes_at: deletesAt });
    const after = { deletes_at: deletesAt.toISOString() };
    await recordAudit(tx, actor, { action: "clan.delete", target: { type: "clan", id, name }, after });
    return deletesAt;
  });
}

/** Counts towards the number of clans that its owner may have. */
export function cancelClanDeletion(db: Db, actor: ClanActor): Promise<Clan> {
  return db.transaction().execute(async (tx) => {
    await requireRoomForRestore(tx, actor);
    const { id, name, deletes_at } = await lockClanAsOwner(tx, actor);
    if (deletes_at) {
      await updateClan(tx, id, { deletes_at: null });
      const before = { deletes_at: deletes_at.toISOString() };
      await recordAudit(tx, actor, { action: "clan.restore", target: { type: "clan", id, name }, before });
    }
    return loadClan(tx, actor);
  });
}

async function requireRoomForRestore(tx: Db, actor: ClanActor): Promise<void> {
  if ((await loadClan(tx, actor)).deletes_at) await requireRoomToOwn(tx, actor.userId);
}

/** An archived clan is read-only. */
export function setArchived(db: Db, actor: ClanActor, isArchived: boolean): Promise<Clan> {
  const now = currentTime();
  return db.transaction().execute(async (tx) => {
    const clan = await lockClanAsOwner(tx, actor);
    requireNotPendingDeletion(clan);
    const { id, name, archived_at } = clan;
    if (isArchived !== (archived_at !== null)) {
      await updateClan(tx, id, { archived_at: isArchived ? now : null });
      const action = isArchived ? "clan.archive" : "clan.unarchive";
      await recordAudit(tx, actor, { action, target: { type: "clan", id, name } });
    }
    return loadClan(tx, actor, now);
  });
}

const batchSize = 20_000;

/** Deletes the clans whose grace period is over, one by one: one that cannot be deleted keeps none of the others. */
export async function deleteDueClans(db: Db, log: Log, now = currentTime(), batch = batchSize): Promise<void> {
  for (const clanId of await listClansToDelete(db, now)) {
    try {
      if (await deleteClanWithEntries(db, clanId, now, batch)) log.info({ clanId }, "clan deleted");
    } catch (err) {
      log.warn({ err, clanId }, "clan not deleted yet, it is tried again");
    }
  }
}

/** Entries may be millions, so they are deleted in parts first. The clan stays locked, so that it cannot be restored half-way. */
function deleteClanWithEntries(db: Db, clanId: string, now: Date, batch: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockClanPast(tx, clanId, now))) return false;
    await deleteClanEntries(tx, clanId, batch);
    await deleteClan(tx, clanId);
    return true;
  });
}

/** Whoever was inactivated finds no clan any more, and can leave it all the same. */
export function leave(db: Db, actor: Actor, clanId: string): Promise<void> {
  const now = currentTime();
  return db.transaction().execute(async (tx) => {
    if (!(await lockClan(tx, clanId))) throw notFound("Clan");
    const player = await lockPlayer(tx, clanId, actor.userId);
    if (!player) throw notFound("Clan");
    const { id, name, role, status } = player;
    if (role === "owner") {
      throw new ApiError("conflict", "Transfer ownership or delete the clan before you leave.");
    }
    await endMemberships(tx, clanId, [id], now);
    await recordAudit(
      tx,
      { ...actor, clanId, name },
      {
        action: "member.leave",
        target: { type: "member", id, name },
        before: { status, is_linked: true },
        after: { status: "removed", is_linked: false },
        source: "self",
      },
    );
  });
}
