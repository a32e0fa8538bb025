import type { Db } from "../../db/tables.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { listForgottenDeliveries } from "./deliveries.queries.ts";

/** Asks anew for messages whose job was lost; of two instances that both ask, one still sends each. */
export function requeueDeliveries(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const forgotten = await listForgottenDeliveries(tx);
    for (const delivery of forgotten) await enqueue(tx, "deliver-webhook", delivery);
    return forgotten.length;
  });
}
