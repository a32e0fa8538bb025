import { findValueProblem } from "@clanhall/contract/scoring";
import type { CellAt, CellEdit, CellWish } from "../sheet.ts";
import { contentOf, isSameContent, valueOf } from "./cell-content.ts";
import type { SheetCells } from "./cell-store.ts";
import type { createSaveQueue } from "./save-queue.ts";
import { type CellChange, createSteps } from "./undo-steps.ts";
import { freshlyTyped, isSaved, type Unsaved } from "./unsaved.ts";

interface EditParts {
  cells: SheetCells;
  queue: ReturnType<typeof createSaveQueue>;
  change: (key: string, own: Unsaved | null) => void;
  canWrite: (at: CellAt, wish: CellWish) => boolean;
  /** What only is needed once something is written. */
  onFirst: () => void;
}

interface Writing {
  dueAt: number;
  /** Needs no second question. */
  isConfirmed?: boolean;
  seen?: number | undefined;
}

/** What is typed, pasted, taken back and done again. */
export function createEdits({ cells, queue, change, canWrite, onFirst }: EditParts) {
  const steps = createSteps();
  const write = (key: string, wish: CellWish, { dueAt, isConfirmed = false, seen = Infinity }: Writing) => {
    const before = cells.unsaved.get(key);
    const entry = cells.entries.get(key);
    const base = before?.base ?? entry?.version ?? 0;
    const sent = before?.sent ?? null;
    const own: Unsaved = { ...freshlyTyped, wish, base, sent, isConfirmed, dueAt };
    const problem = findProblem(cells, key, wish);
    if (!queue.isInFlight(key) && isSaved(own, entry)) change(key, null);
    else if (problem !== null) change(key, { ...own, save: "failed", problem });
    else if (before?.theirs) change(key, { ...own, save: "conflict", theirs: before.theirs });
    else if (!before && entry && entry.version > seen && !cells.isOwn(entry))
      change(key, { ...own, save: "conflict", theirs: entry });
    else change(key, own);
  };
  const finish = () => {
    cells.watchers.tell();
    onFirst();
    queue.plan();
  };
  const toChange = ({ row, column, wish, seen }: CellEdit) => {
    const at = { row, column };
    const { state, value } = cells.cellAt(at);
    const before = contentOf({ state: state === "excused" || state === "value" ? state : "cleared", value });
    if (!canWrite(at, wish) || isSameContent(before, wish)) return [];
    return [{ key: cells.shape.keyAt(at), before, after: wish, seen }];
  };
  const replay = (step: CellChange[], side: "before" | "after"): CellAt[] => {
    // What once stood there needs no second question.
    const dueAt = queue.nextDueAt();
    for (const { key, [side]: wish } of step) write(key, wish, { dueAt, isConfirmed: true });
    finish();
    return step.flatMap(({ key }) => cells.shape.placeOf(key) ?? []);
  };
  return {
    edit(edits: CellEdit[]) {
      const step = edits.flatMap(toChange);
      if (step.length === 0) return;
      steps.add(step.map(({ seen: _seen, ...one }) => one));
      // One time for all of them, so that they go out in one call.
      const dueAt = queue.nextDueAt();
      for (const { key, after, seen } of step) write(key, after, { dueAt, seen });
      finish();
    },
    undo: () => replay(steps.takeBack(), "before"),
    redo: () => replay(steps.doAgain(), "after"),
    canUndo: steps.canUndo,
    canRedo: steps.canRedo,
  };
}

/** Why a value cannot be entered at all, whoever enters it. */
export function findProblem(cells: SheetCells, key: string, wish: CellWish): string | null {
  const activity = cells.shape.day().activities[cells.shape.placeOf(key)?.column ?? -1];
  const value = valueOf(wish);
  return value === null || !activity ? null : findValueProblem(activity, value);
}
