import type { NotificationKind } from "@clanhall/contract/notifications";
import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

/** The clans somebody is in, each with what they want to be told of. */
export function listChoices(db: Db, userId: string) {
  return choicesOf(db, userId).execute();
}

export async function findChoices(db: Db, clanId: string, userId: string) {
  const row = await choicesOf(db, userId).where("clans.id", "=", clanId).executeTakeFirst();
  return row ?? null;
}

export type ChoicesRow = Awaited<ReturnType<typeof listChoices>>[number];

function choicesOf(db: Db, userId: string) {
  return db
    .selectFrom("clan_members as me")
    .innerJoin("clans", "clans.id", "me.clan_id")
    .leftJoin("user_clan_settings as mine", (join) =>
      join.onRef("mine.clan_id", "=", "clans.id").onRef("mine.user_id", "=", "me.user_id"),
    )
    .select(["clans.id as clan_id", "clans.name as clan_name", "clans.toggles", "me.role"])
    .select(sql<Partial<Record<NotificationKind, boolean>> | null>`mine.settings -> 'mail'`.as("mail"))
    .where("me.user_id", "=", userId)
    .where("me.status", "=", "active")
    .where("clans.deletes_at", "is", null)
    .orderBy(sql`lower(clans.name)`)
    .orderBy("clans.id");
}

/** Written without a look before, so that two switches flipped at once both count; the other settings keep their version. */
export async function saveChoices(
  db: Db,
  clanId: string,
  userId: string,
  mail: Partial<Record<NotificationKind, boolean>>,
): Promise<void> {
  await db
    .insertInto("user_clan_settings")
    .values({ clan_id: clanId, user_id: userId, settings: JSON.stringify({ mail }), version: 0 })
    .onConflict((same) =>
      same.columns(["clan_id", "user_id"]).doUpdateSet({
        settings: sql`user_clan_settings.settings || jsonb_build_object('mail',
          coalesce(user_clan_settings.settings -> 'mail', '{}') || (excluded.settings -> 'mail'))`,
        updated_at: new Date(),
      }),
    )
    .execute();
}

/** Whoever never chose has nothing to switch off. */
export async function switchOff(db: Db, clanId: string, userId: string, kind: NotificationKind): Promise<void> {
  await db
    .updateTable("user_clan_settings")
    .set({ settings: sql`jsonb_set(settings, ${["mail", kind]}::text[], 'false')`, updated_at: new Date() })
    .where("clan_id", "=", clanId)
    .where("user_id", "=", userId)
    .where(sql<boolean>`settings @> ${JSON.stringify({ mail: { [kind]: true } })}::jsonb`)
    .execute();
}

export async function findClanName(db: Db, clanId: string): Promise<string | null> {
  const row = await db.selectFrom("clans").select("name").where("id", "=", clanId).executeTakeFirst();
  return row?.name ?? null;
}
