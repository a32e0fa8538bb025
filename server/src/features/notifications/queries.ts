import type { NotificationKind } from "@clanhall/contract/notifications";
import { type NotNull, sql } from "kysely";
import type { Db } from "../../db/tables.ts";

/** Null for a clan that stays silent, because it is archived or being deleted. */
export async function findSpeakingClan(db: Db, clanId: string) {
  const row = await db
    .selectFrom("clans")
    .select(["id", "name", "toggles", "grace_days"])
    .where("id", "=", clanId)
    .where("archived_at", "is", null)
    .where("deletes_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

export type Reader = Awaited<ReturnType<typeof listReaders>>[number];

/** Active members who want the kind, with an address that is proven to be theirs. */
export function listReaders(db: Db, clanId: string, kind: NotificationKind, now: Date) {
  return db
    .selectFrom("clan_members as member")
    .innerJoin("users", "users.id", "member.user_id")
    .innerJoin("user_clan_settings as chosen", (join) =>
      join.onRef("chosen.clan_id", "=", "member.clan_id").onRef("chosen.user_id", "=", "member.user_id"),
    )
    .select(["users.id as user_id", "users.email", "member.id as member_id", "member.role"])
    .where("member.clan_id", "=", clanId)
    .where("member.status", "=", "active")
    .where(wants(kind))
    .where("users.email", "is not", null)
    .where("users.email_confirmed_at", "is not", null)
    .where("users.deleted_at", "is", null)
    .where("users.deletes_at", "is", null)
    .where((user) => user.or([user("users.banned_until", "is", null), user("users.banned_until", "<=", now)]))
    .orderBy("member.id")
    .$narrowType<{ email: NotNull }>()
    .execute();
}

/** Clans in which somebody wants to be reminded. */
export async function listClansToRemind(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("user_clan_settings as chosen")
    .innerJoin("clans", "clans.id", "chosen.clan_id")
    .select("clans.id")
    .distinct()
    .where(wants("reminder"))
    .where("clans.archived_at", "is", null)
    .where("clans.deletes_at", "is", null)
    .orderBy("clans.id")
    .execute();
  return rows.map(({ id }) => id);
}

function wants(kind: NotificationKind) {
  return sql<boolean>`chosen.settings @> ${JSON.stringify({ mail: { [kind]: true } })}::jsonb`;
}
