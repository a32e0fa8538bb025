import { asRecord } from "../../lib/compat/read-answer.ts";
import { readStored, writeStored } from "../../lib/stored.ts";
import { type BulletinFields, newFields } from "./bulletin-fields.ts";

/** Where this device keeps what was typed and not saved: it belongs to one person. */
export interface DraftPlace {
  userId: string;
  clanId: string;
  /** Null for a new one. */
  bulletinId: string | null;
}

/** What was typed, and what it was typed over. */
export interface StoredBulletin {
  /** Null for a new one. */
  version: number | null;
  base: BulletinFields;
  fields: BulletinFields;
}

function nameOf({ userId, clanId, bulletinId }: DraftPlace): string {
  return `bulletin:${userId}:${clanId}:${bulletinId ?? "new"}`;
}

export function writeBulletin(place: DraftPlace, typed: StoredBulletin | null): void {
  writeStored(nameOf(place), typed && JSON.stringify(typed));
}

/** Null where nothing was left over, or nothing that can still be read. */
export function readBulletin(place: DraftPlace): StoredBulletin | null {
  const { version, base, fields } = asRecord(parse(readStored(nameOf(place))));
  const isKnown = place.bulletinId === null ? version === null : typeof version === "number";
  return isKnown && isFields(base) && isFields(fields) ? { version: version as number | null, base, fields } : null;
}

function isFields(value: unknown): value is BulletinFields {
  const fields = asRecord(value);
  return Object.entries(newFields).every(([name, usual]) => typeof fields[name] === typeof usual);
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
