import type { ClanRole } from "@clanhall/contract/permissions";
import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

/** Whoever acts in a clan, as the audit remembers them. */
export interface AuditActor {
  clanId: string;
  userId: string | null;
  name: string | null;
  requestId: string | null;
}

interface AuditEvent {
  /** Such as "member.rename": what it happened to, then what happened. */
  action: string;
  target: { type: string; id?: string; name?: string };
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  source?: "ui" | "import" | "api" | "self";
  reason?: string | undefined;
  /** Roles, invites and ownership are for the owner's eyes. */
  isSecurity?: boolean;
}

/** Written in the transaction of the change itself, so that neither is there without the other. */
export async function recordAudit(tx: Db, actor: AuditActor, ...events: AuditEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ action, target, before, after, source, reason, isSecurity }) => ({
    clan_id: actor.clanId,
    action,
    actor_user_id: actor.userId,
    actor_name: actor.name,
    target_type: target.type,
    target_id: target.id ?? null,
    target_name: target.name ?? null,
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
    source: source ?? "ui",
    reason: reason ?? null,
    request_id: actor.requestId,
    is_security: isSecurity ?? false,
  }));
  await tx.insertInto("clan_audit").values(rows).execute();
}

/** What happened to one thing of a clan, the latest first. */
export function listAuditOfTarget(db: Db, clanId: string, targetId: string, limit = 200) {
  return db
    .selectFrom("clan_audit")
    .select(["at", "action", "actor_name", "before", "after", "reason", "is_security"])
    .where("clan_id", "=", clanId)
    .where("target_id", "=", targetId)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Which rows of a clan somebody may see, and which of those they want to. */
export interface AuditView {
  clanId: string;
  /** Null for everybody's rows. */
  onlyOf: string | null;
  withSecurity: boolean;
  actor?: string | undefined;
  /** How the action begins, such as "member.". */
  action?: string | undefined;
  /** An id, or a part of a name. */
  target?: string | undefined;
  /** Days of UTC, both of them within. */
  from?: string | undefined;
  to?: string | undefined;
}

/** Owners see everything, maintainers all but security events, members what they did themselves. */
export function auditScope({ clanId, userId, role }: { clanId: string; userId: string; role: ClanRole }): AuditView {
  return { clanId, onlyOf: role === "member" ? userId : null, withSecurity: role !== "maintainer" };
}

/** The latest first, from the row after `cursor` on. Rows are told apart by time and id, so that none comes twice or never. */
export function listAudit(db: Db, view: AuditView, limit: number, cursor?: string) {
  return auditOf(db, view)
    .$if(cursor !== undefined, (query) =>
      query.where((row) => {
        const last = row
          .selectFrom("clan_audit as last")
          .select(["last.at", "last.id"])
          .where("last.clan_id", "=", view.clanId)
          .where("last.id", "=", cursor ?? "")
          .$asTuple("at", "id");
        return sql<boolean>`${row.refTuple("clan_audit.at", "clan_audit.id")} < ${last}`;
      }),
    )
    .limit(limit)
    .execute();
}

export async function hasAuditRow(db: Db, clanId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom("clan_audit")
    .select("id")
    .where("clan_id", "=", clanId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}

export async function countAuditSince(db: Db, clanId: string, action: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom("clan_audit")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("clan_id", "=", clanId)
    .where("action", "=", action)
    .where("at", ">", since)
    .executeTakeFirstOrThrow();
  return count;
}

function auditOf(db: Db, { clanId, onlyOf, withSecurity, actor, action, target, from, to }: AuditView) {
  return db
    .selectFrom("clan_audit")
    .select(["id", "at", "action", "actor_name", "target_type", "target_id", "target_name"])
    .select(["before", "after", "source", "reason", "request_id"])
    .where("clan_id", "=", clanId)
    .$if(onlyOf !== null, (query) => query.where("actor_user_id", "=", onlyOf))
    .$if(!withSecurity, (query) => query.where("is_security", "=", false))
    .$if(actor !== undefined, (query) => query.where("actor_user_id", "=", actor ?? null))
    .$if(action !== undefined, (query) => query.where(sql<boolean>`starts_with(action, ${action})`))
    .$if(target !== undefined, (query) =>
      query.where(sql<boolean>`(target_id = ${target} or strpos(lower(target_name), lower(${target})) > 0)`),
    )
    .$if(from !== undefined, (query) => query.where("at", ">=", new Date(`${from}T00:00:00Z`)))
    .$if(to !== undefined, (query) => query.where("at", "<", new Date(Date.parse(`${to}T00:00:00Z`) + 86_400_000)))
    .orderBy("at", "desc")
    .orderBy("id", "desc");
}

const formerName = "Former member";

/**
 * What was done stays; who did it, and whom it was about, goes. So does what an app admin wrote for a reason, where it
 * names them.
 */
export async function eraseUser(tx: Db, userId: string): Promise<void> {
  await tx
    .updateTable("clan_audit")
    .set({ actor_name: formerName, actor_user_id: null, request_id: null })
    .where("actor_user_id", "=", userId)
    .execute();
  await tx
    .updateTable("clan_audit")
    .set({ target_name: formerName, before: null, after: null, reason: null })
    .where("target_id", "in", (row) =>
      row
        .selectFrom("clan_members")
        .select(sql<string>`id::text`.as("id"))
        .where("user_id", "=", userId),
    )
    .execute();
  await tx
    .updateTable("admin_audit")
    .set({ target: formerName, before: null, after: null })
    .where("target_type", "=", "user")
    .where("target_id", "=", userId)
    .execute();
  await sql`
    update admin_audit set reason = null
    from users, unnest(array[users.email, users.new_email, users.display_name]) as name
    where users.id = ${userId} and name <> '' and strpos(lower(admin_audit.reason), lower(name)) > 0
  `.execute(tx);
}
