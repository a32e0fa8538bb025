import { sql } from "kysely";
import { clock } from "../../../db/clock.ts";
import type { Db } from "../../../db/tables.ts";
import { countActivities } from "../queries.ts";

/** As much of a board as decides who may see it, and whether what is known of it is still so. */
export interface SharedBoard {
  clan_id: string;
  id: string;
  version: number;
  share_expires_at: Date | null;
  has_passcode: boolean;
  passcode_version: number;
  /** Archived, in the bin, or of a clan that is archived or about to be deleted. */
  is_closed: boolean;
  /** Without any, there is nothing that visitors may see. */
  public_activities: number;
  /** Of the clan's last save of entries. */
  revision: number;
}

function selectShared(db: Db) {
  return db
    .selectFrom("scoreboards as board")
    .innerJoin("clans as clan", "clan.id", "board.clan_id")
    .leftJoin("entry_revisions as saved", "saved.clan_id", "board.clan_id")
    .select((row) => [
      "board.clan_id",
      "board.id",
      "board.version",
      "board.share_expires_at",
      "board.passcode_version",
      row("board.passcode_hash", "is not", null).as("has_passcode"),
      row("board.state", "=", "archived").as("is_archived"),
      row
        .or([
          row("board.deleted_at", "is not", null),
          row("clan.archived_at", "is not", null),
          row("clan.deletes_at", "is not", null),
        ])
        .as("is_gone"),
      countActivities("public").as("public_activities"),
      row.fn.coalesce("saved.revision", sql<number>`0`).as("revision"),
    ]);
}

/** By the hash of its link, which is all that a visitor brings. */
export async function findSharedBoard(db: Db, shareHash: Buffer): Promise<SharedBoard | null> {
  const row = await selectShared(db).where("board.share_hash", "=", shareHash).executeTakeFirst();
  if (!row) return null;
  const { is_archived, is_gone, ...board } = row;
  return { ...board, is_closed: Boolean(is_archived) || Boolean(is_gone), has_passcode: Boolean(board.has_passcode) };
}

/** As its managers see it before they share it: whatever the link is, and even if it is archived. */
export async function findPreviewedBoard(db: Db, clanId: string, boardId: string): Promise<SharedBoard | null> {
  const row = await selectShared(db)
    .where("board.clan_id", "=", clanId)
    .where("board.id", "=", boardId)
    .executeTakeFirst();
  if (!row) return null;
  const { is_archived: _isArchived, is_gone, ...board } = row;
  return { ...board, is_closed: Boolean(is_gone), share_expires_at: null, has_passcode: false };
}

export async function findPasscode(db: Db, clanId: string, boardId: string) {
  const row = await db
    .selectFrom("scoreboards")
    .select(["id", "passcode_hash", "passcode_version"])
    .where("clan_id", "=", clanId)
    .where("id", "=", boardId)
    .executeTakeFirst();
  return row ?? null;
}

/** The caller's own player in the clan. */
export async function findOwnMemberId(db: Db, clanId: string, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom("clan_members")
    .select("id")
    .where("clan_id", "=", clanId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.id ?? null;
}

interface View {
  clan_id: string;
  id: string;
  /** The same for the same board and visitor. */
  key: string;
}

/** Adds the views whose key has not been counted within the time. */
export async function countViews(db: Db, views: View[], onceInMs: number): Promise<void> {
  const now = clock.now();
  await sql`
    with seen as (
      select * from unnest(
        ${views.map(({ clan_id }) => clan_id)}::uuid[],
        ${views.map(({ id }) => id)}::uuid[],
        ${views.map(({ key }) => key)}::text[]
      ) as seen (clan_id, id, key)
    ), fresh as (
      insert into auth_rate_limits (key, points, expire)
      select key, 1, ${now + onceInMs}::bigint from seen
      on conflict (key) do update set expire = excluded.expire where auth_rate_limits.expire <= ${now}::bigint
      returning key
    ), added as (
      select clan_id, id, count(*) as views from seen join fresh using (key) group by clan_id, id
    )
    update scoreboards set views = scoreboards.views + added.views
    from added where scoreboards.clan_id = added.clan_id and scoreboards.id = added.id
  `.execute(db);
}
