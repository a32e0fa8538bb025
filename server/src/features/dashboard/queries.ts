import type { FirstStep } from "@clanhall/contract/dashboard";
import { sql } from "kysely";
import { anyOf } from "../../db/lists.ts";
import { executePrepared, prepared } from "../../db/prepared.ts";
import type { Db } from "../../db/tables.ts";

/** The clans somebody manages that are neither archived nor being deleted. */
export function listClansManagedBy(db: Db, userId: string) {
  const query = db
    .selectFrom("clan_members as me")
    .innerJoin("clans", "clans.id", "me.clan_id")
    .leftJoin("user_clan_settings as mine", (join) =>
      join.onRef("mine.clan_id", "=", "clans.id").onRef("mine.user_id", "=", "me.user_id"),
    )
    .select(["clans.id", "clans.name", "clans.grace_days", "clans.first_day", "me.role"])
    .select(sql<boolean>`mine.settings @> '{"first_steps_hidden": true}' is true`.as("first_steps_hidden"))
    .where("me.user_id", "=", userId)
    .where("me.status", "=", "active")
    .where("me.role", "in", ["owner", "maintainer"])
    .where("clans.archived_at", "is", null)
    .where("clans.deletes_at", "is", null);
  return executePrepared(db, query);
}

/** The player that somebody has in each of their clans, with the clan's calendar, or in one of them. */
export function listPlayersOf(db: Db, userId: string, clanId?: string) {
  const query = db
    .selectFrom("clan_members as me")
    .innerJoin("clans", "clans.id", "me.clan_id")
    .leftJoin("user_clan_settings as mine", (join) =>
      join.onRef("mine.clan_id", "=", "clans.id").onRef("mine.user_id", "=", "me.user_id"),
    )
    .select(["me.clan_id", "me.id as member_id", "clans.name as clan_name", "clans.week_start", "clans.grace_days"])
    .select("clans.first_day")
    .select(sql<string | null>`mine.settings ->> 'last_used_at'`.as("last_used_at"))
    .select((row) =>
      row
        .selectFrom("entries")
        .select("day")
        .whereRef("entries.clan_id", "=", "me.clan_id")
        .whereRef("entries.member_id", "=", "me.id")
        .where("state", "!=", "cleared")
        .orderBy("day")
        .limit(1)
        .as("first_entry"),
    )
    .where("me.user_id", "=", userId)
    .where("me.status", "=", "active")
    .where("clans.archived_at", "is", null)
    .where("clans.deletes_at", "is", null)
    .$if(clanId !== undefined, (one) => one.where("me.clan_id", "=", clanId ?? null));
  return executePrepared(db, query);
}

type Steps = Record<Exclude<FirstStep, "day">, boolean>;

/**
 * What has been done in each of several clans by somebody in it. The order makes the database take the clan's index: it
 * would look through everybody's rows for the first of the clan.
 */
export async function listFirstSteps(
  db: Db,
  userId: string,
  clanIds: string[],
): Promise<({ clan_id: string } & Steps)[]> {
  const { rows } = await sql<{ clan_id: string } & Steps>`${prepared}
    select me.clan_id,
      coalesce((select true from clan_members as other
        where other.clan_id = me.clan_id and other.id <> me.id and other.status = 'active'
        order by other.id limit 1), false) as players,
      exists (select from activities
        where activities.clan_id = me.clan_id and is_active and deleted_at is null) as activities,
      coalesce((select true from entries where entries.clan_id = me.clan_id and entries.state <> 'cleared'
        order by entries.day limit 1), false) as entries,
      exists (select from invites where invites.clan_id = me.clan_id)
        or coalesce((select true from clan_members as other
          where other.clan_id = me.clan_id and other.id <> me.id and other.user_id is not null
          order by other.id limit 1), false) as invites,
      exists (select from scoreboards
        where scoreboards.clan_id = me.clan_id and scoreboards.deleted_at is null) as board
    from clan_members as me
    where me.user_id = ${userId} and me.clan_id = ${anyOf(clanIds)}
  `.execute(db);
  return rows;
}

/** Active players of a clan, and those of them with an account. */
export function countPlayers(db: Db, clanId: string) {
  return db
    .selectFrom("clan_members")
    .select((row) => [
      row.fn.countAll<number>().as("active"),
      row.fn.countAll<number>().filterWhere("user_id", "is not", null).as("linked"),
    ])
    .where("clan_id", "=", clanId)
    .where("status", "=", "active")
    .executeTakeFirstOrThrow();
}
