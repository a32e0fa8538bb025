import type { Kysely, Transaction } from "kysely";
import type { DB } from "./tables.generated.ts";

/** The schema as the migrations leave it; the names here are the names in SQL. Written by `npm run db:types`. */
export type Tables = DB;

/** The database or a transaction on it: query functions take either. */
export type Db = Kysely<Tables>;

/** For what must happen together or not at all. */
export type Tx = Transaction<Tables>;
