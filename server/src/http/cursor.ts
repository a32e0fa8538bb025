import type { z } from "zod";
import { type ApiError, invalidField } from "../errors.ts";

interface Page<Row> {
  items: Row[];
  next_cursor: string | null;
}

/** One page of a list of which a row more than the page takes was read: that one says whether the list goes on. */
export function toPage<Row>(rows: Row[], limit: number, cursorOf: (last: Row) => string): Page<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next_cursor: last && rows.length > limit ? cursorOf(last) : null };
}

/** Where a page ended, as text. Callers only hand it back. */
export function toCursor(end: unknown): string {
  return Buffer.from(JSON.stringify(end)).toString("base64url");
}

export function readCursor<Schema extends z.ZodType>(end: Schema, cursor: string): z.output<Schema> {
  const { success, data } = end.safeParse(parseJson(Buffer.from(cursor, "base64url").toString()));
  if (!success) throw wrongCursor();
  return data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function wrongCursor(): ApiError {
  return invalidField("cursor", "This list has changed. Reload it.");
}
