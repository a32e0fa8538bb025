import { type ExpressionBuilder, type Insertable, sql, type Updateable } from "kysely";
import { executePrepared } from "../../db/prepared.ts";
import type { Db, Tables } from "../../db/tables.ts";

/** The clans of a user, each with their membership. One that is being deleted is only for its owner. */
export function listClansOf(db: Db, userId: string) {
  return executePrepared(db, clansOf(db, userId));
}

export async function findClanOf(db: Db, clanId: string, userId: string) {
  const row = await clansOf(db, userId).where("clans.id", "=", clanId).executeTakeFirst();
  return row ?? null;
}

export type ClanRow = Awaited<ReturnType<typeof listClansOf>>[number];

function clansOf(db: Db, userId: string) {
  return db
    .selectFrom("clan_members as me")
    .innerJoin("clans", "clans.id", "me.clan_id")
    .leftJoin("games", "games.id", "clans.game_id")
    .leftJoin("clan_transfers as offer", (join) =>
      join
        .onRef("offer.clan_id", "=", "clans.id")
        .onRef("offer.to_member_id", "=", "me.id")
        .onRef("offer.to_user_id", "=", "me.user_id"),
    )
    .leftJoin("clan_members as owner", (join) =>
      join
        .onRef("owner.clan_id", "=", "offer.clan_id")
        .on("owner.role", "=", "owner")
        .on("owner.status", "!=", "removed"),
    )
    .leftJoin("user_clan_settings as mine", (join) =>
      join.onRef("mine.clan_id", "=", "clans.id").onRef("mine.user_id", "=", "me.user_id"),
    )
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom("clan_members as row")
          .select((row) => row.fn.countAll<number>().as("total"))
          .select((row) => row.fn.countAll<number>().filterWhere("row.status", "=", "active").as("active"))
          .whereRef("row.clan_id", "=", "clans.id")
          .where("row.status", "!=", "removed")
          .as("counts"),
      (join) => join.onTrue(),
    )
    .select(["clans.id", "clans.name", "clans.description", "clans.game_id", "clans.game_name", "clans.game_server"])
    .select(["clans.week_start", "clans.late_days", "clans.grace_days", "clans.first_day", "clans.toggles"])
    .select(["clans.main_board_id", "clans.crest_tint", "clans.crest_symbol"])
    .select(["clans.archived_at", "clans.deletes_at", "clans.created_at"])
    .select(ownerOf)
    .select(["clans.members_away", "clans.version", "clans.updated_at"])
    .select(["me.id as member_id", "me.role"])
    .select(["games.name as catalogue_name", "games.icon as game_icon"])
    .select(["counts.active", "counts.total", "owner.name as offered_by"])
    .select(sql<string | null>`mine.settings ->> 'last_used_at'`.as("last_used_at"))
    .where("me.user_id", "=", userId)
    .where("me.status", "=", "active")
    .where((clan) => clan.or([clan("clans.deletes_at", "is", null), clan("me.role", "=", "owner")]));
}

/** Whose clan it is: whoever made it may have given it away. */
function ownerOf(clan: ExpressionBuilder<Tables, "clans">) {
  return clan
    .selectFrom("clan_members as its_owner")
    .select("its_owner.user_id")
    .whereRef("its_owner.clan_id", "=", "clans.id")
    .where("its_owner.role", "=", "owner")
    .where("its_owner.status", "!=", "removed")
    .as("created_by");
}

export function getClanEnd(db: Db, clanId: string) {
  return db
    .selectFrom("clans")
    .select(["archived_at", "deletes_at"])
    .where("id", "=", clanId)
    .executeTakeFirstOrThrow();
}

export async function findOwner(db: Db, clanId: string) {
  const row = await db
    .selectFrom("clan_members")
    .select(["id", "user_id", "name"])
    .where("clan_id", "=", clanId)
    .where("role", "=", "owner")
    .where("status", "!=", "removed")
    .executeTakeFirst();
  return row ?? null;
}

export async function updateClan(db: Db, clanId: string, change: Updateable<Tables["clans"]>): Promise<void> {
  await db
    .updateTable("clans")
    .set((row) => ({ ...change, version: row("version", "+", 1), updated_at: sql<Date>`now()` }))
    .where("id", "=", clanId)
    .execute();
}

/** The version stays, so that a form with the clan's settings does not become stale. */
export async function setMainBoard(db: Db, clanId: string, boardId: string): Promise<void> {
  await db.updateTable("clans").set({ main_board_id: boardId }).where("id", "=", clanId).execute();
}

