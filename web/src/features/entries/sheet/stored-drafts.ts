import { readStored, storedKeys, writeStored } from "../../../lib/stored.ts";
import { asRecord } from "../../../lib/compat/read-answer.ts";
import type { CellWish } from "../sheet.ts";

/** A cell that could not be sent yet, as this device keeps it. */
export interface StoredDraft {
  wish: CellWish;
  base: number;
  isConfirmed: boolean;
}

export interface DraftPlace {
  userId: string;
  clanId: string;
  day: string;
}

const prefix = "drafts";
const writeDelayMs = 250;

/** Drafts belong to one person: whoever else signs in on this device never sees them. */
function nameOf({ userId, clanId, day }: DraftPlace): string {
  return `${prefix}:${userId}:${clanId}:${day}`;
}

export function readDrafts(place: DraftPlace): Map<string, StoredDraft> {
  const drafts = Object.entries(asRecord(parse(readStored(nameOf(place)))));
  return new Map(drafts.flatMap(([key, draft]) => (isDraft(draft) ? [[key, draft]] : [])));
}

/** The days of a clan with something that was not sent, the latest first. */
export function listDraftDays({ userId, clanId }: Omit<DraftPlace, "day">): { day: string; count: number }[] {
  const start = nameOf({ userId, clanId, day: "" });
  return storedKeys(start)
    .map((name) => name.slice(start.length))
    .map((day) => ({ day, count: readDrafts({ userId, clanId, day }).size }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.day.localeCompare(a.day));
}

/** Writes what changed soon after it did. Only those cells: another tab may keep others of the same day. */
export function createDraftKeeper(place: DraftPlace, find: (key: string) => StoredDraft | null) {
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    if (changed.size === 0) return;
    const drafts = readDrafts(place);
    for (const key of changed) {
      const draft = find(key);
      if (draft) drafts.set(key, draft);
      else drafts.delete(key);
    }
    changed.clear();
    writeStored(nameOf(place), drafts.size === 0 ? null : JSON.stringify(Object.fromEntries(drafts)));
  };
  return {
    write,
    note(key: string) {
      changed.add(key);
      timer ??= setTimeout(write, writeDelayMs);
    },
  };
}

function isDraft(value: unknown): value is StoredDraft {
  const { wish, base, isConfirmed } = asRecord(value);
  const { kind, value: number } = asRecord(wish);
  const isWish = kind === "clear" || kind === "excused" || (kind === "value" && typeof number === "number");
  return isWish && typeof base === "number" && typeof isConfirmed === "boolean";
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
