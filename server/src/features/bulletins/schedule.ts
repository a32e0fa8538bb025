import { currentTime } from "../../db/clock.ts";
import type { Log } from "../../db/log.ts";
import type { Db } from "../../db/tables.ts";
import { queueMemberMails } from "../../outbox/queue.ts";
import { listUnannounced, lockPublished, markAnnounced } from "./write.queries.ts";
import { queueBulletinWebhook, recordBulletinChange } from "./write.ts";

/** Announces the bulletins that were published or expired since the last run, each once. */
export async function announceDueBulletins(db: Db, log: Log, now = currentTime()): Promise<void> {
  for (const { clan_id: clanId, id } of await listUnannounced(db, now)) {
    try {
      await announceBulletin(db, clanId, id, now);
    } catch (err) {
      log.warn({ err, clanId, bulletinId: id }, "bulletin not announced, it is tried again");
    }
  }
}

/** Recorded without an actor: it is due to the time alone. */
function announceBulletin(db: Db, clanId: string, bulletinId: string, now: Date): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const bulletin = await lockPublished(tx, clanId, bulletinId, now);
    if (!bulletin) return;
    const isNew = bulletin.published_announced_at === null;
    const isOver = bulletin.expired_announced_at === null && bulletin.expires_at !== null && bulletin.expires_at <= now;
    if (!isNew && !isOver) return;
    await markAnnounced(tx, bulletin, {
      ...(isNew && { published_announced_at: now }),
      ...(isOver && { expired_announced_at: now }),
    });
    const system = { clanId, userId: null, name: null, requestId: null };
    const actions = [...(isNew ? ["bulletin.publish"] : []), ...(isOver ? ["bulletin.expire"] : [])];
    await recordBulletinChange(tx, system, bulletin, ...actions.map((action) => ({ action })));
    if (!isNew || isOver) return;
    await queueBulletinWebhook(tx, clanId, bulletin);
    await queueMemberMails(tx, { clanId, kind: "bulletin", subject: bulletin.id });
  });
}
