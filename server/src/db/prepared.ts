import { type Compilable, type PostgresPool, type PostgresPoolClient, type RawBuilder, sql } from "kysely";
import type { Pool, PoolClient } from "pg";
import type { Db } from "./tables.ts";

const mark = "/* prepared */";

/**
 * Begins a statement that each connection plans once: for those of every call, whose planning takes longer than their
 * work. The text must never vary, the best plan must be the same for all values, and the columns are named: where all are
 * taken, a migration that adds one breaks the plans of the instances that still run.
 */
export const prepared: RawBuilder<unknown> = sql.raw(mark);

/** The same for a statement that was built. */
export async function executePrepared<Row>(db: Db, query: Compilable<Row>): Promise<Row[]> {
  const compiled = query.compile();
  const { rows } = await db.executeQuery<Row>({ ...compiled, sql: `${mark} ${compiled.sql}` });
  return rows;
}

const listTypes = { uuid: sql`uuid[]`, int: sql`int[]`, date: sql`date[]` };

/**
 * A list for such a statement. The planner does not see how long it is; otherwise it plans anew for every list, because
 * a plan for a short one seems so much cheaper than the plan for any.
 */
export function listOfAny(values: readonly unknown[], type: keyof typeof listTypes): RawBuilder<unknown> {
  return sql`(select ${values}::${listTypes[type]})::${listTypes[type]}`;
}

/** For `column = any(…)` in such a statement. */
export function preparedAnyOf(ids: readonly string[]) {
  return sql<string>`any(${listOfAny(ids, "uuid")})`;
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `clanhall_${names.size}`;
  names.set(text, name);
  return name;
}

/** As much of a pool as Kysely needs. */
export type Connections = Pick<Pool, "connect" | "end" | "options">;

/** A pool for Kysely, which has no way of its own to name a statement. */
export function withPrepared(pool: Connections): PostgresPool {
  const clients = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? nameStatements(client);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

/** Rows are never read by a cursor here. */
function nameStatements(client: PoolClient): PostgresPoolClient {
  const query = (text: unknown, values: unknown = []): unknown =>
    typeof text === "string" && text.startsWith(mark)
      ? client.query({ name: nameOf(text), text, values: values as unknown[] })
      : client.query(text as string, values as unknown[]);
  const release = (isLost?: boolean) => client.release(isLost);
  return { query: query as PostgresPoolClient["query"], release };
}
