import type { CellAt, SaveState } from "../sheet.ts";
import type { SheetCells } from "./cell-store.ts";
import type { createSaveQueue } from "./save-queue.ts";
import { findProblem } from "./sheet-edits.ts";
import type { Unsaved } from "./unsaved.ts";

interface SettlingParts {
  cells: SheetCells;
  queue: ReturnType<typeof createSaveQueue>;
  change: (key: string, own: Unsaved | null) => void;
  /** Nothing can be sent now. */
  isStopped: () => boolean;
}

/** What a person decides about cells that did not save by themselves. */
export function createSettling({ cells, queue, change, isStopped }: SettlingParts) {
  const decide = (keys: string[], to: (own: Unsaved, key: string) => Unsaved | null) => {
    for (const key of keys) {
      const own = cells.unsaved.get(key);
      if (own) change(key, to(own, key));
    }
    cells.watchers.tell();
    queue.flush();
  };
  const keysOf = (...saves: SaveState[]) =>
    [...cells.unsaved].filter(([, { save }]) => saves.includes(save)).map(([key]) => key);
  const again = (own: Unsaved): Unsaved => ({ ...own, save: "waiting", problem: null, theirs: null, dueAt: 0 });
  return {
    settle: (at: CellAt, choice: "mine" | "theirs") =>
      decide([cells.shape.keyAt(at)], (own) =>
        choice === "theirs" ? null : { ...again(own), base: own.theirs?.version ?? own.base },
      ),
    confirm: (at: CellAt) => decide([cells.shape.keyAt(at)], (own) => ({ ...again(own), isConfirmed: true })),
    retry: () =>
      decide(keysOf("failed"), (own, key) => (findProblem(cells, key, own.wish) === null ? again(own) : own)),
    discard: () => decide(isStopped() ? keysOf("failed", "waiting") : keysOf("failed"), () => null),
  };
}
