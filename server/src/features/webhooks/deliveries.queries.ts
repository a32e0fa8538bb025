import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { anyOf } from "../../db/lists.ts";
import type { Db, Tables } from "../../db/tables.ts";

export type DeliveryRow = Selectable<Tables["webhook_deliveries"]>;

/** The latest of each of the webhooks. */
export function listLastDeliveries(db: Db, clanId: string, webhookIds: string[]): Promise<DeliveryRow[]> {
  return db
    .selectFrom("webhooks")
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom("webhook_deliveries as delivery")
          .selectAll("delivery")
          .whereRef("delivery.clan_id", "=", "webhooks.clan_id")
          .whereRef("delivery.webhook_id", "=", "webhooks.id")
          .orderBy("delivery.created_at", "desc")
          .orderBy("delivery.id", "desc")
          .limit(1)
          .as("last"),
      (join) => join.onTrue(),
    )
    .selectAll("last")
    .where("webhooks.clan_id", "=", clanId)
    .where("webhooks.id", "=", anyOf(webhookIds))
    .execute();
}

/** The latest first, from the row after `cursor` on. */
export function listDeliveriesOf(db: Db, clanId: string, webhookId: string, limit: number, cursor?: string) {
  return deliveriesOf(db, clanId, webhookId)
    .selectAll()
    .$if(cursor !== undefined, (query) =>
      query.where((row) => {
        const last = deliveriesOf(db, clanId, webhookId)
          .select(["created_at", "id"])
          .where("id", "=", cursor ?? "")
          .$asTuple("created_at", "id");
        return sql<boolean>`${row.refTuple("created_at", "id")} < ${last}`;
      }),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export async function hasDelivery(db: Db, clanId: string, webhookId: string, id: string): Promise<boolean> {
  const row = await deliveriesOf(db, clanId, webhookId).select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}

export async function countTestsSince(db: Db, clanId: string, webhookId: string, since: Date): Promise<number> {
  const { count } = await deliveriesOf(db, clanId, webhookId)
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("event", "=", "test")
    .where("created_at", ">", since)
    .executeTakeFirstOrThrow();
  return count;
}

function deliveriesOf(db: Db, clanId: string, webhookId: string) {
  return db.selectFrom("webhook_deliveries").where("clan_id", "=", clanId).where("webhook_id", "=", webhookId);
}

export function insertTest(db: Db, test: Insertable<Tables["webhook_deliveries"]>): Promise<DeliveryRow> {
  return db.insertInto("webhook_deliveries").values(test).returningAll().executeTakeFirstOrThrow();
}

export async function findDelivery(db: Db, clanId: string, id: string): Promise<DeliveryRow | null> {
  const row = await db
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("clan_id", "=", clanId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/** Deliveries of all clans that wait although no job is left to send them: a restore does not bring the queue back. */
export async function listForgottenDeliveries(db: Db) {
  const { rows } = await sql<{ clanId: string; deliveryId: string }>`
    select delivery.clan_id as "clanId", delivery.id as "deliveryId" from webhook_deliveries as delivery
    where delivery.state = 'waiting' and delivery.event <> 'test' and not exists (
      select from pgboss.job where job.name = 'deliver-webhook' and job.state in ('created', 'retry', 'active')
        and job.data ->> 'deliveryId' = delivery.id::text)
    order by delivery.created_at
  `.execute(db);
  return rows;
}

interface Claim {
  ms: number;
  /** Only a claim that ran out is taken over, not a delivery that waits for its next try. */
  isRescue: boolean;
}

/** Takes a delivery for one try, so that of two instances only one sends it; null if it is not to be sent now. */
export async function claimDelivery(tx: Db, clanId: string, id: string, { ms, isRescue }: Claim) {
  const claimed = await tx
    .updateTable("webhook_deliveries")
    .set((row) => ({ attempts: row("attempts", "+", 1), claimed_until: inMs(ms) }))
    .where("clan_id", "=", clanId)
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .where((row) => {
      const isAbandoned = row("claimed_until", "<=", inMs(0));
      return isRescue ? isAbandoned : row.or([row("claimed_until", "is", null), isAbandoned]);
    })
    .returningAll()
    .executeTakeFirst();
  return claimed ?? null;
}

/** Whether the claim still lasts so long. */
export async function hasClaimFor(db: Db, claimed: DeliveryRow, ms: number): Promise<boolean> {
  const row = await db
    .selectFrom("webhook_deliveries")
    .select("id")
    .where("clan_id", "=", claimed.clan_id)
    .where("id", "=", claimed.id)
    .where("claimed_until", "=", claimed.claimed_until)
    .where("claimed_until", ">", inMs(ms))
    .executeTakeFirst();
  return row !== undefined;
}

/** By the database's clock, because those of two instances differ; cut to what a Date can hold. */
function inMs(ms: number) {
  return sql<Date>`date_trunc('milliseconds', now()) + ${ms}::float8 * interval '1 millisecond'`;
}

type Outcome = Pick<
  Updateable<Tables["webhook_deliveries"]>,
  "state" | "status" | "problem" | "attempts" | "delivered" | "message_id" | "sent_at"
>;

/** Gives the claim back with what came of it. What was asked for anew meanwhile still waits; null when the claim ran out. */
export async function settleDelivery(tx: Db, claimed: DeliveryRow, { state, ...outcome }: Outcome) {
  const settled = await tx
    .updateTable("webhook_deliveries")
    .set({
      ...outcome,
      state: sql<
        DeliveryRow["state"]
      >`case when wanted > ${claimed.wanted} then 'waiting' else ${state ?? "waiting"} end`,
      claimed_until: null,
    })
    .where("clan_id", "=", claimed.clan_id)
    .where("id", "=", claimed.id)
    .where("claimed_until", "=", claimed.claimed_until)
    .returningAll()
    .executeTakeFirst();
  return settled ?? null;
}

export async function deleteDeliveriesBefore(db: Db, time: Date): Promise<bigint> {
  const { numDeletedRows } = await db
    .deleteFrom("webhook_deliveries")
    .where("created_at", "<", time)
    .executeTakeFirst();
  return numDeletedRows;
}

/** What bulletins, boards and players of a clan are called, by their ids. */
export async function listSubjectNames(db: Db, clanId: string, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, title as name from bulletins where clan_id = ${clanId} and id = any(${ids}::uuid[])
    union all select id, title from scoreboards where clan_id = ${clanId} and id = any(${ids}::uuid[])
    union all select id, name from clan_members where clan_id = ${clanId} and id = any(${ids}::uuid[])
  `.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
