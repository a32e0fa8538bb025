import type { Insertable, Selectable } from "kysely";
import type { Db, Tables } from "../../db/tables.ts";

export type FlowRow = Selectable<Tables["auth_flows"]>;

export async function insertFlow(db: Db, flow: Insertable<Tables["auth_flows"]>): Promise<void> {
  await db.insertInto("auth_flows").values(flow).execute();
}

/** Takes the flow away: a code or a state works once, however many come at the same moment. */
export async function takeFlow(db: Db, by: "state_hash" | "auth_code_hash", hash: Buffer): Promise<FlowRow | null> {
  const row = await db.deleteFrom("auth_flows").where(by, "=", hash).returningAll().executeTakeFirst();
  return row ?? null;
}
