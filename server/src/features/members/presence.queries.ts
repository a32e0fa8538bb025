import { type NotNull, sql } from "kysely";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/tables.ts";

/** A player with the days on the roster and the days away, both sorted. */
export interface PresentMember {
  id: string;
  name: string;
  tint: number;
  groups: string[];
  status: "active" | "inactive" | "removed";
  spans: { starts_on: string; ends_on: string | null }[];
  away: { starts_on: string; ends_on: string }[];
}

/** Everybody who was on the roster at some time in a range of days, by name; merged rows are left out. */
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
