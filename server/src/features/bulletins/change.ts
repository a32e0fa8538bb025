import type { bulletinChange } from "@clanhall/contract/bulletin-drafts";
import { type Bulletin, bulletinStateAt, pinnedMax } from "@clanhall/contract/bulletins";
import type { z } from "zod";
import { currentTime } from "../../db/clock.ts";
import type { ClanActor } from "../../access/actor.ts";
import { lockClan } from "../../clan/lock.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { notFound, staleVersion } from "../../errors.ts";
import { findLastChange } from "../audit/index.ts";
import { queueMemberMails } from "../../outbox/queue.ts";
import type { WorkerPool } from "../../workers/worker-pool.ts";
import { binStart, loadBulletin, toBulletin } from "./list.ts";
import { findBulletin, type ListedBulletin } from "./queries.ts";
import { toStoredContent } from "./stored-content.ts";
import {
  type BulletinColumns,
  countBulletins,
  deleteBulletinsBinnedBefore,
  insertVersions,
  lockBulletin,
  updateBulletin,
} from "./write.queries.ts";
import {
  changeTimes,
  lockWithRoom,
  fieldNames,
  type Fields,
  noPinLeft,
  queueBulletinWebhook,
  recordBulletinChange,
  toAudited,
} from "./write.ts";

type Change = z.output<typeof bulletinChange>;

/** Changes the fields that are given and differ; without a difference the version stays. */
export async function changeBulletin(
  { db, workers }: { db: Db; workers: WorkerPool },
  actor: ClanActor,
  bulletinId: string,
  change: Change,
): Promise<Bulletin> {
  const now = currentTime();
  // Before anything is locked: a worker may have to be waited for.
  const { content } = change;
  const stored = content === undefined ? undefined : await toStoredContent(workers, actor.userId, content);
  return db.transaction().execute(async (tx) => {
    const before = await lockPresentBulletin(tx, actor, bulletinId);
    if (change.version !== undefined && change.version !== before.version) {
      const last = await findLastChange(tx, actor.clanId, { type: "bulletin", id: before.id });
      throw staleVersion(before.title, toBulletin(before, now), last);
    }
    const after = {
      ...pickFields(before),
      ...toNamed({ ...change, content: stored }),
      ...changeTimes(before, change, now),
    };
    const names = fieldNames.filter((name) => toPlain(before[name]) !== toPlain(after[name]));
    if (names.length > 0) await save(tx, actor, { before, after, names, now });
    return loadBulletin(tx, actor, before.id, now);
  });
}

/** Locks the clan, so that changes at the same moment cannot exceed a limit. */
async function lockPresentBulletin(tx: Db, { clanId, userId }: ClanActor, bulletinId: string): Promise<ListedBulletin> {
  if (!(await lockClan(tx, clanId))) throw notFound("Clan");
  await lockBulletin(tx, clanId, bulletinId);
  const row = await findBulletin(tx, clanId, bulletinId, userId);
  if (!row || row.deleted_at) throw notFound("Bulletin");
  return row;
}

function pickFields(row: ListedBulletin): Fields {
  const { title, content, audience, pinned, post_to_discord, publish_at, expires_at } = row;
  return { title, content, audience, pinned, post_to_discord, publish_at, expires_at };
}

function toNamed({ content, title, audience, pinned, post_to_discord }: Change): Partial<Fields> {
  return {
    ...(title !== undefined && { title }),
    ...(content !== undefined && { content }),
    ...(audience !== undefined && { audience }),
    ...(pinned !== undefined && { pinned }),
    ...(post_to_discord !== undefined && { post_to_discord }),
  };
}

function toPlain(value: Fields[keyof Fields]) {
  return value instanceof Date ? value.getTime() : value;
}

interface Update {
  before: ListedBulletin;
  after: Fields;
  names: (keyof Fields)[];
  now: Date;
}

