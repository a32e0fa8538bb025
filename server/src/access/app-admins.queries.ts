import { sql } from "kysely";
import type { Db } from "../db/tables.ts";

/** Whether this made the user an app admin, or found them one already. */
export async function addAppAdmin(db: Db, userId: string, note: string | null): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("app_admins")
    .values({ user_id: userId, note })
    .onConflict((same) => same.column("user_id").doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Makes app admins of those who have proved that one of these addresses is theirs; the audit names nobody as its doer. */
export async function grantNamedAdmins(db: Db, emails: string[]): Promise<void> {
  if (emails.length === 0) return;
  const lowered = emails.map((email) => email.toLowerCase());
  await sql`
    with granted as (
      insert into app_admins (user_id, note)
      select id, 'named in APP_ADMIN_EMAILS' from users
      where lower(email) = any(${lowered}::text[]) and deleted_at is null
        and email_confirmed_at is not null and email_confirmed_by <> 'auto'
      on conflict (user_id) do nothing
      returning user_id, note
    )
    insert into admin_audit (action, target_type, target_id, target, after)
    select 'app_admin.grant', 'user', users.id, coalesce(nullif(users.display_name, ''), users.email),
      jsonb_build_object('note', granted.note)
    from granted join users on users.id = granted.user_id
  `.execute(db);
}

export async function removeAppAdmin(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("app_admins").where("user_id", "=", userId).executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Whoever might leave waits here for the one before, and locks accounts only afterwards; new ones still come. */
export async function lockAppAdmins(tx: Db): Promise<void> {
  await tx.selectFrom("app_admins").select("user_id").orderBy("user_id").forUpdate().execute();
}

/** Whether nobody would be left without them: who is suspended, or leaves no later than they do, does not count. */
export async function isLastAppAdmin(tx: Db, userId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from app_admins join users as me on me.id = app_admins.user_id
    where me.id = ${userId} and not exists (
      select from app_admins join users as other on other.id = app_admins.user_id
      where other.id <> me.id and other.deleted_at is null
        and (other.banned_until is null or other.banned_until <= ${now})
        and (other.deletes_at is null or (other.deletes_at, other.id) > (me.deletes_at, me.id)))
  `.execute(tx);
  return rows.length > 0;
}
