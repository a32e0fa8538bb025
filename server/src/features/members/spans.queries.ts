import { sql } from "kysely";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/tables.ts";

export interface Span {
  member_id: string;
  starts_on: string;
  ends_on: string | null;
}

export function listSpans(db: Db, clanId: string, memberIds: string[]): Promise<Span[]> {
  return db
    .selectFrom("clan_member_spans")
    .select(["member_id", "starts_on", "ends_on"])
    .where("clan_id", "=", clanId)
    .where("member_id", "=", anyOf(memberIds))
    .orderBy("starts_on")
    .execute();
}

export async function insertSpans(tx: Db, clanId: string, spans: Span[]): Promise<void> {
  if (spans.length === 0) return;
  const rows = spans.map((span) => ({ ...span, clan_id: clanId }));
  await tx.insertInto("clan_member_spans").values(rows).execute();
}

export async function replaceSpans(tx: Db, clanId: string, memberIds: string[], spans: Span[]): Promise<void> {
  await tx
    .deleteFrom("clan_member_spans")
    .where("clan_id", "=", clanId)
    .where("member_id", "=", anyOf(memberIds))
    .execute();
  await insertSpans(tx, clanId, spans);
}

/** Today is the players' last day on the roster. */
export async function closeSpans(tx: Db, clanId: string, memberIds: string[], today: string): Promise<void> {
  await tx
    .updateTable("clan_member_spans")
    .set({ ends_on: sql<string>`greatest(starts_on, ${today}::date)` })
    .where("clan_id", "=", clanId)
    .where("member_id", "=", anyOf(memberIds))
    .where("ends_on", "is", null)
    .execute();
}

/** From today on the players are on the roster; somebody who left today has never been away. */
export async function openSpans(tx: Db, clanId: string, memberIds: string[], today: string): Promise<void> {
  await tx
    .updateTable("clan_member_spans")
    .set({ ends_on: null })
    .where("clan_id", "=", clanId)
    .where("member_id", "=", anyOf(memberIds))
    .where("ends_on", ">=", today)
    .execute();
  await sql`
    insert into clan_member_spans (clan_id, member_id, starts_on)
    select ${clanId}, id, ${today}::date from unnest(${memberIds}::uuid[]) as id
    where not exists (
      select from clan_member_spans
      where clan_id = ${clanId} and member_id = id and ends_on is null
    )
  `.execute(tx);
}

/** Moves the first day of a player whose spans are sorted. */
export async function moveFirstDay(tx: Db, clanId: string, first: Span, day: string): Promise<void> {
  await tx
    .updateTable("clan_member_spans")
    .set({ starts_on: day })
    .where("clan_id", "=", clanId)
    .where("member_id", "=", first.member_id)
    .where("starts_on", "=", first.starts_on)
    .execute();
}
