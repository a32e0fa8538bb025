import type { CellAt, CellWish } from "../sheet.ts";
import type { SheetCells } from "./cell-store.ts";

/** Whose cells a person may write. */
export type Writes = "all" | "own" | "none";

/** Who may write what; the server decides in the end. */
export function createAccess(cells: SheetCells, writes: Writes, given: string | null) {
  let reason = given;
  const shown = () => cells.shape.day();
  const needsReason = () => shown().window.needs_reason && reason === null;
  const isStopped = () => !shown().window.can_write || needsReason();
  const isTheirs = ({ row, column }: CellAt) => {
    const { members, activities } = shown();
    if (writes !== "own") return writes === "all";
    return members[row]?.is_me === true && activities[column]?.entry_by === "members";
  };
  const canEdit = (at: CellAt) => !isStopped() && isTheirs(at);
  return {
    needsReason,
    /** Nothing can be sent now: the day is locked, or asks for a reason first. */
    isStopped,
    canEdit,
    /** Nobody excuses themselves. */
    canWrite: (at: CellAt, wish: CellWish) => canEdit(at) && (writes === "all" || wish.kind !== "excused"),
    reason: () => reason,
    takeReason: (text: string) => {
      reason = text;
      cells.markAll();
      cells.watchers.tell();
    },
  };
}
