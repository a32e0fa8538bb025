import { asRecord } from "../../../lib/compat/read-answer.ts";
import { readStored, storedKeys, writeStored } from "../../../lib/shared/storage.ts";
import type { CellInput } from "./cell-store.ts";

/** A cell that could not be sent yet, as this device keeps it. */
export interface StoredDraft {
  input: CellInput;
  base: number;
  isConfirmed: boolean;
}

export interface DraftKey {
  userId: string;
  clanId: string;
  day: string;
}

const prefix = "drafts";
const writeDelayMs = 250;

/** Drafts belong to one person: whoever else signs in on this device never sees them. */
function nameOf({ userId, clanId, day }: DraftKey): string {
  return `${prefix}:${userId}:${clanId}:${day}`;
}

export function readDrafts(draftKey: DraftKey): Map<string, StoredDraft> {
  const drafts = Object.entries(asRecord(parse(readStored(nameOf(draftKey)))));
  return new Map(
    drafts.flatMap(([key, stored]) => {
      const draft = toDraft(stored);
      return draft ? [[key, draft]] : [];
    }),
  );
}

/** The days of a clan with something that was not sent, the latest first. */
export function listDraftDays({ userId, clanId }: Omit<DraftKey, "day">): { day: string; count: number }[] {
  const start = nameOf({ userId, clanId, day: "" });
  return storedKeys(start)
    .map((name) => name.slice(start.length))
    .map((day) => ({ day, count: readDrafts({ userId, clanId, day }).size }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.day.localeCompare(a.day));
}

/** Writes what changed soon after it did. Only those cells: another tab may keep others of the same day. */
export function createDraftKeeper(draftKey: DraftKey, find: (key: string) => StoredDraft | null) {
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    if (changed.size === 0) return;
    const drafts = readDrafts(draftKey);
    for (const key of changed) {
      const draft = find(key);
      if (draft) drafts.set(key, draft);
      else drafts.delete(key);
    }
    changed.clear();
    const stored = [...drafts].map(([key, draft]) => [key, draft] as const);
    writeStored(nameOf(draftKey), stored.length === 0 ? null : JSON.stringify(Object.fromEntries(stored)));
  };
  return {
    write,
    note(key: string) {
      changed.add(key);
      timer ??= setTimeout(write, writeDelayMs);
    },
  };
}

function toDraft(value: unknown): StoredDraft | null {
  const { base, isConfirmed, ...stored } = asRecord(value);
  // Drafts of older versions have another name for the input.
  const input = stored.input ?? stored["wish"];
  const isValid = isInput(input) && typeof base === "number" && typeof isConfirmed === "boolean";
  return isValid ? { input, base, isConfirmed } : null;
}

export function isInput(value: unknown): value is CellInput {
  const { kind, value: number } = asRecord(value);
  return kind === "clear" || kind === "excused" || (kind === "value" && typeof number === "number");
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

const reasonName = ({ userId, clanId, day }: DraftKey) => `reason:${userId}:${clanId}:${day}`;

/** Why somebody changes a locked day: asked once, and remembered until the tab is closed. */
export function readReason(draftKey: DraftKey): string | null {
  try {
    return sessionStorage.getItem(reasonName(draftKey));
  } catch {
    return null;
  }
}

export function keepReason(draftKey: DraftKey, reason: string): void {
  try {
    sessionStorage.setItem(reasonName(draftKey), reason);
  } catch {
    // It is asked for again on the next visit.
  }
}
