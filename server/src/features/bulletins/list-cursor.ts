import { z } from "zod";
import { invalidField } from "../../errors.ts";
import type { ListedBulletin, Place } from "./queries.ts";

const place = z.tuple([z.boolean(), z.iso.datetime(), z.uuid()]);

/** Where a page ended: pin, moment and id of its last row. Callers only hand it back. */
export function toCursor({ pinned, shown_at, id }: ListedBulletin): string {
  return Buffer.from(JSON.stringify([pinned, shown_at, id])).toString("base64url");
}

export function readCursor(cursor: string): Place {
  try {
    const [pinned, at, id] = place.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
    return { pinned, at, id };
  } catch {
    throw invalidField("cursor", "This list cannot be continued from here");
  }
}
