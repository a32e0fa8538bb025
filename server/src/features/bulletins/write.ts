import type { bulletinDraft } from "@clanhall/contract/bulletin-drafts";
import { type Bulletin, bulletinsMax, bulletinStateAt, pinnedMax } from "@clanhall/contract/bulletins";
import type { z } from "zod";
import { currentTime } from "../../db/clock.ts";
import type { ClanActor } from "../../access/actor.ts";
import { lockClan } from "../../clan/lock.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { ApiError, invalidField, notFound } from "../../errors.ts";
import { publishEvent } from "../../events/publish.ts";
import { topics } from "../../events/topics.ts";
import { queueMemberMails, queueWebhook } from "../../outbox/queue.ts";
import type { WorkerPool } from "../../workers/worker-pool.ts";
import { type AuditActor, recordAudit } from "../audit/index.ts";
import { loadBulletin } from "./list.ts";
import type { ListedBulletin } from "./queries.ts";
import { toStoredContent } from "./stored-content.ts";
import { countBulletins, insertBulletin } from "./write.queries.ts";

/** Keeps somebody from filling the bin without end. */
const binnedMax = 1_000;

export async function postBulletin(
  { db, workers }: { db: Db; workers: WorkerPool },
  actor: ClanActor,
  draft: z.output<typeof bulletinDraft>,
  now = currentTime(),
): Promise<Bulletin> {
  const { title, audience, pinned, post_to_discord } = draft;
  const content = await toStoredContent(workers, actor.userId, draft.content);
  const fields = { title, content, audience, pinned, post_to_discord, ...planTimes(draft, now) };
  const isLive = bulletinStateAt(fields, now) === "live";
  return db.transaction().execute(async (tx) => {
    const { binned, pinned: others } = await lockWithRoom(tx, actor.clanId, now);
    if (binned >= binnedMax) {
      throw new ApiError("conflict", "The bin is full. Restore a deleted bulletin instead.");
    }
    if (pinned && others >= pinnedMax) throw noPinLeft();
    const id = await insertBulletin(tx, {
      ...fields,
      clan_id: actor.clanId,
      published_announced_at: isLive ? now : null,
      created_by: actor.userId,
      created_at: now,
      updated_at: now,
    });
    const created = { action: "bulletin.create", after: toAudited(fields) };
    await recordBulletinChange(tx, actor, { id, title }, created, ...(isLive ? [{ action: "bulletin.publish" }] : []));
    if (isLive) await queueBulletinWebhook(tx, actor.clanId, { id, post_to_discord });
    if (isLive) await queueMemberMails(tx, { clanId: actor.clanId, kind: "bulletin", subject: id });
    return loadBulletin(tx, actor, id, now);
  });
}

/** Locks the clan, so that new bulletins at the same moment cannot exceed a limit. */
export async function lockWithRoom(tx: Db, clanId: string, now: Date) {
  if (!(await lockClan(tx, clanId))) throw notFound("Clan");
  const counts = await countBulletins(tx, clanId, now);
  if (counts.present >= bulletinsMax) {
    throw new ApiError("conflict", `A clan can have at most ${bulletinsMax} bulletins. Delete one first.`);
  }
  return counts;
}

export function noPinLeft() {
  return invalidField("pinned", "Three bulletins are already pinned. Unpin one first.");
}

interface AuditEvent {
  action: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** Records the change, and has everybody who follows the clan reload its bulletins. */
export async function recordBulletinChange(
  tx: Tx,
  actor: AuditActor,
  { id, title }: { id: string; title: string },
  ...auditEvents: AuditEvent[]
): Promise<void> {
  const target = { type: "bulletin", id, name: title };
  await recordAudit(tx, actor, ...auditEvents.map((auditEvent) => ({ ...auditEvent, target })));
  await publishEvent(tx, topics.clan(actor.clanId), "bulletins", {});
}

/** Posts to the clan's channels if the writer chose so; a message that is there already is edited. */
export async function queueBulletinWebhook(
  tx: Tx,
  clanId: string,
  { id, post_to_discord }: { id: string; post_to_discord: boolean },
): Promise<void> {
  if (post_to_discord) await queueWebhook(tx, { clanId, event: "bulletin", subject: id, facts: { bulletin_id: id } });
}

export const fieldNames = [
  "title",
  "content",
  "audience",
  "pinned",
  "post_to_discord",
  "publish_at",
  "expires_at",
] as const;

export type Fields = Pick<ListedBulletin, (typeof fieldNames)[number]>;

/** The log has the beginning of a message; the whole is in the bulletin's history. */
const excerptMax = 300;

/** The fields as the log has them, with an excerpt of the message. */
export function toAudited(fields: Fields, names: readonly (keyof Fields)[] = fieldNames): Record<string, unknown> {
  return Object.fromEntries(
    names.map((name) => [name, name === "content" ? toPlainExcerpt(fields.content) : fields[name]]),
  );
}

function toPlainExcerpt(html: string): string {
  const text = html
    .replace(/<[^<>]*>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .trim();
  const characters = Array.from(text);
  return characters.length > excerptMax ? `${characters.slice(0, excerptMax).join("")}…` : text;
}

interface Times {
  publish_at: Date | null;
  expires_at: Date | null;
}

/** As given in a request; what is missing stays. */
interface TimesInput {
  publish_at?: string | null | undefined;
  expires_at?: string | null | undefined;
}

const draft: Times = { publish_at: null, expires_at: null };

const latest = Date.UTC(9999, 11, 31);

/** The times of a new bulletin; without `publish_at` it is published at once. */
function planTimes({ publish_at, expires_at }: TimesInput, now: Date): Times {
  return changeTimes(draft, { publish_at: publish_at === undefined ? now.toISOString() : publish_at, expires_at }, now);
}

/** A time in the past publishes now; what is published already keeps its time. */
export function changeTimes(before: Times, wanted: TimesInput, now: Date): Times {
  const after = {
    publish_at: toPublishAt(before.publish_at, readMoment("publish_at", wanted.publish_at), now),
    expires_at: readMoment("expires_at", wanted.expires_at) ?? before.expires_at,
  };
  if (wanted.expires_at === null) after.expires_at = null;
  if (!isSame(before.publish_at, after.publish_at) || !isSame(before.expires_at, after.expires_at))
    checkTimes(after, now);
  return after;
}

function toPublishAt(before: Date | null, wanted: Date | null | undefined, now: Date): Date | null {
  if (wanted === undefined) return before;
  if (wanted === null || wanted > now) return wanted;
  return before !== null && before <= now ? before : now;
}

function checkTimes({ publish_at, expires_at }: Times, now: Date): void {
  if (expires_at === null) return;
  if (publish_at !== null && publish_at > now && expires_at <= publish_at) {
    throw invalidField("expires_at", "A bulletin cannot expire before it is published.");
  }
  if (expires_at <= now) throw invalidField("expires_at", "This time is in the past.");
}

function readMoment(path: string, text: string | null | undefined): Date | null | undefined {
  if (text === null || text === undefined) return text;
  const moment = new Date(text);
  if (moment.getTime() > latest) throw invalidField(path, "Choose an earlier date.");
  return moment;
}

function isSame(a: Date | null, b: Date | null): boolean {
  return a?.getTime() === b?.getTime();
}
