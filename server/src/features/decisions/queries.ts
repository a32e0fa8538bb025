import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

/** What was asked by and said to the players of an account that ends. */
export async function eraseUser(tx: Db, userId: string): Promise<void> {
  for (const table of ["member_requests", "member_warnings", "member_notes", "attention_hidden"]) {
    await sql`
      delete from ${sql.table(table)} as kept using clan_members as member
      where member.user_id = ${userId} and kept.clan_id = member.clan_id and kept.member_id = member.id
    `.execute(tx);
  }
}
