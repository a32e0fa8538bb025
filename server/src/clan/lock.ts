import { sql } from "kysely";
import { anyOf } from "../db/lists.ts";
import { executePrepared } from "../db/prepared.ts";
import type { Db } from "../db/tables.ts";

/** Changes of one clan wait for each other here; what only refers to the clan is still written meanwhile. */
export async function lockClan(db: Db, clanId: string) {
  const row = await db.selectFrom("clans").selectAll().where("id", "=", clanId).forNoKeyUpdate().executeTakeFirst();
  return row ?? null;
}

/** Numbers a save of the clan's entries; until the transaction ends, whoever else saves there waits. */
export async function nextRevision(tx: Db, clanId: string): Promise<number> {
  const { revision } = await tx
    .insertInto("entry_revisions")
    .values({ clan_id: clanId, revision: 1 })
    .onConflict((same) => same.column("clan_id").doUpdateSet({ revision: sql`entry_revisions.revision + 1` }))
    .returning("revision")
    .executeTakeFirstOrThrow();
  return revision;
}

/** The number of the clan's last save. */
export async function getRevision(db: Db, clanId: string): Promise<number> {
  const row = await db
    .selectFrom("entry_revisions")
    .select("revision")
    .where("clan_id", "=", clanId)
    .executeTakeFirst();
  return row?.revision ?? 0;
}

/** For each clan a text that changes with all that is stored of it: values have their revision, all else is recorded. */
export async function listStamps(db: Db, clanIds: string[]): Promise<Map<string, string>> {
  const query = db
    .selectFrom("clans")
    .leftJoin("entry_revisions as saved", "saved.clan_id", "clans.id")
    .select(["clans.id", "saved.revision"])
    .select((row) =>
      row
        .selectFrom("clan_audit as change")
        .select("change.id")
        .whereRef("change.clan_id", "=", "clans.id")
        .orderBy("change.at", "desc")
        .orderBy("change.id", "desc")
        .limit(1)
        .as("change"),
    )
    .where("clans.id", "=", anyOf(clanIds));
  const rows = await executePrepared(db, query);
  return new Map(rows.map(({ id, revision, change }) => [id, `${revision} ${change}`]));
}
