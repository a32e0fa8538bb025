import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { anyOf } from "../../db/any-of.ts";
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

/** Takes a delivery for one try, so that of two instances only one sends it; null if it is not to be sent now. */
export async function claimDelivery(db: Db, clanId: string, id: string, now: Date, until: Date) {
  const claimed = await db
    .updateTable("webhook_deliveries")
    .set((row) => ({ attempts: row("attempts", "+", 1), claimed_until: until }))
    .where("clan_id", "=", clanId)
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .where((row) => row.or([row("claimed_until", "is", null), row("claimed_until", "<=", now)]))
    .returningAll()
    .executeTakeFirst();
  return claimed ?? null;
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
