import type { Db } from "../../db/tables.ts";

interface Account {
  id: string;
  email: string | null;
  new_email: string | null;
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
] as const;

/** Clans that would be left without anybody to run them: no other active owner has an account. */
export async function listClansOwnedAlone(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("clan_members as mine")
    .innerJoin("clans", "clans.id", "mine.clan_id")
    .select("clans.name")
    .where("mine.user_id", "=", userId)
    .where("mine.role", "=", "owner")
    .where("mine.status", "=", "active")
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("clan_members as other")
            .select("other.id")
            .whereRef("other.clan_id", "=", "mine.clan_id")
            .where("other.user_id", "is not", null)
            .where("other.user_id", "!=", userId)
            .where("other.role", "=", "owner")
            .where("other.status", "=", "active"),
        ),
      ),
    )
    .orderBy("clans.name")
    .execute();
  return rows.map(({ name }) => name);
}

/** Owners who go at the same moment wait for each other, or none would see that the other is going. */
export async function lockClansOwned(db: Db, userId: string): Promise<void> {
  await db
    .selectFrom("clans")
    .select("id")
    .where("id", "in", (clan) =>
      clan.selectFrom("clan_members").select("clan_id").where("user_id", "=", userId).where("role", "=", "owner"),
    )
    .orderBy("id")
    .forUpdate()
    .execute();
}

export async function listUsersToDelete(db: Db, now: Date): Promise<string[]> {
  const rows = await db.selectFrom("users").select("id").where("deletes_at", "<=", now).orderBy("deletes_at").execute();
  return rows.map(({ id }) => id);
}

/** Null for somebody who changed their mind a moment ago, or whom another instance has deleted. */
export async function lockUserToDelete(db: Db, userId: string, now: Date): Promise<Account | null> {
  const row = await db
    .selectFrom("users")
    .select(["id", "email", "new_email"])
    .where("id", "=", userId)
    .where("deletes_at", "<=", now)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Leaves nothing by which anybody could tell who it was; what their players did keeps counting. */
export async function anonymiseAccount(db: Db, { id, email, new_email }: Account, now: Date): Promise<void> {
  const members = { name: formerName, user_id: null, status: "removed", updated_at: now } as const;
  await db.updateTable("clan_members").set(members).where("user_id", "=", id).execute();
  await deleteBelongings(db, id);
  await db.updateTable("auth_audit").set({ ip: null, network: null, traits: "{}" }).where("user_id", "=", id).execute();
  await db.insertInto("auth_audit").values({ user_id: id, action: "user_deleted", outcome: "success" }).execute();
  for (const address of [email, new_email]) if (address) await deleteMailsAbout(db, address.toLowerCase());
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

/** Everything that is only there for somebody who signs in. */
async function deleteBelongings(db: Db, userId: string): Promise<void> {
  for (const table of belongings) await db.deleteFrom(table).where("user_id", "=", userId).execute();
  await db
    .deleteFrom("auth_flows")
    .where((flow) => flow.or([flow("user_id", "=", userId), flow("linking_user_id", "=", userId)]))
    .execute();
}

/** Mails to the address and those that name it, such as the word to an earlier address. */
async function deleteMailsAbout(db: Db, address: string): Promise<void> {
  await db
    .deleteFrom("mails")
    .where((mail) =>
      mail.or([
        mail(mail.fn("lower", ["recipient"]), "=", address),
        mail(mail.fn<number>("strpos", [mail.fn("lower", ["text"]), mail.val(address)]), ">", 0),
      ]),
    )
    .execute();
}
