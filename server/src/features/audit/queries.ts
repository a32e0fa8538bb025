import type { ClanRole } from "@clanhall/contract/permissions";
import { sql } from "kysely";
import { playersOfUser } from "../../clan/roster.ts";
import { batches, csvLines } from "../../db/csv-lines.ts";
import type { EntrySource } from "../../db/stored-types.ts";
import type { Db } from "../../db/tables.ts";

/** Who acts in a clan. Without user and name it is the system: a job, or a rule that applies by itself. */
export interface AuditActor {
  clanId: string;
  userId: string | null;
  name: string | null;
  requestId: string | null;
  /** Set where everything that is done comes the same way. */
  source?: "discord" | undefined;
}

export interface AuditEvent {
  /** Such as "member.rename": what it happened to, then what happened. */
  action: string;
  target: { type: string; id?: string; name?: string };
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  source?: EntrySource;
  reason?: string | undefined;
  /** Roles, invites and ownership: only owners see these. */
  isSecurity?: boolean;
}

/**
 * As one text: an import has thousands of events. A parameter for each field of each takes longest of all, and lists of
 * columns the driver writes letter by letter.
 */
export async function insertAudit(tx: Db, actor: AuditActor, events: AuditEvent[]): Promise<void> {
  const rows = events.map(({ action, target, before, after, source, reason, isSecurity }) => ({
    action,
    target_type: target.type,
    target_id: target.id,
    target_name: target.name,
    before,
    after,
    source: actor.source ?? source ?? "ui",
    reason,
    is_security: isSecurity ?? false,
  }));
  await sql`
    insert into clan_audit (clan_id, actor_user_id, actor_name, request_id, action, target_type, target_id, target_name,
      before, after, source, reason, is_security)
    select ${actor.clanId}::uuid, ${actor.userId}::uuid, ${actor.name}::text, ${actor.requestId}::text, event.*
    from json_to_recordset(${JSON.stringify(rows)}::json) as event (
      action text, target_type text, target_id text, target_name text, before jsonb, after jsonb, source text,
      reason text, is_security boolean
    )
  `.execute(tx);
}

/** The events of one target, the latest first. */
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

export function findLastChange(db: Db, clanId: string, target: { type: string; id: string }) {
  return db
    .selectFrom("clan_audit")
    .select(["actor_name as by", "at"])
    .where("clan_id", "=", clanId)
    .where("target_id", "=", target.id)
    .where("target_type", "=", target.type)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
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

/** The latest first, from the row after `cursor` on. Ordered by time and id, so that no row comes twice or is skipped. */
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
    .select(["id", "at", "action", "actor_user_id", "actor_name", "target_type", "target_id", "target_name"])
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
 * The events stay, without the names of the user as actor and target. A reason that an app admin wrote is deleted where
 * it names them.
 */
export async function eraseUser(tx: Db, userId: string): Promise<void> {
  await eraseAsked(tx, userId);
  await tx
    .updateTable("clan_audit")
    .set({ actor_name: formerName, actor_user_id: null, request_id: null })
    .where("actor_user_id", "=", userId)
    .execute();
  await tx
    .updateTable("clan_audit")
    .from(playersOfUser(userId).as("player"))
    .set({ target_name: formerName, before: null, after: null, reason: null })
    .whereRef("clan_audit.clan_id", "=", "player.clan_id")
    .where("clan_audit.target_id", "=", sql<string>`player.id::text`)
    .execute();
  // Whoever was merged with one of them for a while, until that was undone, has an event that names them.
  await sql`
    update clan_audit set after = after || jsonb_build_object(
      case when merge.keep_id = player.id then 'kept' else 'dropped' end, ${formerName}::text
    )
    from ${playersOfUser(userId)} as player
    join clan_member_merges as merge on merge.clan_id = player.clan_id and player.id in (merge.keep_id, merge.drop_id)
    where clan_audit.clan_id = merge.clan_id and clan_audit.target_id in (merge.keep_id::text, merge.drop_id::text)
      and clan_audit.action in ('member.merge', 'member.merged_into')
      and clan_audit.after ->> 'merge_id' = merge.id::text
  `.execute(tx);
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

/**
 * How they came and what they asked for: such events are about a request or an invite and name the person all the same.
 * It goes first, because requests to join are deleted after a while, and who asked is known by the event alone.
 */
async function eraseAsked(tx: Db, userId: string): Promise<void> {
  await sql`
    with player as ${playersOfUser(userId)}, asked as (
      select clan_id, target_id from clan_audit where actor_user_id = ${userId} and action = 'join_request.create'
      union
      select invites.clan_id, invites.id::text from invites
      join player on player.clan_id = invites.clan_id and player.id = invites.clan_member_id
    )
    update clan_audit set target_name = ${formerName} from asked
    where clan_audit.clan_id = asked.clan_id and clan_audit.target_id = asked.target_id
  `.execute(tx);
  // Accepted for a locked day, their request is the officer's reason. The hour finds it by index.
  await sql`
    with player as ${playersOfUser(userId)}
    update clan_audit set reason = null
    from member_requests as request
    join player on player.clan_id = request.clan_id and player.id = request.member_id
    where request.kind = 'value' and clan_audit.clan_id = request.clan_id and action = 'entry.write_locked'
      and clan_audit.at between request.decided_at - interval '1 hour' and request.decided_at + interval '1 hour'
      and right(clan_audit.reason, length(' asked: ' || request.reason)) = ' asked: ' || request.reason
  `.execute(tx);
}

/** Without a user it is the command line. */
interface AdminActor {
  userId: string | null;
  requestId: string | null;
}

interface AdminAuditEvent {
  /** Such as "user.suspend": what it happened to, then what happened. */
  action: string;
  target: { type: "user" | "clan" | "game" | "service_token" | "signing_key"; id?: string; name?: string };
  reason?: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** Call it in the transaction of the change. */
export async function recordAdminAudit(tx: Db, actor: AdminActor, event: AdminAuditEvent): Promise<void> {
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

interface AdminAuditFilter {
  /** How the action begins. */
  action?: string | undefined;
  /** An id, or a part of a name. */
  target?: string | undefined;
  /** Days of UTC, both of them within. */
  from?: string | undefined;
  to?: string | undefined;
}

/** The latest first, from the row after `cursor` on. */
export function listAdminAudit(db: Db, { action, target, from, to }: AdminAuditFilter, limit: number, cursor?: string) {
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

const batch = 500;

const columns = "at,action,actor,target_type,target_id,target,before,after,source,reason,request_id".split(",");

type AuditedRow = Awaited<ReturnType<typeof listAudit>>[number];

/** A clan's audit as the lines of a CSV file. */
export function auditCsvLines(db: Db, view: AuditView): AsyncGenerator<string> {
  return csvLines(
    columns,
    batches<AuditedRow>(batch, (last) => listAudit(db, view, batch, last?.id)),
    toCells,
  );
}

function toCells(row: AuditedRow) {
  return [
    row.at.toISOString(),
    row.action,
    row.actor_name,
    row.target_type,
    row.target_id,
    row.target_name,
    row.before && JSON.stringify(row.before),
    row.after && JSON.stringify(row.after),
    row.source,
    row.reason,
    row.request_id,
  ];
}
