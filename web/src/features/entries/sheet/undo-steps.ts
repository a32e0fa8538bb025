import type { CellWish } from "../sheet.ts";

export interface CellChange {
  key: string;
  before: CellWish;
  after: CellWish;
}

const stepsMax = 200;

/** What was done, step by step, and what was taken back. */
export function createSteps() {
  const done: CellChange[][] = [];
  const undone: CellChange[][] = [];
  return {
    add(step: CellChange[]) {
      done.push(step);
      if (done.length > stepsMax) done.shift();
      undone.length = 0;
    },
    takeBack: () => move(done, undone),
    doAgain: () => move(undone, done),
    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,
  };
}

function move(from: CellChange[][], to: CellChange[][]): CellChange[] {
  const step = from.pop();
  if (step) to.push(step);
  return step ?? [];
}
