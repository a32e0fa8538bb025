import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

interface Account {
  id: string;
  email: string | null;
  new_email: string | null;
  display_name: string;
}

const formerName = "Former member";

const belongings = [
  "auth_sessions",
  "auth_identities",
  "auth_factors",
  "auth_one_time_tokens",
  "login_activity",
  "app_admins",
  "user_clan_settings",
  "bulletin_readers",
] as const;

/** Clans that would be left without anybody to run them: each has one owner. Those being deleted need none. */
export async function listClansOwned(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("clan_members")
    .innerJoin("clans", "clans.id", "clan_members.clan_id")
    .select("clans.name")
    .where("clan_members.user_id", "=", userId)
    .where("clan_members.role", "=", "owner")
    .where("clan_members.status", "!=", "removed")
    .where("clans.deletes_at", "is", null)
    .orderBy("clans.name")
    .execute();
  return rows.map(({ name }) => name);
}

/** Somebody may be made an owner at this moment: whoever comes second waits, and sees what the first did. */
export async function lockMembersOf(db: Db, userId: string): Promise<void> {
  await db.selectFrom("clan_members").select("id").where("user_id", "=", userId).forUpdate().execute();
}

export async function listUsersToDelete(db: Db, now: Date): Promise<string[]> {
  const rows = await db.selectFrom("users").select("id").where("deletes_at", "<=", now).orderBy("deletes_at").execute();
  return rows.map(({ id }) => id);
}

/** Null for somebody who changed their mind a moment ago, or whom another instance has deleted. */
export async function lockUserToDelete(db: Db, userId: string, now: Date): Promise<Account | null> {
  const row = await db
    .selectFrom("users")
    .select(["id", "email", "new_email", "display_name"])
    .where("id", "=", userId)
    .where("deletes_at", "<=", now)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Leaves nothing by which anybody could tell who it was; what their players did keeps counting. */
export async function anonymiseAccount(db: Db, account: Account, now: Date): Promise<void> {
  const { id, email, new_email } = account;
  await anonymiseClanRecords(db, id);
  await anonymiseAdminRecords(db, account);
  await db
    .updateTable("clan_members")
    .set({
      name: formerName,
      name_key: formerName.toLowerCase(),
      aliases: "[]",
      public_note: "",
      officer_note: "",
      user_id: null,
      status: "removed",
      updated_at: now,
    })
    .where("user_id", "=", id)
    .execute();
  await deleteBelongings(db, id);
  await db.updateTable("auth_audit").set({ ip: null, network: null, traits: "{}" }).where("user_id", "=", id).execute();
  await db.insertInto("auth_audit").values({ user_id: id, action: "user_deleted", outcome: "success" }).execute();
  for (const address of [email, new_email]) if (address) await deleteMailsTo(db, address.toLowerCase());
  await db
    .updateTable("users")
    .set({
      email: null,
      new_email: null,
      password_hash: null,
      display_name: formerName,
      user_metadata: "{}",
      app_metadata: "{}",
      ui_settings: "{}",
      privacy: "{}",
      time_zone: null,
      locale: null,
      deleted_at: now,
      deletes_at: null,
      updated_at: now,
    })
    .where("id", "=", id)
    .execute();
}

/** What clans wrote down stays; whom it was about, and who did it, goes. */
async function anonymiseClanRecords(db: Db, userId: string): Promise<void> {
  const rows = await db.selectFrom("clan_members").select("id").where("user_id", "=", userId).execute();
  const ids = rows.map((row) => row.id);
  await db
    .updateTable("clan_audit")
    .set({ actor_name: formerName, actor_user_id: null, request_id: null })
    .where("actor_user_id", "=", userId)
    .execute();
  await db.updateTable("bulletins").set({ created_by: null }).where("created_by", "=", userId).execute();
  await db.updateTable("bulletin_versions").set({ written_by: null }).where("written_by", "=", userId).execute();
  if (ids.length === 0) return;
  await db
    .updateTable("clan_audit")
    .set({ target_name: formerName, before: null, after: null, reason: null })
    .where("target_id", "in", ids)
    .execute();
  await db
    .deleteFrom("clan_member_merges")
    .where((merge) => merge.or([merge("keep_id", "in", ids), merge("drop_id", "in", ids)]))
    .execute();
}

/** What app admins did and why stays; what the person was called goes, also where a reason names them. */
async function anonymiseAdminRecords(db: Db, { id, email, new_email, display_name }: Account): Promise<void> {
  await db
    .updateTable("admin_audit")
    .set({ target: formerName, before: null, after: null })
    .where("target_type", "=", "user")
    .where("target_id", "=", id)
    .execute();
  const words = [email, new_email, display_name].flatMap((word) => word?.toLowerCase() || []);
  await db
    .updateTable("admin_audit")
    .set({ reason: null })
    .where(sql<boolean>`exists (select from unnest(${words}::text[]) as word where strpos(lower(reason), word) > 0)`)
    .execute();
}

/** Everything that is only there for somebody who signs in. */
async function deleteBelongings(db: Db, userId: string): Promise<void> {
  for (const table of belongings) await db.deleteFrom(table).where("user_id", "=", userId).execute();
  await db
    .deleteFrom("auth_flows")
    .where((flow) => flow.or([flow("user_id", "=", userId), flow("linking_user_id", "=", userId)]))
    .execute();
}

/** A mail to somebody else that names the address is sealed, and its body goes within days. */
async function deleteMailsTo(db: Db, address: string): Promise<void> {
  await db
    .deleteFrom("mails")
    .where((mail) => mail(mail.fn("lower", ["recipient"]), "=", address))
    .execute();
}
