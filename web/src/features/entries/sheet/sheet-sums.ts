import type { CellAt, SaveState, SheetCell } from "../sheet.ts";

const saveStates: SaveState[] = ["saved", "waiting", "saving", "failed", "conflict", "unsure"];

/** What the cells come to, kept up to date cell by cell. Amounts are in hundredths, so that they add up exactly. */
export function createSums() {
  const points: number[] = [];
  const totals: number[] = [];
  const bySave = Object.fromEntries(saveStates.map((state) => [state, 0])) as Record<SaveState, number>;
  let due = 0;
  let entered = 0;
  const add = (cell: SheetCell, isDue: boolean, { row, column }: CellAt, sign: 1 | -1) => {
    points[row] = (points[row] ?? 0) + sign * toCents(cell.points);
    totals[column] = (totals[column] ?? 0) + sign * toCents(cell.value ?? 0);
    bySave[cell.save] += sign;
    if (!isDue) return;
    due += sign;
    if (cell.state === "value" || cell.state === "excused") entered += sign;
  };
  return {
    add,
    pointsOf: (row: number) => (points[row] ?? 0) / 100,
    totalOf: (column: number) => (totals[column] ?? 0) / 100,
    counts: () => ({
      due,
      entered,
      waiting: bySave.waiting + bySave.saving,
      failed: bySave.failed,
      conflicts: bySave.conflict,
      unsure: bySave.unsure,
    }),
  };
}

function toCents(amount: number): number {
  return Math.round(amount * 100);
}
