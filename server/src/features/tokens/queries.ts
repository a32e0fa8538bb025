import { type Insertable, sql } from "kysely";
import type { Db, Tables } from "../../db/tables.ts";

export function listTokensOfClan(db: Db, clanId: string) {
  return db
    .selectFrom("api_tokens as token")
    .leftJoin("clan_members as maker", (member) =>
      member.onRef("maker.clan_id", "=", "token.clan_id").onRef("maker.id", "=", "token.created_by"),
    )
    .select(["token.id", "token.name", "token.scopes", "token.last_four", "maker.name as created_by_name"])
    .select(["token.created_at", "token.expires_at", "token.last_used_at"])
    .where("token.clan_id", "=", clanId)
    .orderBy("token.created_at", "desc")
    .orderBy("token.id")
    .execute();
}

export async function countLiveTokens(tx: Db, clanId: string): Promise<number> {
  const { count } = await tx
    .selectFrom("api_tokens")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("clan_id", "=", clanId)
    .where((token) => token.or([token("expires_at", "is", null), token("expires_at", ">", sql<Date>`now()`)]))
    .executeTakeFirstOrThrow();
  return count;
}

type NewToken = Omit<Insertable<Tables["api_tokens"]>, "scopes" | "expires_at"> & {
  scopes: string[];
  days: number | null;
};

export function insertToken(tx: Db, { scopes, days, ...token }: NewToken) {
  return tx
    .insertInto("api_tokens")
    .values({
      ...token,
      scopes: JSON.stringify(scopes),
      expires_at: days === null ? null : sql<Date>`now() + make_interval(days => ${days})`,
    })
    .returning(["id", "created_at", "expires_at"])
    .executeTakeFirstOrThrow();
}

export async function deleteTokenOfClan(tx: Db, clanId: string, tokenId: string) {
  const row = await tx
    .deleteFrom("api_tokens")
    .where("clan_id", "=", clanId)
    .where("id", "=", tokenId)
    .returning(["name", "scopes"])
    .executeTakeFirst();
  return row ?? null;
}

/** Tokens that expired a month ago. */
export async function deleteOldTokens(tx: Db, clanId: string): Promise<void> {
  await tx
    .deleteFrom("api_tokens")
    .where("clan_id", "=", clanId)
    .where("expires_at", "<", sql<Date>`now() - interval '30 days'`)
    .execute();
}
