import {
  type Bulletin,
  bulletinBinDays,
  type BulletinState,
  bulletinStateAt,
  type listBulletins,
} from "@clanhall/contract/bulletins";
import { canInClan } from "@clanhall/contract/permissions";
import { z } from "zod";
import { currentTime } from "../../db/clock.ts";
import type { ClanActor } from "../../access/actor.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError, notFound } from "../../errors.ts";
import { readCursor, toCursor, toPage } from "../../http/cursor.ts";
import {
  countStates,
  findBulletin,
  findLatestLive,
  insertReader,
  listBulletinsOfClan,
  type ListedBulletin,
  listLiveOfUser,
  listReaders,
  type PageEnd,
} from "./queries.ts";
import { listEarlierVersions } from "./write.queries.ts";

type Query = z.output<(typeof listBulletins)["query"]>;

/** One page of a clan's list, or of its bin. */
export async function loadBulletins(db: Db, actor: ClanActor, query: Query) {
  const now = currentTime();
  const { clanId, userId, role } = actor;
  const { limit, cursor, state } = query;
  const isManager = canInClan(role, "clan.manage");
  if (query.deleted === "true" && !isManager) {
    throw new ApiError("forbidden", "Only the owner and maintainers can see the bin");
  }
  const reader = { userId, isManager, now };
  const view = {
    binnedSince: query.deleted === "true" ? binStart(now) : null,
    state: state ?? null,
    q: query.q?.normalize("NFC").trim() ?? "",
    after: cursor === undefined ? null : readPageEnd(cursor),
  };
  const rows = await listBulletinsOfClan(db, clanId, reader, view, limit + 1);
  const page = toPage(rows, limit, ({ pinned, shown_at, id }) => toCursor([pinned, shown_at, id]));
  const counts: Record<BulletinState, number> = { draft: 0, scheduled: 0, live: 0, expired: 0 };
  for (const { state: name, count } of await countStates(db, clanId, reader)) counts[name] = count;
  return {
    ...page,
    items: page.items.map((row) => toBulletin(row, now)),
    counts,
  };
}

/** The latest that the caller can read now. */
export async function loadLatestBulletin(
  db: Db,
  { clanId, userId, role }: ClanActor,
  now: Date,
): Promise<Bulletin | null> {
  const row = await findLatestLive(db, clanId, { userId, isManager: canInClan(role, "clan.manage"), now });
  return row && toBulletin(row, now);
}

/** For a dashboard. */
export async function loadMyBulletins(db: Db, userId: string, limitPerClan: number): Promise<Bulletin[]> {
  const now = currentTime();
  return (await listLiveOfUser(db, userId, limitPerClan, now)).map((row) => toBulletin(row, now));
}

export function toBulletin(row: ListedBulletin, now: Date): Bulletin {
  const { seen_count, audience_size, publish_at } = row;
  return {
    id: row.id,
    clan_id: row.clan_id,
    clan_name: row.clan_name,
    clan_role: row.clan_role,
    title: row.title,
    content: row.content,
    content_format: "html",
    state: bulletinStateAt(row, now),
    audience: row.audience,
    pinned: row.pinned,
    post_to_discord: row.post_to_discord,
    publish_at: publish_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    posted_at: publish_at && publish_at <= now ? publish_at.toISOString() : null,
    edited_at: row.edited_at?.toISOString() ?? null,
    created_by_user_id: row.created_by,
    author: row.author,
    is_seen: row.is_seen,
    seen_by: seen_count === null || audience_size === null ? null : { seen: seen_count, of: audience_size },
    deleted_at: row.deleted_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
  };
}

export async function loadBulletin(
  db: Db,
  { clanId, userId }: ClanActor,
  bulletinId: string,
  now: Date,
): Promise<Bulletin> {
  const row = await findBulletin(db, clanId, bulletinId, userId);
  if (!row) throw notFound("Bulletin");
  return toBulletin(row, now);
}

/** What was deleted before this time has left the bin. */
export function binStart(now: Date): Date {
  return new Date(now.getTime() - bulletinBinDays * 86_400_000);
}

/** Pin, moment and id of its last row. */
const pageEnd = z.tuple([z.boolean(), z.iso.datetime(), z.uuid()]);

function readPageEnd(cursor: string): PageEnd {
  const [pinned, at, id] = readCursor(pageEnd, cursor);
  return { pinned, at, id };
}

async function getPresent(db: Db, { clanId, userId }: ClanActor, bulletinId: string) {
  const row = await findBulletin(db, clanId, bulletinId, userId);
  if (!row || row.deleted_at) throw notFound("Bulletin");
  return row;
}

/** One that the caller can read: managers before and after its time too. */
export async function loadReadable(db: Db, actor: ClanActor, bulletinId: string): Promise<Bulletin> {
  const now = currentTime();
  const isManager = canInClan(actor.role, "clan.manage");
  return toBulletin(
    isManager ? await getPresent(db, actor, bulletinId) : await getLive(db, actor, bulletinId, now),
    now,
  );
}

async function getLive(db: Db, actor: ClanActor, bulletinId: string, now: Date) {
  const bulletin = await getPresent(db, actor, bulletinId);
  const isForThem = bulletin.audience === "everyone" || canInClan(actor.role, "clan.manage");
  if (!isForThem || bulletinStateAt(bulletin, now) !== "live") throw notFound("Bulletin");
  return bulletin;
}

/** Only a bulletin that they can read now. */
export async function markSeen(db: Db, actor: ClanActor, bulletinId: string, now = currentTime()): Promise<void> {
  await insertReader(db, await getLive(db, actor, bulletinId, now), actor.userId, now);
}

export async function loadReaders(db: Db, actor: ClanActor, bulletinId: string) {
  const rows = await listReaders(db, await getPresent(db, actor, bulletinId));
  return { items: rows.map((row) => ({ ...row, seen_at: row.seen_at?.toISOString() ?? null })) };
}

export async function loadHistory(db: Db, actor: ClanActor, bulletinId: string) {
  const { id } = await getPresent(db, actor, bulletinId);
  const rows = await listEarlierVersions(db, actor.clanId, id);
  return { items: rows.map((row) => ({ ...row, written_at: row.written_at.toISOString() })) };
}
