import type { listAdminAudit as listEndpoint } from "@clanhall/contract/admin";
import type { AuditRow } from "@clanhall/contract/audit";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import type { z } from "zod";
import type { Db } from "../../db/tables.ts";
import { isUuid } from "../../db/uuid.ts";
import { toPage, wrongCursor } from "../../http/cursor.ts";
import { type AuditView, hasAdminAuditRow, hasAuditRow, listAdminAudit, listAudit } from "./queries.ts";

/** One page; its cursor is the id of its last row. */
export async function loadAuditPage(
  db: Db,
  view: AuditView,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  if (cursor !== undefined && !(await isCursor(db, view, cursor))) {
    throw wrongCursor();
  }
  const page = toPage(await listAudit(db, view, limit + 1, cursor), limit, ({ id }) => id);
  return { ...page, items: page.items.map(toAuditRow) };
}

async function isCursor(db: Db, { clanId }: AuditView, cursor: string): Promise<boolean> {
  return isUuid(cursor) && hasAuditRow(db, clanId, cursor);
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
    throw wrongCursor();
  }
  const page = toPage(await listAdminAudit(db, filter, limit + 1, cursor), limit, ({ id }) => id);
  return { ...page, items: page.items.map((row) => ({ ...row, at: row.at.toISOString() })) };
}

async function isAdminCursor(db: Db, cursor: string): Promise<boolean> {
  return isUuid(cursor) && hasAdminAuditRow(db, cursor);
}
