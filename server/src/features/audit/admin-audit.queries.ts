import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

/** Whoever administers, as the audit remembers them: nobody for the command line. */
interface AdminActor {
  userId: string | null;
  requestId: string | null;
}

interface AuditEvent {
  /** Such as "user.suspend": what it happened to, then what happened. */
  action: string;
  target: { type: "user" | "clan" | "game" | "service_token" | "signing_key"; id?: string; name?: string };
  reason?: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** Written in the transaction of the change itself, so that neither is there without the other. */
export async function recordAdminAudit(tx: Db, actor: AdminActor, event: AuditEvent): Promise<void> {
  const { action, target, reason, before, after } = event;
  const row = {
    actor_id: actor.userId,
    action,
    target_type: target.type,
    target_id: target.id ?? null,
    target: target.name ?? null,
    reason: reason ?? null,
    before: before ?? null,
    after: after ?? null,
    request_id: actor.requestId,
  };
  await tx.insertInto("admin_audit").values(row).execute();
}

interface AuditFilter {
  /** How the action begins. */
  action?: string | undefined;
  /** An id, or a part of a name. */
  target?: string | undefined;
  /** Days of UTC, both of them within. */
  from?: string | undefined;
  to?: string | undefined;
}

/** The latest first, from the row after `cursor` on. */
export function listAdminAudit(db: Db, { action, target, from, to }: AuditFilter, limit: number, cursor?: string) {
  return db
    .selectFrom("admin_audit as row")
    .leftJoin("users as actor", (join) =>
      join.onRef("actor.id", "=", "row.actor_id").on("actor.deleted_at", "is", null),
    )
    .select(["row.id", "row.at", "row.action", "row.target_type", "row.target_id", "row.target"])
    .select(["row.reason", "row.before", "row.after", "row.request_id"])
    .select(sql<string | null>`coalesce(nullif(actor.display_name, ''), actor.email)`.as("actor"))
    .$if(action !== undefined, (rows) => rows.where(sql<boolean>`starts_with(row.action, ${action})`))
    .$if(target !== undefined, (rows) =>
      rows.where(sql<boolean>`(row.target_id = ${target} or strpos(lower(row.target), lower(${target})) > 0)`),
    )
    .$if(from !== undefined, (rows) => rows.where("row.at", ">=", new Date(`${from}T00:00:00Z`)))
    .$if(to !== undefined, (rows) => rows.where("row.at", "<", new Date(Date.parse(`${to}T00:00:00Z`) + 86_400_000)))
    .$if(cursor !== undefined, (rows) =>
      rows.where(
        sql<boolean>`(row.at, row.id) < (select last.at, last.id from admin_audit as last where last.id = ${cursor})`,
      ),
    )
    .orderBy("row.at", "desc")
    .orderBy("row.id", "desc")
    .limit(limit)
    .execute();
}

export function findLastAdminChange(db: Db, targetId: string) {
  return db
    .selectFrom("admin_audit as row")
    .leftJoin("users as actor", (join) =>
      join.onRef("actor.id", "=", "row.actor_id").on("actor.deleted_at", "is", null),
    )
    .select(sql<string | null>`coalesce(nullif(actor.display_name, ''), actor.email)`.as("by"))
    .select("row.at")
    .where("row.target_id", "=", targetId)
    .orderBy("row.at", "desc")
    .orderBy("row.id", "desc")
    .limit(1)
    .executeTakeFirst();
}

export async function hasAdminAuditRow(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom("admin_audit").select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}
