import type { BulletinAudience } from "@clanhall/contract/bulletin-drafts";
import type { BulletinState } from "@clanhall/contract/bulletins";
import { sql } from "kysely";
import { foldedText } from "../../db/fold-text.ts";
import { executePrepared } from "../../db/prepared.ts";
import type { Db } from "../../db/tables.ts";

/** A bulletin with its clan and what the reader has to do with it. */
export type ListedBulletin = NonNullable<Awaited<ReturnType<typeof findBulletin>>>;

/** Also one in the bin. */
export async function findBulletin(db: Db, clanId: string, bulletinId: string, userId: string) {
  const row = await selectBulletins(db, userId)
    .where("bulletin.clan_id", "=", clanId)
    .where("bulletin.id", "=", bulletinId)
    .executeTakeFirst();
  return row ?? null;
}

/** Who reads in a clan, and when. */
interface Reader {
  userId: string;
  /** Managers read what is for maintainers too, and before and after its time. */
  isManager: boolean;
  now: Date;
}

/** Where a page ended. */
export interface PageEnd {
  pinned: boolean;
  at: string;
  id: string;
}

interface ListView {
  /** Null for those that are not in the bin; otherwise those that came into it later. */
  binnedSince: Date | null;
  state: BulletinState | null;
  q: string;
  after: PageEnd | null;
}

/** Pinned first, then the newest. */
export function listBulletinsOfClan(db: Db, clanId: string, reader: Reader, view: ListView, limit: number) {
  const { binnedSince, after } = view;
  return selectBulletins(db, reader.userId)
    .where("bulletin.clan_id", "=", clanId)
    .where(isFor(reader))
    .where("bulletin.deleted_at", binnedSince ? ">" : "is", binnedSince)
    .$if(!reader.isManager, (query) => query.where(stateAt(reader.now), "=", "live"))
    .$if(view.state !== null, (query) => query.where(stateAt(reader.now), "=", view.state))
    .$if(view.q !== "", (query) => query.where(contains(view.q)))
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`((bulletin.pinned, ${shownAt}) < (${after?.pinned}::boolean, ${after?.at}::timestamptz)
          or (bulletin.pinned, ${shownAt}) = (${after?.pinned}::boolean, ${after?.at}::timestamptz)
          and bulletin.id > ${after?.id}::uuid)`,
      ),
    )
    .orderBy("bulletin.pinned", "desc")
    .orderBy(shownAt, "desc")
    .orderBy("bulletin.id")
    .limit(limit)
    .execute();
}

