import { createHash } from "node:crypto";
import { findImportMapping } from "@clanhall/contract/entry-imports";
import { toNameKey } from "@clanhall/contract/text";
import type { z } from "zod";
import { listActivities } from "../../../clan/activities.ts";
import type { Db } from "../../../db/tables.ts";
import { findMapping, upsertMapping } from "./queries.ts";
import type { Wish } from "./read-file.ts";

type Answer = z.output<typeof findImportMapping.response>;

/** What the columns meant, for the next file with the same header. The day is of this file alone. */
export function rememberMapping(tx: Db, clanId: string, header: string[], { format, mapping }: Wish): Promise<void> {
  const activities = format === "wide" ? mapping.activities : [];
  const kept = { format, mapping: { ...mapping, activities, day: null } };
  return upsertMapping(tx, clanId, hashOfHeader(header), kept);
}

/** Columns of activities that are no longer there mean nothing any more. */
export async function recallMapping(db: Db, clanId: string, header: string[]): Promise<Answer> {
  const remembered = await findMapping(db, clanId, hashOfHeader(header));
  const parsed = findImportMapping.response.safeParse({ remembered });
  if (!parsed.data?.remembered) return { remembered: null };
  const { format, mapping } = parsed.data.remembered;
  const present = new Set((await listActivities(db, clanId)).map(({ id }) => id));
  const activities = mapping.activities.filter(({ activity_id }) => present.has(activity_id.toLowerCase()));
  return { remembered: { format, mapping: { ...mapping, activities } } };
}

function hashOfHeader(header: string[]): Buffer {
  return createHash("sha256")
    .update(JSON.stringify(header.map(toNameKey)))
    .digest();
}
