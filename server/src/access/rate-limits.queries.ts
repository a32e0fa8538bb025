import { CompiledQuery } from "kysely";
import type { Db } from "../db/tables.ts";

/** Our database in the shape of a pg pool, as the rate limiter asks for it. */
export function createRateLimitStore(db: Db) {
  return {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, values));
      return { rows, rowCount: Number(numAffectedRows ?? rows.length) };
    },
  };
}
