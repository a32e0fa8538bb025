import type { Log } from "../../db/log.ts";
import type { Db } from "../../db/tables.ts";
import { deleteDeliveriesBefore } from "./deliveries.queries.ts";

const keptDays = 30;

export async function deleteOldDeliveries(db: Db, log: Log, now = new Date()): Promise<void> {
  const deleted = await deleteDeliveriesBefore(db, new Date(now.getTime() - keptDays * 86_400_000));
  if (deleted > 0n) log.info({ deleted: Number(deleted) }, "old webhook deliveries deleted");
}
