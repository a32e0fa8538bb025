import { asRecord } from "../../../lib/compat/read-answer.ts";
import type { CellInput } from "./cell-store.ts";
import { type DraftKey, isInput } from "./stored-drafts.ts";

/** What one action did to a cell. */
export interface CellChange {
  key: string;
  before: CellInput;
  after: CellInput;
}

const stepsMax = 200;
/** So many are there again after a reload, each with at most so many cells. */
const keptSteps = 20;
const keptCells = 2_000;

/** What was done on a day, step by step, and what was undone. */
export function createSteps(draftKey: DraftKey) {
  const done = readSteps(draftKey);
  const undone: CellChange[][] = [];
  const move = (from: CellChange[][], to: CellChange[][], step = from.at(-1)): CellChange[] => {
    if (!step || !from.includes(step)) return [];
    from.splice(from.lastIndexOf(step), 1);
    to.push(step);
    keepSteps(draftKey, done);
    return step;
  };
  return {
    add(step: CellChange[]) {
      done.push(step);
      if (done.length > stepsMax) done.shift();
      undone.length = 0;
    },
    /** Written down when the page goes, not with every key. */
    keep: () => keepSteps(draftKey, done),
    /** Takes back one of them, the last if none is named; nothing where it was taken back before. */
    undo: (step?: CellChange[]) => move(done, undone, step),
    redo: () => move(undone, done),
    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,
  };
}

const nameOf = ({ userId, clanId, day }: DraftKey) => `steps:${userId}:${clanId}:${day}`;

function keepSteps(draftKey: DraftKey, done: CellChange[][]): void {
  const kept = done.slice(-keptSteps).filter((step) => step.length <= keptCells);
  try {
    if (kept.length === 0) sessionStorage.removeItem(nameOf(draftKey));
    else sessionStorage.setItem(nameOf(draftKey), JSON.stringify(kept));
  } catch {
    // Undo ends with this visit.
  }
}

function readSteps(draftKey: DraftKey): CellChange[][] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(nameOf(draftKey)) ?? "[]");
    const steps = Array.isArray(stored) ? stored.filter((step) => Array.isArray(step)) : [];
    return steps.map((step: unknown[]) => step.filter(isChange)).filter((step) => step.length > 0);
  } catch {
    return [];
  }
}

function isChange(value: unknown): value is CellChange {
  const { key, before, after } = asRecord(value);
  return typeof key === "string" && isInput(before) && isInput(after);
}
