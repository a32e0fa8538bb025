import { type Bulletin, bulletinStateAt, pinnedMax } from "@clanhall/contract/bulletins";
import type { ClanActor } from "../../access/actor.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { notFound } from "../../errors.ts";
import { toAudited } from "./audited-fields.ts";
import { binStart, loadBulletin } from "./bulletin-answer.ts";
import { holdBulletin } from "./change.ts";
import { findBulletin } from "./queries.ts";
import { tell } from "./tell-bulletins.ts";
import { deleteBulletinsBinnedBefore, lockBulletin, updateBulletin } from "./write.queries.ts";
import { enterWithRoom } from "./write.ts";

export async function binBulletin(db: Db, actor: ClanActor, bulletinId: string, now = new Date()): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const bulletin = await holdBulletin(tx, actor, bulletinId);
    await updateBulletin(tx, bulletin, { deleted_at: now }, now);
    await tell(tx, actor, bulletin, { action: "bulletin.delete", before: toAudited(bulletin) });
  });
}

/** As it was, but for a pin that has no place any more. Asking twice changes nothing. */
export function unbinBulletin(db: Db, actor: ClanActor, bulletinId: string, now = new Date()): Promise<Bulletin> {
  return db.transaction().execute(async (tx) => {
    const found = await findBulletin(tx, actor.clanId, bulletinId, actor.userId);
    if (!found) throw notFound("Bulletin");
    if (found.deleted_at) await takeOut(tx, actor, found.id, now);
    return loadBulletin(tx, actor, found.id, now);
  });
}

async function takeOut(tx: Tx, actor: ClanActor, bulletinId: string, now: Date): Promise<void> {
  const { pinned: others } = await enterWithRoom(tx, actor.clanId, now);
  await lockBulletin(tx, actor.clanId, bulletinId);
  const bulletin = await findBulletin(tx, actor.clanId, bulletinId, actor.userId);
  if (!bulletin || (bulletin.deleted_at && bulletin.deleted_at <= binStart(now))) throw notFound("Bulletin");
  if (!bulletin.deleted_at) return;
  const pinned = bulletin.pinned && (others < pinnedMax || bulletinStateAt(bulletin, now) === "expired");
  await updateBulletin(tx, bulletin, { deleted_at: null, pinned }, now);
  await tell(tx, actor, bulletin, { action: "bulletin.restore" });
}

/** For all clans. */
export function emptyBin(db: Db, now = new Date()): Promise<void> {
  return deleteBulletinsBinnedBefore(db, binStart(now));
}
