import type { bulletinDraft } from "@clanhall/contract/bulletin-drafts";
import { type Bulletin, bulletinsMax, bulletinStateAt, pinnedMax } from "@clanhall/contract/bulletins";
import type { z } from "zod";
import type { ClanActor } from "../../access/actor.ts";
import { lockClan } from "../../clan/lock.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError, invalidField, notFound } from "../../errors.ts";
import { queueMemberMails } from "../../outbox/queue.ts";
import type { WorkerPool } from "../../workers/worker-pool.ts";
import { toAudited } from "./audited-fields.ts";
import { loadBulletin } from "./bulletin-answer.ts";
import { planTimes } from "./bulletin-times.ts";
import { toStoredContent } from "./stored-content.ts";
import { tell, tellDiscord } from "./tell-bulletins.ts";
import { countBulletins, insertBulletin } from "./write.queries.ts";

/** Nobody deletes so many in thirty days who does not mean to fill the bin. */
const binnedMax = 1_000;

export async function postBulletin(
  { db, workers }: { db: Db; workers: WorkerPool },
  actor: ClanActor,
  draft: z.output<typeof bulletinDraft>,
  now = new Date(),
): Promise<Bulletin> {
  const { title, audience, pinned, post_to_discord } = draft;
  const content = await toStoredContent(workers, actor.userId, draft.content);
  const fields = { title, content, audience, pinned, post_to_discord, ...planTimes(draft, now) };
  const isLive = bulletinStateAt(fields, now) === "live";
  return db.transaction().execute(async (tx) => {
    const { binned, pinned: others } = await enterWithRoom(tx, actor.clanId, now);
    if (binned >= binnedMax) {
      throw new ApiError("conflict", "The bin is full of deleted bulletins. Take one of them back instead.");
    }
    if (pinned && others >= pinnedMax) throw noPinLeft();
    const id = await insertBulletin(tx, {
      ...fields,
      clan_id: actor.clanId,
      published_told_at: isLive ? now : null,
      created_by: actor.userId,
      created_at: now,
      updated_at: now,
    });
    const created = { action: "bulletin.create", after: toAudited(fields) };
    await tell(tx, actor, { id, title }, created, ...(isLive ? [{ action: "bulletin.publish" }] : []));
    if (isLive) await tellDiscord(tx, actor.clanId, { id, post_to_discord });
    if (isLive) await queueMemberMails(tx, { clanId: actor.clanId, kind: "bulletin", subject: id });
    return loadBulletin(tx, actor, id, now);
  });
}

/** Bulletins of a clan come one after the other, so that none slips past a limit. */
export async function enterWithRoom(tx: Db, clanId: string, now: Date) {
  if (!(await lockClan(tx, clanId))) throw notFound("Clan");
  const counts = await countBulletins(tx, clanId, now);
  if (counts.present >= bulletinsMax) {
    throw new ApiError("conflict", `A clan has at most ${bulletinsMax} bulletins. Delete one first.`);
  }
  return counts;
}

export function noPinLeft() {
  return invalidField("pinned", "Three bulletins are pinned already. Unpin one first.");
}
