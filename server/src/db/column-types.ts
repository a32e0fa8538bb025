import type { ColumnType } from "kysely";

export type Stamp = ColumnType<Date, Date | undefined, Date>;
/** Written as text, because the driver would turn a list into an array of PostgreSQL's. */
export type Json<Value> = ColumnType<Value, string, string>;
export type JsonWithDefault<Value> = ColumnType<Value, string | undefined, string>;
export type JsonObject = Record<string, unknown>;
