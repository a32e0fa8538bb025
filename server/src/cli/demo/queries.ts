import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

/** Whether an installation has been used by anybody. */
export async function hasAnybody(db: Db): Promise<boolean> {
  const user = await db.selectFrom("users").select("id").limit(1).executeTakeFirst();
  const clan = await db.selectFrom("clans").select("id").limit(1).executeTakeFirst();
  return user !== undefined || clan !== undefined;
}

export async function hasAdminWithNote(db: Db, note: string): Promise<boolean> {
  const row = await db.selectFrom("app_admins").select("user_id").where("note", "=", note).executeTakeFirst();
  return row !== undefined;
}

/** The links to boards that have no end, by clan and title. */
export function listEndlessLinks(db: Db) {
  return db
    .selectFrom("scoreboards")
    .innerJoin("clans", "clans.id", "scoreboards.clan_id")
    .select(["clans.name as clan", "scoreboards.title", "scoreboards.share_sealed"])
    .where("share_sealed", "is not", null)
    .where("share_expires_at", "is", null)
    .where("scoreboards.deleted_at", "is", null)
    .orderBy("clans.name")
    .orderBy("scoreboards.title", "desc")
    .$narrowType<{ share_sealed: Buffer }>()
    .execute();
}

export async function readClock(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]?.now ?? new Date();
}

/** Has what was logged since a moment have happened at an earlier one; the order within stays. */
export async function backdateAudit(db: Db, clanId: string, since: Date, at: Date): Promise<void> {
  await db
    .updateTable("clan_audit")
    .set((row) => ({ at: sql<Date>`${at}::timestamptz + (${row.ref("at")} - ${since}::timestamptz) / 1000` }))
    .where("clan_id", "=", clanId)
    .where("at", ">=", since)
    .execute();
}

/** Clan, members and used invites are as old as the story. */
export async function backdateClan(db: Db, clanId: string, at: Date): Promise<void> {
  await db.updateTable("clans").set({ created_at: at }).where("id", "=", clanId).execute();
  await db
    .updateTable("clan_members")
    .set((row) => ({ created_at: row.ref("joined_at") }))
    .where("clan_id", "=", clanId)
    .execute();
  await db
    .updateTable("invites")
    .set({ created_at: at, processed_at: new Date(at.getTime() + 3_600_000) })
    .where("clan_id", "=", clanId)
    .where("is_processed", "=", true)
    .execute();
}

/** Everybody came at one moment, and was here last at one of their own within the last twelve days. */
export async function backdateUsers(db: Db, at: Date, now: Date): Promise<void> {
  await db
    .updateTable("users")
    .set((row) => ({
      created_at: at,
      email_confirmed_at: new Date(at.getTime() + 240_000),
      email_confirmed_by: "mail" as const,
      last_sign_in_at: sql<Date>`${now}::timestamptz - make_interval(mins => abs(hashtext(${row.ref("email")})) % 17280)`,
    }))
    .execute();
}

/** Nobody gets a mail now about what happened long ago. */
export async function dropMemberMails(db: Db): Promise<void> {
  await sql`delete from pgboss.job where name = 'notify-members'`.execute(db);
}

/** So much came at once that the planner must not wait for its daily statistics. */
export async function refreshStatistics(db: Db): Promise<void> {
  await sql`analyze`.execute(db);
}