async function save(tx: Tx, actor: ClanActor, update: Update): Promise<void> {
  const { before, after, names, now } = update;
  const { pinned } = await countBulletins(tx, actor.clanId, now, before.id);
  const holdsPin = after.pinned && bulletinStateAt(after, now) !== "expired";
  const heldPin = before.pinned && bulletinStateAt(before, now) !== "expired";
  if (holdsPin && !heldPin && pinned >= pinnedMax) throw noPinLeft();

  const hasNewText = names.includes("title") || names.includes("content");
  if (hasNewText) await keepVersions(tx, actor, update);
  await updateBulletin(tx, before, { ...after, ...planMarks(update, hasNewText) }, now);

  const changed = { action: toAction(names, after), before: toAudited(before, names), after: toAudited(after, names) };
  const isPublished = isPosted(after, now) && !isPosted(before, now);
  await recordBulletinChange(
    tx,
    actor,
    { ...before, ...after },
    changed,
    ...(isPublished ? [{ action: "bulletin.publish" }] : []),
  );
  const isWorthPosting = isPublished || hasNewText || names.includes("post_to_discord");
  if (bulletinStateAt(after, now) !== "live") return;
  if (isWorthPosting) await queueBulletinWebhook(tx, actor.clanId, { ...before, ...after });
  if (isPublished) await queueMemberMails(tx, { clanId: actor.clanId, kind: "bulletin", subject: before.id });
}

function toAction(names: (keyof Fields)[], { pinned }: Fields): string {
  if (names.length > 1 || names[0] !== "pinned") return "bulletin.update";
  return pinned ? "bulletin.pin" : "bulletin.unpin";
}

function isPosted({ publish_at }: Pick<Fields, "publish_at">, now: Date): boolean {
  return publish_at !== null && publish_at <= now;
}

/** A bulletin that is withdrawn is announced again when it is published again. */
function planMarks({ before, after, names, now }: Update, hasNewText: boolean): BulletinColumns {
  if (!isPosted(after, now)) return { published_announced_at: null, expired_announced_at: null, edited_at: null };
  return {
    ...(!isPosted(before, now) && { published_announced_at: now }),
    ...(names.includes("expires_at") && { expired_announced_at: null }),
    ...(hasNewText && isPosted(before, now) && { edited_at: now }),
  };
}

async function keepVersions(tx: Tx, { userId }: ClanActor, { before, after, now }: Update): Promise<void> {
  const { title, content, created_by, created_at, version } = before;
  await insertVersions(
    tx,
    before,
    { version: 1, title, content, written_by: created_by, written_at: created_at },
    { version: version + 1, title: after.title, content: after.content, written_by: userId, written_at: now },
  );
}

export async function moveToBin(db: Db, actor: ClanActor, bulletinId: string): Promise<void> {
  const now = currentTime();
  await db.transaction().execute(async (tx) => {
    const bulletin = await lockPresentBulletin(tx, actor, bulletinId);
    await updateBulletin(tx, bulletin, { deleted_at: now }, now);
    await recordBulletinChange(tx, actor, bulletin, { action: "bulletin.delete", before: toAudited(bulletin) });
  });
}

/** As it was, except for a pin that would be one too many. A second call changes nothing. */
export function restoreFromBin(db: Db, actor: ClanActor, bulletinId: string): Promise<Bulletin> {
  const now = currentTime();
  return db.transaction().execute(async (tx) => {
    const found = await findBulletin(tx, actor.clanId, bulletinId, actor.userId);
    if (!found) throw notFound("Bulletin");
    if (found.deleted_at) await restore(tx, actor, found.id, now);
    return loadBulletin(tx, actor, found.id, now);
  });
}

async function restore(tx: Tx, actor: ClanActor, bulletinId: string, now: Date): Promise<void> {
  const { pinned: others } = await lockWithRoom(tx, actor.clanId, now);
  await lockBulletin(tx, actor.clanId, bulletinId);
  const bulletin = await findBulletin(tx, actor.clanId, bulletinId, actor.userId);
  if (!bulletin || (bulletin.deleted_at && bulletin.deleted_at <= binStart(now))) throw notFound("Bulletin");
  if (!bulletin.deleted_at) return;
  const pinned = bulletin.pinned && (others < pinnedMax || bulletinStateAt(bulletin, now) === "expired");
  await updateBulletin(tx, bulletin, { deleted_at: null, pinned }, now);
  await recordBulletinChange(tx, actor, bulletin, { action: "bulletin.restore" });
}

/** Of all clans. */
export function emptyBulletinBins(db: Db): Promise<void> {
  const now = currentTime();
  return deleteBulletinsBinnedBefore(db, binStart(now));
}
