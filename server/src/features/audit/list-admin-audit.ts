import type { listAdminAudit as listEndpoint } from "@clanhall/contract/admin";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import { z } from "zod";
import type { Db } from "../../db/tables.ts";
import { invalidField } from "../../errors.ts";
import { hasAdminAuditRow, listAdminAudit } from "./admin-audit.queries.ts";

type Page = AnswerOf<typeof listEndpoint>;
type Query = z.output<typeof listEndpoint.query>;

/** One page; its cursor is the id of its last row. */
export async function loadAdminAudit(db: Db, { limit, cursor, ...filter }: Query): Promise<Page> {
  if (cursor !== undefined && !(await isCursor(db, cursor))) {
    throw invalidField("cursor", "This list cannot be continued from here");
  }
  const rows = await listAdminAudit(db, filter, limit + 1, cursor);
  const items = rows.slice(0, limit).map((row) => ({ ...row, at: row.at.toISOString() }));
  return { items, next_cursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

async function isCursor(db: Db, cursor: string): Promise<boolean> {
  return z.uuid().safeParse(cursor).success && hasAdminAuditRow(db, cursor);
}
