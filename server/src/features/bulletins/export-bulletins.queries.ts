import type { Db } from "../../db/tables.ts";

/** Each wording of the bulletins whose words were changed, one JSON text per line; one bulletin is read at a time. */
export async function* versionLines(db: Db, clanId: string): AsyncGenerator<string> {
  for (const { bulletin_id } of await listReworded(db, clanId)) {
    for (const words of await listWordings(db, clanId, bulletin_id)) yield `${JSON.stringify(words)}\n`;
  }
}

function listReworded(db: Db, clanId: string) {
  return db
    .selectFrom("bulletin_versions")
    .select("bulletin_id")
    .distinct()
    .where("clan_id", "=", clanId)
    .orderBy("bulletin_id")
    .execute();
}

function listWordings(db: Db, clanId: string, bulletinId: string) {
  return db
    .selectFrom("bulletin_versions as words")
    .leftJoin("clan_members as writer", (join) =>
      join.onRef("writer.clan_id", "=", "words.clan_id").onRef("writer.user_id", "=", "words.written_by"),
    )
    .select(["words.bulletin_id", "words.version", "words.title", "words.content"])
    .select(["writer.name as written_by", "words.written_at"])
    .where("words.clan_id", "=", clanId)
    .where("words.bulletin_id", "=", bulletinId)
    .orderBy("words.version")
    .execute();
}
