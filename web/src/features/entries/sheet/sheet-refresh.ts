import type { Day } from "@clanhall/contract/days";
import type { SheetCells } from "./cell-store.ts";
import type { createSaveQueue } from "./save-queue.ts";
import { countUnseen } from "./sheet-counts.ts";
import { afterConflict, type Unsaved } from "./unsaved.ts";

interface RefreshParts {
  cells: SheetCells;
  queue: ReturnType<typeof createSaveQueue>;
  change: (key: string, own: Unsaved | null) => void;
  day: Day;
}

/** Keeps the sheet in step with what others do. */
export function createRefresh({ cells, queue, change, day: first }: RefreshParts) {
  let { revision } = first;
  let unseen = countUnseen(cells, first);
  /** Only the very next number is surely known here: between others somebody may have saved. */
  const goTo = (next: number) => {
    if (next === revision + 1) revision = next;
  };
  const countAll = () => {
    const counts = cells.sums.counts();
    return { ...counts, due: counts.due + unseen.due, entered: counts.entered + unseen.entered };
  };
  return {
    noteOwnSave: goTo,
    revision: () => revision,
    isNews(next: number, touchesDay: boolean) {
      if (!touchesDay) goTo(next);
      return touchesDay && next > revision;
    },
    mergeDay(day: Day) {
      if (day.revision < revision) return;
      revision = day.revision;
      const { can_write, needs_reason } = cells.shape.day().window;
      for (const key of cells.takeDay(day)) {
        const own = cells.unsaved.get(key);
        const entry = cells.entries.get(key);
        const isBehind = own && entry && entry.version > own.base;
        // The answer to a call on its way says more than this does.
        if (isBehind && !queue.isInFlight(key)) change(key, afterConflict(own, entry));
      }
      unseen = countUnseen(cells, day);
      if (can_write !== day.window.can_write || needs_reason !== day.window.needs_reason) cells.markAll();
      cells.watchers.tell();
      queue.plan();
    },
    counts: () => countAll(),
    bringUp(day: Day): Day {
      if (day.revision > revision) return day;
      const { due, entered } = countAll();
      return { ...day, due, entered, revision, cells: [...cells.entries.values()] };
    },
  };
}
