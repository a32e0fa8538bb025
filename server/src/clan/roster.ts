import type { PublicName } from "@clanhall/contract/account";
import { sql } from "kysely";
import { anyOf } from "../db/any-of.ts";
import type { Db } from "../db/tables.ts";

/** A member with the days on the roster and the days away, both sorted. */
export interface PresentMember {
  id: string;
  name: string;
  tint: number;
  groups: string[];
  status: "active" | "inactive" | "removed";
  spans: { starts_on: string; ends_on: string | null }[];
  away: { starts_on: string; ends_on: string }[];
}

interface PresenceQuery {
  from: string;
  to: string;
  memberIds?: string[] | undefined;
}

/** Members who were on the roster on some day of the range, by name; merged rows are left out. */
export async function listPresentMembers(db: Db, clanId: string, query: PresenceQuery): Promise<PresentMember[]> {
  const rows = await presentIn(db, [clanId], query).execute();
  return rows.map(({ clan_id: _clan, ...member }) => member);
}

/** Everybody who was ever on the roster of each of several clans, by name. */
export async function listRosters(db: Db, clanIds: string[]): Promise<Map<string, PresentMember[]>> {
  const rows = await presentIn(db, clanIds, { from: "1970-01-01", to: "9999-12-31" }).execute();
  return Map.groupBy(rows, ({ clan_id }) => clan_id);
}

/** The days of all members are gathered at once: one by one they took longer than all else. */
function presentIn(db: Db, clanIds: string[], { from, to, memberIds }: PresenceQuery) {
  const isIn = sql<boolean>`bool_or(starts_on <= ${to}::date and (ends_on is null or ends_on >= ${from}::date))`;
  const periodsOf = (table: "clan_member_spans" | "clan_member_away") =>
    db
      .selectFrom(table)
      .select(["clan_id", "member_id"])
      .select([periods.as("periods"), isIn.as("is_in")])
      .where("clan_id", "=", anyOf(clanIds))
      .$if(memberIds !== undefined, (query) => query.where("member_id", "=", anyOf(memberIds ?? [])))
      .groupBy(["clan_id", "member_id"]);
  return db
    .selectFrom("clan_members as member")
    .innerJoin(periodsOf("clan_member_spans").as("spans"), (join) =>
      join.onRef("spans.clan_id", "=", "member.clan_id").onRef("spans.member_id", "=", "member.id"),
    )
    .leftJoin(periodsOf("clan_member_away").as("away"), (join) =>
      join.onRef("away.clan_id", "=", "member.clan_id").onRef("away.member_id", "=", "member.id"),
    )
    .select(["member.clan_id", "member.id", "member.name", "member.tint", "member.groups", "member.status"])
    .select(sql<PresentMember["spans"]>`spans.periods`.as("spans"))
    .select(sql<PresentMember["away"]>`coalesce(away.periods, '[]')`.as("away"))
    .where("member.clan_id", "=", anyOf(clanIds))
    .where("member.merged_into_id", "is", null)
    .where("spans.is_in", "=", true)
    .orderBy("member.name_key")
    .orderBy("member.id");
}

const periods = sql`json_agg(json_build_object('starts_on', starts_on, 'ends_on', ends_on) order by starts_on)`;

export type MemberName = Awaited<ReturnType<typeof listMemberNames>>[number];

/** All members, past and present, with their names and aliases. */
export function listMemberNames(db: Db, clanId: string) {
  return db
    .selectFrom("clan_members")
    .select(["id", "name", "aliases", "status", "merged_into_id", "version"])
    .where("clan_id", "=", clanId)
    .execute();
}

/**
 * Names of members, each with the choice of what the public may read. A merged member has the choice of the member it
 * was merged into; a member without an account has the last one made for it.
 */
export async function listPublicNames(db: Db, clanId: string, ids: string[]) {
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
    .innerJoin("clan_members as member", (join) =>
      join.onRef("member.id", "=", "became.id").on("member.clan_id", "=", clanId),
    )
    .leftJoin("users", "users.id", "member.user_id")
    .leftJoin("user_clan_settings as settings", (join) =>
      join.onRef("settings.user_id", "=", "member.user_id").on("settings.clan_id", "=", clanId),
    )
    .select(["asked.id", "asked.name", "asked.aliases", "asked.tint"])
    .select(
      sql<PublicName | null>`coalesce(
        settings.settings ->> 'public_name', users.privacy ->> 'public_name', member.kept_choice
      )`.as("choice"),
    )
    .where("became.merged_into_id", "is", null)
    .execute();
  return new Map(rows.map(({ id, ...member }) => [id, member]));
}
