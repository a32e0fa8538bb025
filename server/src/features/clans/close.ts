import { type Clan, clanGraceDays } from "@clanhall/contract/clans";
import { toTidyText } from "@clanhall/contract/text";
import type { ClanActor } from "../../access/actor.ts";
import type { Db } from "../../db/tables.ts";
import { invalidField } from "../../errors.ts";
import { recordAudit } from "../audit/index.ts";
import { loadClan } from "./clan.ts";
import { lockClanAsOwner, requireNotDying, requireRoomToOwn } from "./owned-clans.ts";
import { updateClan } from "./queries.ts";
import { deleteTransfer } from "./transfers.queries.ts";

/** The clan goes when the grace is over; until then only its owner sees it, and can take it back. Asking twice moves nothing. */
export function askToDeleteClan(db: Db, actor: ClanActor, typedName: string, now = new Date()): Promise<Date> {
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

/** A clan that comes back counts among those its owner has. */
export function takeBackDeletion(db: Db, actor: ClanActor): Promise<Clan> {
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

/** An archived clan is there to be read. */
export function setArchived(db: Db, actor: ClanActor, isArchived: boolean, now = new Date()): Promise<Clan> {
  return db.transaction().execute(async (tx) => {
    const clan = await lockClanAsOwner(tx, actor);
    requireNotDying(clan);
    const { id, name, archived_at } = clan;
    if (isArchived !== (archived_at !== null)) {
      await updateClan(tx, id, { archived_at: isArchived ? now : null });
      const action = isArchived ? "clan.archive" : "clan.unarchive";
      await recordAudit(tx, actor, { action, target: { type: "clan", id, name } });
    }
    return loadClan(tx, actor, now);
  });
}
