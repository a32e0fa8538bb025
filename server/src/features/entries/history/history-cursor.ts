import { calendarDate } from "@clanhall/contract/text";
import { z } from "zod";
import { invalidField } from "../../../errors.ts";

const cellKey = z.tuple([calendarDate, z.uuid(), z.uuid(), z.int().min(0)]);
type CellKey = z.infer<typeof cellKey>;

/** Where a page ended: day, player, activity and version of its last row. Callers only hand it back. */
export function toCursor(key: CellKey): string {
  return Buffer.from(JSON.stringify(key)).toString("base64url");
}

export function readCursor(cursor: string): CellKey {
  try {
    return cellKey.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
  } catch {
    throw wrongCursor();
  }
}

export function wrongCursor() {
  return invalidField("cursor", "This list cannot be continued from here");
}
