import type { Log } from "../../db/log.ts";
import type { Db } from "../../db/tables.ts";
import { queueMemberMails } from "../../outbox/queue.ts";
import { listUntold, lockPublished, markTold } from "./write.queries.ts";
import { queueBulletinWebhook, recordBulletinChange } from "./write.ts";

/** Tells of the bulletins that can be read since a while, and of those that no longer can: of each once. */
export async function announceDueBulletins(db: Db, log: Log, now = new Date()): Promise<void> {
  for (const { clan_id: clanId, id } of await listUntold(db, now)) {
    try {
      await turnBulletin(db, clanId, id, now);
    } catch (err) {
      log.warn({ err, clanId, bulletinId: id }, "bulletin not told of yet, it is tried again");
    }
  }
}

/** Time itself did it, so nobody is named. */
function turnBulletin(db: Db, clanId: string, bulletinId: string, now: Date): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const bulletin = await lockPublished(tx, clanId, bulletinId, now);
    if (!bulletin) return;
    const isNew = bulletin.published_told_at === null;
    const isOver = bulletin.expired_told_at === null && bulletin.expires_at !== null && bulletin.expires_at <= now;
    if (!isNew && !isOver) return;
    await markTold(tx, bulletin, { ...(isNew && { published_told_at: now }), ...(isOver && { expired_told_at: now }) });
    const nobody = { clanId, userId: null, name: null, requestId: null };
    const actions = [...(isNew ? ["bulletin.publish"] : []), ...(isOver ? ["bulletin.expire"] : [])];
    await recordBulletinChange(tx, nobody, bulletin, ...actions.map((action) => ({ action })));
    if (!isNew || isOver) return;
    await queueBulletinWebhook(tx, clanId, bulletin);
    await queueMemberMails(tx, { clanId, kind: "bulletin", subject: bulletin.id });
  });
}
