import type { PublicName } from "@clanhall/contract/account";
import { wasOnRoster } from "@clanhall/contract/rules/cells";
import { sql } from "kysely";
import { anyOf } from "../db/lists.ts";
import { executePrepared } from "../db/prepared.ts";
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
  const rows = await listPresent(db, [clanId], query);
  return rows.map(({ clan_id: _clan, ...member }) => member);
}

/** Everybody who was ever on the roster of each of several clans, by name. */
export async function listRosters(db: Db, clanIds: string[]): Promise<Map<string, PresentMember[]>> {
  const rows = await listPresent(db, clanIds, { from: "1970-01-01", to: "9999-12-31" });
  return Map.groupBy(rows, ({ clan_id }) => clan_id);
}

/**
 * Members and days are put together here: read for each member they take longer than all else, and a join of so many
 * rows goes wrong where the database has not counted them yet.
 */
async function listPresent(db: Db, clanIds: string[], { from, to, memberIds }: PresenceQuery) {
  const query = db
    .selectFrom("clan_members as member")
    .select(["member.clan_id", "member.id", "member.name", "member.tint", "member.groups", "member.status"])
    .where("member.clan_id", "=", anyOf(clanIds))
    .where("member.merged_into_id", "is", null)
    .$if(memberIds !== undefined, (some) => some.where("member.id", "=", anyOf(memberIds ?? [])))
    .orderBy("member.name_key")
    .orderBy("member.id");
  const members = await executePrepared(db, query);
  const spans = Map.groupBy(
    await executePrepared(db, periodsOf(db, "clan_member_spans", clanIds, memberIds)),
    ({ member_id }) => member_id,
  );
  const away = Map.groupBy(
    await executePrepared(db, periodsOf(db, "clan_member_away", clanIds, memberIds)),
    ({ member_id }) => member_id,
  );
  return members.flatMap((member) => {
    const present = (spans.get(member.id) ?? []).map(({ starts_on, ends_on }) => ({ starts_on, ends_on }));
    if (!wasOnRoster({ spans: present }, from, to)) return [];
    const absent = (away.get(member.id) ?? []).map(({ starts_on, ends_on }) => ({ starts_on, ends_on: ends_on ?? to }));
    return [{ ...member, spans: present, away: absent }];
  });
}

function periodsOf(
  db: Db,
  table: "clan_member_spans" | "clan_member_away",
  clanIds: string[],
  memberIds: string[] | undefined,
) {
  return db
    .selectFrom(table)
    .select(["member_id", "starts_on", "ends_on"])
    .where("clan_id", "=", anyOf(clanIds))
    .$if(memberIds !== undefined, (query) => query.where("member_id", "=", anyOf(memberIds ?? [])))
    .orderBy("starts_on");
}

/** Every player of an account, for a statement: those who were removed too, and those who were merged into them. */
export function playersOfUser(userId: string) {
  return sql<{ clan_id: string; id: string }>`(
    with recursive player as (
      select clan_id, id from clan_members where user_id = ${userId}
      union
      select dropped.clan_id, dropped.id
      from player
      join clan_members as dropped on dropped.clan_id = player.clan_id and dropped.merged_into_id = player.id
    )
    select clan_id, id from player
  )`;
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
