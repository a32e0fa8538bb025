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
    throw invalidField("cursor", "This list cannot be continued from here");
  }
  const rows = await listAudit(db, view, limit + 1, cursor);
  const items = rows.slice(0, limit).map(toAuditRow);
  return { items, next_cursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

async function isCursor(db: Db, { clanId }: AuditView, cursor: string): Promise<boolean> {
  return z.uuid().safeParse(cursor).success && hasAuditRow(db, clanId, cursor);
}

function toAuditRow({ at, actor_name, target_name, ...row }: Awaited<ReturnType<typeof listAudit>>[number]): AuditRow {
  return { ...row, at: at.toISOString(), actor: actor_name, target: target_name };
}

type Page = AnswerOf<typeof listEndpoint>;

type Query = z.output<typeof listEndpoint.query>;

/** One page; its cursor is the id of its last row. */
export async function loadAdminAudit(db: Db, { limit, cursor, ...filter }: Query): Promise<Page> {
  if (cursor !== undefined && !(await isAdminCursor(db, cursor))) {
    throw invalidField("cursor", "This list cannot be continued from here");
  }
  const rows = await listAdminAudit(db, filter, limit + 1, cursor);
  const items = rows.slice(0, limit).map((row) => ({ ...row, at: row.at.toISOString() }));
  return { items, next_cursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

async function isAdminCursor(db: Db, cursor: string): Promise<boolean> {
  return z.uuid().safeParse(cursor).success && hasAdminAuditRow(db, cursor);
}
