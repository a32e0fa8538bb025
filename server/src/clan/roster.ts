import type { PublicName } from "@clanhall/contract/account";
import { type NotNull, sql } from "kysely";
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
  return db
    .selectFrom("clan_members as member")
    .select(["member.id", "member.name", "member.tint", "member.groups", "member.status"])
    .select((row) => [
      row
        .selectFrom("clan_member_spans as span")
        .select(asPeriods<PresentMember["spans"]>("span").as("spans"))
        .whereRef("span.clan_id", "=", "member.clan_id")
        .whereRef("span.member_id", "=", "member.id")
        .as("spans"),
      row
        .selectFrom("clan_member_away as away")
        .select(asPeriods<PresentMember["away"]>("away").as("away"))
        .whereRef("away.clan_id", "=", "member.clan_id")
        .whereRef("away.member_id", "=", "member.id")
        .as("away"),
    ])
    .where("member.clan_id", "=", clanId)
    .where("member.merged_into_id", "is", null)
    .$if(memberIds !== undefined, (query) => query.where("member.id", "=", anyOf(memberIds ?? [])))
    .where((row) =>
      row.exists(
        row
          .selectFrom("clan_member_spans as present")
          .select("present.member_id")
          .whereRef("present.clan_id", "=", "member.clan_id")
          .whereRef("present.member_id", "=", "member.id")
          .where("present.starts_on", "<=", to)
          .where((span) => span.or([span("present.ends_on", "is", null), span("present.ends_on", ">=", from)])),
      ),
    )
    .orderBy("member.name_key")
    .orderBy("member.id")
    .$narrowType<{ spans: NotNull; away: NotNull }>()
    .execute();
}

function asPeriods<Periods>(table: string) {
  const [starts, ends] = [sql.ref(`${table}.starts_on`), sql.ref(`${table}.ends_on`)];
  const period = sql`json_build_object('starts_on', ${starts}, 'ends_on', ${ends})`;
  return sql<Periods>`coalesce(json_agg(${period} order by ${starts}), '[]')`;
}

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
