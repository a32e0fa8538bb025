import { type Bulletin, bulletinBinDays, bulletinStateAt } from "@clanhall/contract/bulletins";
import type { ClanActor } from "../../access/actor.ts";
import type { Db } from "../../db/tables.ts";
import { notFound } from "../../errors.ts";
import { findBulletin, type ListedBulletin } from "./queries.ts";

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

/** What came into the bin before has left it. */
export function binStart(now: Date): Date {
  return new Date(now.getTime() - bulletinBinDays * 86_400_000);
}
