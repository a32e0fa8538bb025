import { sql } from "kysely";
import type { Db } from "../db/tables.ts";

/** A living token with its clan and its maker, who must still manage the clan. Time is the database's. */
export async function findTokenAndMaker(db: Db, tokenHash: Buffer) {
  const row = await db
    .selectFrom("api_tokens as token")
    .innerJoin("clans", "clans.id", "token.clan_id")
    .innerJoin("clan_members as maker", (member) =>
      member.onRef("maker.clan_id", "=", "token.clan_id").onRef("maker.id", "=", "token.created_by"),
    )
    .innerJoin("users", "users.id", "maker.user_id")
    .select(["token.id", "token.clan_id", "token.name", "token.scopes"])
    .select(["maker.id as member_id", "users.id as user_id"])
    .select(["clans.toggles", "clans.archived_at", "clans.deletes_at"])
    .select(
      sql<boolean>`token.last_used_at is null or token.last_used_at < now() - interval '1 minute'`.as("is_use_news"),
    )
    .where("token.token_hash", "=", tokenHash)
    .where((token) =>
      token.or([token("token.expires_at", "is", null), token("token.expires_at", ">", sql<Date>`now()`)]),
    )
    .where("maker.status", "=", "active")
    .where("maker.role", "in", ["owner", "maintainer"])
    .where("users.deleted_at", "is", null)
    .where((user) =>
      user.or([user("users.banned_until", "is", null), user("users.banned_until", "<=", sql<Date>`now()`)]),
    )
    .executeTakeFirst();
  return row ?? null;
}

export async function noteTokenUse(db: Db, clanId: string, tokenId: string): Promise<void> {
  await db
    .updateTable("api_tokens")
    .set({ last_used_at: sql`now()` })
    .where("clan_id", "=", clanId)
    .where("id", "=", tokenId)
    .execute();
}

const nowMs = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** Counts a call in the current minute of a token, which begins with its first call. */
export async function countTokenCall(db: Db, tokenId: string): Promise<{ calls: number; secondsLeft: number }> {
  const isOver = sql`auth_rate_limits.expire <= excluded.expire - 60000`;
  const row = await db
    .insertInto("auth_rate_limits")
    .values({ key: `api_token:${tokenId}`, points: 1, expire: sql`${nowMs} + 60000` })
    .onConflict((same) =>
      same.column("key").doUpdateSet({
        points: sql`case when ${isOver} then 1 else auth_rate_limits.points + 1 end`,
        expire: sql`case when ${isOver} then excluded.expire else auth_rate_limits.expire end`,
      }),
    )
    .returning(["points", sql<number>`ceil((expire - ${nowMs}) / 1000.0)::integer`.as("seconds_left")])
    .executeTakeFirstOrThrow();
  return { calls: row.points, secondsLeft: Math.max(1, row.seconds_left) };
}

/** Those of the clans' bots that were made by the user's players. */
export async function deleteApiTokensOf(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom("api_tokens")
    .where((token) =>
      token.exists(
        token
          .selectFrom("clan_members")
          .select("clan_members.id")
          .whereRef("clan_members.clan_id", "=", "api_tokens.clan_id")
          .whereRef("clan_members.id", "=", "api_tokens.created_by")
          .where("clan_members.user_id", "=", userId),
      ),
    )
    .execute();
}
