import type { PublicName } from "@clanhall/contract/account";
import { sql } from "kysely";
import { anyOf } from "../../../db/any-of.ts";
import type { Db } from "../../../db/tables.ts";

/** Names of players with what each wants strangers to read. Whoever was merged away goes by the choice of the player they became; without an account, by that of the last one. */
export async function listPlayerNames(db: Db, clanId: string, ids: string[]) {
  const rows = await db
    .withRecursive("became(asked_id, id, merged_into_id)", (query) =>
      query
        .selectFrom("clan_members")
        .select(["id as asked_id", "id", "merged_into_id"])
        .where("clan_id", "=", clanId)
        .where("id", "=", anyOf(ids))
        .union(
          query
            .selectFrom("became")
            .innerJoin("clan_members as kept", (join) =>
              join.onRef("kept.id", "=", "became.merged_into_id").on("kept.clan_id", "=", clanId),
            )
            .select(["became.asked_id", "kept.id", "kept.merged_into_id"]),
        ),
    )
    .selectFrom("became")
    .innerJoin("clan_members as asked", (join) =>
      join.onRef("asked.id", "=", "became.asked_id").on("asked.clan_id", "=", clanId),
    )
    .innerJoin("clan_members as player", (join) =>
      join.onRef("player.id", "=", "became.id").on("player.clan_id", "=", clanId),
    )
    .leftJoin("users", "users.id", "player.user_id")
    .leftJoin("user_clan_settings as settings", (join) =>
      join.onRef("settings.user_id", "=", "player.user_id").on("settings.clan_id", "=", clanId),
    )
    .select(["asked.id", "asked.name", "asked.aliases", "asked.tint"])
    .select(
      sql<PublicName | null>`coalesce(
        settings.settings ->> 'public_name', users.privacy ->> 'public_name', player.kept_choice
      )`.as("choice"),
    )
    .where("became.merged_into_id", "is", null)
    .execute();
  return new Map(rows.map(({ id, ...player }) => [id, player]));
}
