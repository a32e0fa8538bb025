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

/** Members who were on the roster on some day of the range, by name; merged rows are left out. */
export async function listPresentMembers(
  db: Db,
  clanId: string,
  { from, to, memberIds }: { from: string; to: string; memberIds?: string[] | undefined },
): Promise<PresentMember[]> {
  const periodsOf = (table: "clan_member_spans" | "clan_member_away") =>
    db
      .selectFrom(table)
      .select("member_id")
      .select(periods.as("periods"))
      .select(
        sql<boolean>`bool_or(starts_on <= ${to}::date and (ends_on is null or ends_on >= ${from}::date))`.as("is_in"),
      )
      .where("clan_id", "=", clanId)
      .$if(memberIds !== undefined, (query) => query.where("member_id", "=", anyOf(memberIds ?? [])))
      .groupBy("member_id");
  return db
    .selectFrom("clan_members as member")
    .innerJoin(periodsOf("clan_member_spans").as("spans"), "spans.member_id", "member.id")
    .leftJoin(periodsOf("clan_member_away").as("away"), "away.member_id", "member.id")
    .select(["member.id", "member.name", "member.tint", "member.groups", "member.status"])
    .select(sql<PresentMember["spans"]>`spans.periods`.as("spans"))
    .select(sql<PresentMember["away"]>`coalesce(away.periods, '[]')`.as("away"))
    .where("member.clan_id", "=", clanId)
    .where("member.merged_into_id", "is", null)
    .where("spans.is_in", "=", true)
    .orderBy("member.name_key")
    .orderBy("member.id")
    .execute();
}

const periods = sql<unknown>`json_agg(json_build_object('starts_on', starts_on, 'ends_on', ends_on) order by starts_on)`;

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