/** The live one that was published last, pinned or not. */
export async function findLatestLive(db: Db, clanId: string, reader: Reader) {
  const row = await selectBulletins(db, reader.userId)
    .where("bulletin.clan_id", "=", clanId)
    .where(isFor(reader))
    .where("bulletin.deleted_at", "is", null)
    .where(stateAt(reader.now), "=", "live")
    .orderBy("bulletin.publish_at", "desc")
    .orderBy("bulletin.id")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** How many there are in each state that the reader may see; states without any are left out. */
export async function countStates(db: Db, clanId: string, reader: Reader) {
  const rows = await db
    .selectFrom("bulletins as bulletin")
    .select((row) => [stateAt(reader.now).as("state"), row.fn.countAll<number>().as("count")])
    .where("bulletin.clan_id", "=", clanId)
    .where("bulletin.deleted_at", "is", null)
    .where(isFor(reader))
    .groupBy("state")
    .execute();
  return rows.filter(({ state }) => reader.isManager || state === "live");
}

/** The live ones of all clans somebody is in, so many of each, pinned ones before others; all of them newest first. */
export function listLiveOfUser(db: Db, userId: string, limitPerClan: number, now: Date): Promise<ListedBulletin[]> {
  const query = selectBulletins(db, userId)
    .innerJoin(
      (from) =>
        from
          .selectFrom("clan_members as mine")
          .innerJoinLateral(
            (each) =>
              each
                .selectFrom("bulletins")
                .select(["bulletins.clan_id", "bulletins.id"])
                .whereRef("bulletins.clan_id", "=", "mine.clan_id")
                .where("bulletins.deleted_at", "is", null)
                .where("bulletins.publish_at", "<=", now)
                .where((row) => row.or([row("expires_at", "is", null), row("expires_at", ">", now)]))
                .where((row) => row.or([row("audience", "=", "everyone"), row("mine.role", "!=", "member")]))
                .orderBy("bulletins.pinned", "desc")
                .orderBy("bulletins.publish_at", "desc")
                .orderBy("bulletins.id")
                .limit(limitPerClan)
                .as("top"),
            (join) => join.onTrue(),
          )
          .select(["top.clan_id", "top.id"])
          .where("mine.user_id", "=", userId)
          .where("mine.status", "=", "active")
          .as("picked"),
      (join) => join.onRef("picked.clan_id", "=", "bulletin.clan_id").onRef("picked.id", "=", "bulletin.id"),
    )
    .where("clans.deletes_at", "is", null)
    .orderBy("bulletin.publish_at", "desc")
    .orderBy("bulletin.id");
  return executePrepared(db, query);
}

/** A bulletin that can be read now. */
export async function findLiveBulletin(db: Db, clanId: string, bulletinId: string, now: Date) {
  const row = await db
    .selectFrom("bulletins")
    .select(["title", "content", "audience", "created_by"])
    .where("clan_id", "=", clanId)
    .where("id", "=", bulletinId)
    .where("deleted_at", "is", null)
    .where("publish_at", "<=", now)
    .where((bulletin) => bulletin.or([bulletin("expires_at", "is", null), bulletin("expires_at", ">", now)]))
    .executeTakeFirst();
  return row ?? null;
}

/** The order of the list: by when a bulletin is published, for a draft by when it was created. */
const shownAt = sql<Date>`coalesce(bulletin.publish_at, bulletin.created_at)`;

/** The contract's `bulletinStateAt` in SQL. */
function stateAt(now: Date) {
  return sql<BulletinState>`case
    when bulletin.publish_at is null then 'draft'
    when bulletin.expires_at <= ${now} then 'expired'
    when bulletin.publish_at <= ${now} then 'live'
    else 'scheduled' end`;
}

function isFor({ isManager }: Reader) {
  return isManager ? sql<boolean>`true` : sql<boolean>`bulletin.audience = 'everyone'`;
}

/** Searches the text without its markup and without accents. */
function contains(text: string) {
  const spaced = sql`regexp_replace(bulletin.content, '</?(p|br|ul|ol|li|h[1-3]|blockquote|pre)( /)?>', ' ', 'g')`;
  const bare = sql`regexp_replace(${spaced}, '<[^>]*>', '', 'g')`;
  const plain = sql`replace(replace(replace(${bare}, '&lt;', '<'), '&gt;', '>'), '&amp;', '&')`;
  // Without the offset, all this would be done again each time that folding reads its text.
  return sql<boolean>`(
    select strpos(${foldedText(sql`searched.text`)}, ${foldedText(sql`${text}::text`)}) > 0
    from (select bulletin.title || ' ' || ${plain} as text offset 0) as searched
  )`;
}

/** Who of a clan a bulletin is for: active members with an account, but for its author. */
const inAudience = sql`reader.clan_id = bulletin.clan_id and reader.status = 'active' and reader.user_id is not null
  and reader.user_id is distinct from bulletin.created_by
  and (bulletin.audience = 'everyone' or reader.role <> 'member')`;

/** Named, for a statement that is prepared. */
const columns = [
  "bulletin.clan_id",
  "bulletin.id",
  "bulletin.title",
  "bulletin.content",
  "bulletin.audience",
  "bulletin.pinned",
  "bulletin.post_to_discord",
  "bulletin.publish_at",
  "bulletin.expires_at",
  "bulletin.edited_at",
  "bulletin.deleted_at",
  "bulletin.created_by",
  "bulletin.created_at",
  "bulletin.updated_at",
  "bulletin.version",
] as const;

function selectBulletins(db: Db, userId: string) {
  return db
    .selectFrom("bulletins as bulletin")
    .innerJoin("clans", "clans.id", "bulletin.clan_id")
    .innerJoin("clan_members as me", (join) =>
      join.onRef("me.clan_id", "=", "bulletin.clan_id").on("me.user_id", "=", userId).on("me.status", "=", "active"),
    )
    .leftJoin("clan_members as author", (join) =>
      join
        .onRef("author.clan_id", "=", "bulletin.clan_id")
        .onRef("author.user_id", "=", "bulletin.created_by")
        .on("author.status", "!=", "removed"),
    )
    .select(columns)
    .select(["clans.name as clan_name", "me.role as clan_role", "author.name as author"])
    .select([
      sql<string>`to_char(${shownAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as("shown_at"),
      // Nobody's own words are new to them.
      sql<boolean>`bulletin.created_by is not distinct from ${userId} or exists (
        select from bulletin_readers seen
        where seen.clan_id = bulletin.clan_id and seen.bulletin_id = bulletin.id and seen.user_id = ${userId})`.as(
        "is_seen",
      ),
      sql<number | null>`case when me.role <> 'member' then (
        select count(*) from clan_members reader where ${inAudience}) end`.as("audience_size"),
      sql<number | null>`case when me.role <> 'member' then (
        select count(*) from bulletin_readers seen
        join clan_members reader on reader.user_id = seen.user_id and ${inAudience}
        where seen.clan_id = bulletin.clan_id and seen.bulletin_id = bulletin.id) end`.as("seen_count"),
    ]);
}

/** Opening it again changes nothing. */
export async function insertReader(
  db: Db,
  { clan_id, id }: { clan_id: string; id: string },
  userId: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto("bulletin_readers")
    .values({ clan_id, bulletin_id: id, user_id: userId, seen_at: now })
    .onConflict((same) => same.columns(["clan_id", "bulletin_id", "user_id"]).doNothing())
    .execute();
}

/** Whom a bulletin is for: who opened it first comes first, who has not comes last. */
export function listReaders(
  db: Db,
  bulletin: { clan_id: string; id: string; audience: BulletinAudience; created_by: string | null },
) {
  return db
    .selectFrom("clan_members as member")
    .leftJoin("bulletin_readers as seen", (join) =>
      join
        .onRef("seen.clan_id", "=", "member.clan_id")
        .onRef("seen.user_id", "=", "member.user_id")
        .on("seen.bulletin_id", "=", bulletin.id),
    )
    .select(["member.id as member_id", "member.name", "seen.seen_at"])
    .where("member.clan_id", "=", bulletin.clan_id)
    .where("member.status", "=", "active")
    .where("member.user_id", "is not", null)
    .where("member.user_id", "is distinct from", bulletin.created_by)
    .$if(bulletin.audience === "maintainers", (query) => query.where("member.role", "!=", "member"))
    .orderBy("seen.seen_at", (seen) => seen.asc().nullsLast())
    .orderBy("member.name_key")
    .orderBy("member.id")
    .execute();
}

/** Each version of the bulletins that were edited, one JSON text per line; one bulletin is read at a time. */
export async function* versionLines(db: Db, clanId: string): AsyncGenerator<string> {
  for (const { bulletin_id } of await listEdited(db, clanId)) {
    for (const version of await listVersions(db, clanId, bulletin_id)) yield `${JSON.stringify(version)}\n`;
  }
}

function listEdited(db: Db, clanId: string) {
  return db
    .selectFrom("bulletin_versions")
    .select("bulletin_id")
    .distinct()
    .where("clan_id", "=", clanId)
    .orderBy("bulletin_id")
    .execute();
}

function listVersions(db: Db, clanId: string, bulletinId: string) {
  return db
    .selectFrom("bulletin_versions as version")
    .leftJoin("clan_members as writer", (join) =>
      join.onRef("writer.clan_id", "=", "version.clan_id").onRef("writer.user_id", "=", "version.written_by"),
    )
    .select(["version.bulletin_id", "version.version", "version.title", "version.content"])
    .select(["writer.name as written_by", "version.written_at"])
    .where("version.clan_id", "=", clanId)
    .where("version.bulletin_id", "=", bulletinId)
    .orderBy("version.version")
    .execute();
}
