import type { ScreenshotLayout } from "@clanhall/contract/screenshot-layouts";
import { type Selectable, sql } from "kysely";
import type { Db, Tables } from "../../../db/tables.ts";

export type LayoutRow = Selectable<Tables["screenshot_layouts"]>;
export type LayoutContent = Pick<ScreenshotLayout, "name" | "signs" | "geometry" | "known_crops">;

export function listLayoutsOf(db: Db, clanId: string): Promise<LayoutRow[]> {
  return db
    .selectFrom("screenshot_layouts")
    .selectAll()
    .where("clan_id", "=", clanId)
    .orderBy("last_used_at", "desc")
    .orderBy("id")
    .execute();
}

export async function lockLayout(tx: Db, clanId: string, id: string): Promise<LayoutRow | null> {
  const row = await tx
    .selectFrom("screenshot_layouts")
    .selectAll()
    .where("clan_id", "=", clanId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export function insertLayouts(
  tx: Db,
  clanId: string,
  createdBy: string,
  layouts: LayoutContent[],
): Promise<LayoutRow[]> {
  const rows = layouts.map(({ name, ...content }) => ({
    clan_id: clanId,
    name,
    ...toStored(content),
    created_by: createdBy,
  }));
  return tx.insertInto("screenshot_layouts").values(rows).returningAll().execute();
}

/** It counts as used, and where something is different it is another version. */
export function updateLayout(
  tx: Db,
  clanId: string,
  id: string,
  { name, ...content }: Partial<LayoutContent>,
): Promise<LayoutRow> {
  const change = { ...(name !== undefined && { name }), ...toStored(content) };
  return tx
    .updateTable("screenshot_layouts")
    .set((row) => ({
      ...change,
      last_used_at: sql<Date>`now()`,
      ...(Object.keys(change).length > 0 && { version: row("version", "+", 1) }),
    }))
    .where("clan_id", "=", clanId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteLayoutOf(tx: Db, clanId: string, id: string): Promise<void> {
  await tx.deleteFrom("screenshot_layouts").where("clan_id", "=", clanId).where("id", "=", id).execute();
}

type Json = Omit<LayoutContent, "name">;

function toStored<Content extends Partial<Json>>(content: Content) {
  return Object.fromEntries(
    Object.entries(content).flatMap(([column, value]) =>
      value === undefined ? [] : [[column, JSON.stringify(value)]],
    ),
  ) as { [Column in keyof Content]: string };
}
