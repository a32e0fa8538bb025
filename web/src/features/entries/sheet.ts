import type { CellText } from "@clanhall/contract/cell-text";
import type { CellState } from "@clanhall/contract/cells";
import type { Day, DayActivity, DayMember } from "@clanhall/contract/days";
import type { Entry } from "@clanhall/contract/entries";

/** How far a cell is on its way to the server. */
export type SaveState = "saved" | "waiting" | "saving" | "failed" | "conflict" | "unsure";

/** A cell as it is shown, own edits included. The object changes exactly when what it shows changes. */
export interface SheetCell {
  state: CellState;
  value: number | null;
  points: number;
  late: boolean;
  /** Changed after it was first entered. */
  edited: boolean;
  save: SaveState;
  /** Why it failed, or what is unusual about a value that waits for a yes. */
  problem: string | null;
  /** What somebody else entered meanwhile, while that is unsettled. */
  theirs: Entry | null;
}

/** What somebody wants in a cell. */
export type CellWish = Exclude<CellText, { kind: "problem" }>;

/** Row and column are positions in the day's members and activities. */
export interface CellAt {
  row: number;
  column: number;
}

export interface CellEdit extends CellAt {
  wish: CellWish;
  /** The version that stood there when somebody began to type; what came since then is not written over unasked. */
  seen?: number | undefined;
}

/** One day's cells with everything that is typed into them. Lives outside of React, so that one key press draws one row. */
export interface Sheet {
  readonly day: Day;
  readonly members: DayMember[];
  readonly activities: DayActivity[];
  /** Whether this person may write the cell. */
  canEdit: (at: CellAt) => boolean;
  cellAt: (at: CellAt) => SheetCell;
  /** The version that stands in a cell, for whoever begins to type there. */
  seenAt: (at: CellAt) => number;
  pointsOf: (row: number) => number;
  /** Sum of the column's values, by day; null for yes/no, which counts the days done. */
  totalOf: (column: number) => number;
  /** One step for undo, however many cells it has. Cells that may not be written are left out. */
  edit: (edits: CellEdit[]) => void;
  /** Returns the cells it changed, for the selection to go there. */
  undo: () => CellAt[];
  redo: () => CellAt[];
  canUndo: () => boolean;
  canRedo: () => boolean;
  /** Settles a conflict. */
  settle: (at: CellAt, choice: "mine" | "theirs") => void;
  /** Says yes to a value that looked unusual. */
  confirm: (at: CellAt) => void;
  /** Sends what failed again. */
  retry: () => void;
  /** Called when a cell of the row changes; -1 for the totals, the counts and the whole sheet. */
  subscribe: (row: number, listener: () => void) => () => void;
  /** Rises with every change of the row, for `useSyncExternalStore`. */
  versionOf: (row: number) => number;
  /** Cells that are not on the server yet, by what keeps them. */
  counts: () => { due: number; entered: number; waiting: number; failed: number; conflicts: number; unsure: number };
}
