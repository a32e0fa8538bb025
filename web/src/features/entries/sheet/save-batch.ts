import type { AnswerOf, CallInput } from "@clanhall/contract/endpoint";
import type { putEntries } from "@clanhall/contract/entries";
import type { CellWish } from "../sheet.ts";
import { isSameContent, keyOf, valueOf } from "./cell-content.ts";
import type { SheetCells } from "./cell-store.ts";
import { readRefusal } from "./save-refusal.ts";
import { afterConflict, type Unsaved } from "./unsaved.ts";
import { findUnusual, type Means } from "./unusual-value.ts";

type SaveInput = CallInput<typeof putEntries>["body"];
export type SaveAnswer = AnswerOf<typeof putEntries>;
export type Save = (input: SaveInput) => Promise<SaveAnswer>;

export interface SaveParts {
  cells: SheetCells;
  save: Save;
  /** What is usual; nothing while that is not known. */
  loadMeans: () => Promise<Means>;
  /** Nothing can be sent now: the day is locked, or asks for a reason first. */
  isStopped: () => boolean;
  reason: () => string | null;
  /** Keeps a cell on this device, or forgets it when it is saved. */
  change: (key: string, own: Unsaved | null) => void;
  onSaved: (answer: SaveAnswer, sent: ReadonlyMap<string, CellWish>) => void;
  /** The server does not take it as things are: the day may have changed. */
  onRefused: () => void;
}

interface BatchParts extends SaveParts {
  inFlight: Set<string>;
  tryAgainIn: (seconds: number) => void;
}

/** Sends some cells in one call and takes in what became of each of them. */
export async function saveBatch(parts: BatchParts, keys: string[]): Promise<void> {
  const { cells, change, inFlight } = parts;
  const means = await parts.loadMeans();
  const batch = keys.flatMap((key) => askAboutUnusual(parts, means, key));
  for (const { key, own } of batch) {
    inFlight.add(key);
    change(key, { ...own, save: "saving", problem: null, sent: own.wish, isHeld: false });
  }
  cells.watchers.tellInTurn();
  if (batch.length === 0) return;
  const sent = new Map(batch.map(({ key, own }) => [key, own.wish]));
  const reason = parts.reason();
  const { day } = cells.shape.day().window;
  try {
    const entries = batch.map(({ key, own }) => toDraft(key, own, day));
    settle(parts, await parts.save({ entries, ...(reason !== null && { reason }) }), sent);
  } catch (error) {
    refuse(parts, error, [...sent.keys()]);
  }
  inFlight.clear();
  cells.watchers.tellInTurn();
}

/** Leaves out what looks like a slip of the finger until somebody says yes to it. */
function askAboutUnusual({ cells, change }: SaveParts, means: Means, key: string) {
  const own = cells.unsaved.get(key);
  if (own?.save !== "waiting") return [];
  const value = valueOf(own.wish);
  const problem = own.isConfirmed || value === null ? null : findUnusual(means.get(key), value);
  if (problem === null) return [{ key, own }];
  change(key, { ...own, save: "unsure", problem });
  return [];
}

function toDraft(key: string, { wish, base }: Unsaved, day: string): SaveInput["entries"][number] {
  const [member_id = "", activity_id = ""] = key.split(" ");
  const isExcused = wish.kind === "excused";
  return { member_id, activity_id, day, value: valueOf(wish), ...(isExcused && { excused: true }), base_version: base };
}

/** What was typed while the call was on its way goes out next. */
function settle({ cells, change, onSaved }: SaveParts, answer: SaveAnswer, sent: ReadonlyMap<string, CellWish>): void {
  onSaved(answer, sent);
  for (const saved of answer.versions) {
    const key = keyOf(saved);
    const own = cells.unsaved.get(key);
    if (!own) continue;
    const isDone = isSameContent(own.wish, sent.get(key) ?? own.wish);
    change(key, isDone ? null : { ...own, base: saved.version });
  }
  for (const { current, ...place } of answer.conflicts) {
    const own = cells.unsaved.get(keyOf(place));
    if (current) cells.takeEntry(current);
    if (own) change(keyOf(place), afterConflict(own, current));
  }
}

function refuse({ cells, change, onRefused, tryAgainIn }: BatchParts, error: unknown, keys: string[]): void {
  const { ofCells, ofAll, isHeld, retryAfter, isStale } = readRefusal(error);
  for (const [index, key] of keys.entries()) {
    const own = cells.unsaved.get(key);
    if (!own) continue;
    const problem = ofCells.get(index) ?? ofAll;
    // Typed again meanwhile: what was refused is gone already.
    const isAnother = own.save !== "saving" && !isHeld;
    if (problem !== null && !isAnother) change(key, { ...own, save: "failed", problem, isHeld });
    else if (own.save === "saving") change(key, { ...own, save: "waiting", dueAt: 0 });
  }
  if (retryAfter !== null) tryAgainIn(retryAfter);
  if (isStale) onRefused();
}
