import type { listAdminAudit as listEndpoint } from "@clanhall/contract/admin";
import type { AuditRow } from "@clanhall/contract/audit";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import { z } from "zod";
import type { Db } from "../../db/tables.ts";
import { invalidField } from "../../errors.ts";
import { type AuditView, hasAdminAuditRow, hasAuditRow, listAdminAudit, listAudit } from "./queries.ts";

/** One page; its cursor is the id of its last row. */
export async function loadAuditPage(
  db: Db,
  view: AuditView,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  if (cursor !== undefined && !(await isCursor(db, view, cursor))) {
    throw invalidField("cursor", "This list has changed. Reload it.");
  }
  const rows = await listAudit(db, view, limit + 1, cursor);
  const items = rows.slice(0, limit).map(toAuditRow);
  return { items, next_cursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

async function isCursor(db: Db, { clanId }: AuditView, cursor: string): Promise<boolean> {
  return z.uuid().safeParse(cursor).success && hasAuditRow(db, clanId, cursor);
}

type StoredRow = Awaited<ReturnType<typeof listAudit>>[number];

function toAuditRow({ at, actor_user_id, actor_name, target_name, ...row }: StoredRow): AuditRow {
  const actor_kind = toActorKind(actor_user_id, actor_name);
  return { ...row, at: at.toISOString(), actor: actor_name, actor_kind, target: target_name };
}

/** Erasing a user leaves a name in place of theirs; what the system does never has one. */
function toActorKind(userId: string | null, name: string | null): AuditRow["actor_kind"] {
  if (userId !== null) return "member";
  return name === null ? "system" : "former_member";
}

type Page = AnswerOf<typeof listEndpoint>;

type Query = z.output<typeof listEndpoint.query>;

/** One page; its cursor is the id of its last row. */
export async function loadAdminAudit(db: Db, { limit, cursor, ...filter }: Query): Promise<Page> {
  if (cursor !== undefined && !(await isAdminCursor(db, cursor))) {
    throw invalidField("cursor", "This list has changed. Reload it.");
  }
  const rows = await listAdminAudit(db, filter, limit + 1, cursor);
  const items = rows.slice(0, limit).map((row) => ({ ...row, at: row.at.toISOString() }));
  return { items, next_cursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

async function isAdminCursor(db: Db, cursor: string): Promise<boolean> {
  return z.uuid().safeParse(cursor).success && hasAdminAuditRow(db, cursor);
}
