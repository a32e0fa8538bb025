import { sql } from "kysely";
import type { Db } from "../../../db/tables.ts";
import type { UserRow } from "../queries.ts";

interface Page {
  page: number;
  per_page: number;
}

export async function findUser(db: Db, userId: string): Promise<UserRow | null> {
  const row = await db.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
  return row ?? null;
}

export async function deleteUser(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("users").where("id", "=", userId).executeTakeFirst();
  return numDeletedRows === 1n;
}

/** One page of the accounts whose address or name contains the words, and how many there are in all. */
export async function listUsersPage(
  db: Db,
  { page, per_page, filter, sort }: Page & { filter: string; sort: string },
): Promise<{ users: UserRow[]; total: number }> {
  const matching = db
    .selectFrom("users")
    .$if(filter !== "", (users) =>
      users.where((user) =>
        user.or(
          (["email", "display_name"] as const).map((column) =>
            user(sql<number>`strpos(lower(${sql.ref(column)}), lower(${filter}))`, ">", 0),
          ),
        ),
      ),
    );
  const [column, direction] = sort.split(" ") as [
    "created_at" | "last_sign_in_at" | "email",
    "asc" | "desc" | undefined,
  ];
  const [users, { total }] = await Promise.all([
    matching
      .selectAll()
      .orderBy(column, (order) => (direction === "desc" ? order.desc().nullsLast() : order.asc().nullsLast()))
      .orderBy("id")
      .limit(per_page)
      .offset((page - 1) * per_page)
      .execute(),
    matching.select((user) => user.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { users, total };
}

export function listIdentitiesOf(db: Db, userIds: string[]) {
  return db
    .selectFrom("auth_identities")
    .selectAll()
    .where("user_id", "=", sql<string>`any(${userIds}::uuid[])`)
    .orderBy("created_at")
    .execute();
}

export function listFactorsOf(db: Db, userIds: string[]) {
  return db
    .selectFrom("auth_factors")
    .selectAll()
    .where("user_id", "=", sql<string>`any(${userIds}::uuid[])`)
    .orderBy("created_at")
    .execute();
}

/** The newest first. An author is found by address, also by a part of it. */
export async function listAuditPage(db: Db, { page, per_page, actions, author }: Page & AuditFilter) {
  const matching = db
    .selectFrom("auth_audit")
    .leftJoin("users", "users.id", "auth_audit.user_id")
    .$if(actions !== null, (entries) =>
      entries.where("auth_audit.action", "=", sql<string>`any(${actions ?? []}::text[])`),
    )
    .$if(author !== null, (entries) =>
      entries.where(sql<number>`strpos(lower(users.email), lower(${author ?? ""}))`, ">", 0),
    );
  const [rows, { total }] = await Promise.all([
    matching
      .selectAll("auth_audit")
      .select("users.email")
      .orderBy("auth_audit.at", "desc")
      .orderBy("auth_audit.id")
      .limit(per_page)
      .offset((page - 1) * per_page)
      .execute(),
    matching.select((entry) => entry.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

export interface AuditFilter {
  actions: string[] | null;
  author: string | null;
}