/** Locks the future owner, so that two clans at once cannot exceed the limit. */
export async function lockOwnerToBe(db: Db, userId: string) {
  const row = await db
    .selectFrom("users")
    .select(["id", "deletes_at"])
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Clans that are being deleted do not count. */
export async function countClansOwned(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("clan_members")
    .innerJoin("clans", "clans.id", "clan_members.clan_id")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("clan_members.user_id", "=", userId)
    .where("clan_members.role", "=", "owner")
    .where("clan_members.status", "!=", "removed")
    .where("clans.deletes_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertClan(db: Db, clan: Insertable<Tables["clans"]>): Promise<string> {
  const { id } = await db.insertInto("clans").values(clan).returning("id").executeTakeFirstOrThrow();
  return id;
}

export async function listClansToDelete(db: Db, now: Date): Promise<string[]> {
  const rows = await db.selectFrom("clans").select("id").where("deletes_at", "<=", now).orderBy("deletes_at").execute();
  return rows.map(({ id }) => id);
}

/** False for a clan whose owner took it back a moment ago, or that another instance has deleted. */
export async function lockClanPast(tx: Db, clanId: string, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom("clans")
    .select("id")
    .where("id", "=", clanId)
    .where("deletes_at", "<=", now)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * What a clan has many rows of, and how many go in one statement. With a player and an activity go their entries, which
 * are looked for in every month, also where they were deleted before in the same transaction.
 */
const rowsAtOnce = { clan_audit: 20_000, clan_members: 200, activities: 5 };

/** Some rows at a time, so that no statement takes too long; the rest is little. */
export async function deleteClan(tx: Db, clanId: string): Promise<void> {
  for (const [table, atOnce] of Object.entries(rowsAtOnce)) {
    for (let last: string | null = noId; last !== null;) {
      last = await deleteRows(tx, table, clanId, last, atOnce);
    }
  }
  await tx.deleteFrom("clans").where("id", "=", clanId).execute();
}

/** Below every other. */
const noId = "00000000-0000-0000-0000-000000000000";

/** Deletes the rows that come after one and returns the last of them; null if nothing was left. */
async function deleteRows(
  tx: Db,
  table: string,
  clanId: string,
  after: string,
  atOnce: number,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with next as (
      select id from ${sql.table(table)} where clan_id = ${clanId} and id > ${after} order by id limit ${atOnce}
    ), deleted as (
      delete from ${sql.table(table)} as row using next where row.clan_id = ${clanId} and row.id = next.id
    )
    select id from next order by id desc limit 1
  `.execute(tx);
  return rows[0]?.id ?? null;
}

export async function insertDayRule(db: Db, rule: Insertable<Tables["clan_day_rules"]>): Promise<void> {
  await db.insertInto("clan_day_rules").values(rule).execute();
}

export async function deleteDayRulesAfter(db: Db, clanId: string, date: string): Promise<void> {
  await db.deleteFrom("clan_day_rules").where("clan_id", "=", clanId).where("effective_from", ">", date).execute();
}

export function countMembers(db: Db, clanId: string, today: string) {
  return db
    .selectFrom("clan_members as member")
    .select((row) => [
      row.fn.countAll<number>().filterWhere("status", "=", "active").as("active"),
      row.fn.countAll<number>().filterWhere("status", "=", "inactive").as("inactive"),
      row.fn.countAll<number>().filterWhere("status", "=", "removed").as("removed"),
      row.fn
        .countAll<number>()
        .filterWhere("user_id", "is not", null)
        .filterWhere("status", "!=", "removed")
        .as("linked"),
      row.fn
        .countAll<number>()
        .filterWhere("status", "=", "active")
        .filterWhere(
          row.exists(
            row
              .selectFrom("clan_member_away as away")
              .select("away.id")
              .whereRef("away.clan_id", "=", "member.clan_id")
              .whereRef("away.member_id", "=", "member.id")
              .where("away.starts_on", "<=", today)
              .where("away.ends_on", ">=", today),
          ),
        )
        .as("away"),
    ])
    .where("member.clan_id", "=", clanId)
    .executeTakeFirstOrThrow();
}

/** Boards whose link works now and ends before a moment, the soonest first. */
export function listExpiringBoards(db: Db, clanId: string, now: Date, before: Date) {
  return db
    .selectFrom("scoreboards")
    .select(["id", "title", sql<Date>`share_expires_at`.as("expires_at")])
    .where("clan_id", "=", clanId)
    .where("share_hash", "is not", null)
    .where("share_expires_at", ">", now)
    .where("share_expires_at", "<=", before)
    .where("state", "!=", "archived")
    .where("deleted_at", "is", null)
    .orderBy("share_expires_at")
    .orderBy("id")
    .execute();
}

/** Invites that can still be used, and those of them whose time is up within a day. */
export function countInvites(db: Db, clanId: string) {
  return db
    .selectFrom("invites")
    .select((row) => [
      row.fn.countAll<number>().as("open"),
      row.fn
        .countAll<number>()
        .filterWhere("expires_at", "<=", sql<Date>`now() + interval '24 hours'`)
        .as("expiring"),
    ])
    .where("clan_id", "=", clanId)
    .where("is_processed", "=", false)
    .where("cancelled_at", "is", null)
    .where((invite) => invite.or([invite("expires_at", "is", null), invite("expires_at", ">", sql<Date>`now()`)]))
    .executeTakeFirstOrThrow();
}
