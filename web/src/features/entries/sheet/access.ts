import { formatClanDate, formatClock, formatDate } from "../../../lib/format.ts";
import type { CellAt, CellInput, CellStore } from "./cell-store.ts";

/** Whose cells a person may write. */
export type Writes = "all" | "own" | "none";

/** What somebody may do about a cell that they cannot write. */
export type RefusalAction = "reason" | "reopen" | "ask" | "anyway";

export interface Refusal {
  text: string;
  actions: RefusalAction[];
}

export const refusalActionTexts: Record<RefusalAction, string> = {
  reason: "Give a reason",
  reopen: "Reopen for 24 h",
  ask: "Ask the owner",
  anyway: "Enter anyway",
};

export interface AccessParts {
  writes: Writes;
  /** Nobody writes in a clan like that. */
  closed: "archived" | "being deleted" | null;
  /** Why a locked day is changed, as it was said earlier. */
  reason: string | null;
}

/** Who may write what; the server decides in the end. */
export function createAccess(cells: CellStore, { writes, closed, reason: given }: AccessParts) {
  let reason = given;
  const needsReason = () => cells.day().window.needs_reason && reason === null;
  const isStopped = () => !cells.day().window.can_write || needsReason();
  const isTheirs = ({ row, column }: CellAt) => {
    const { members, activities } = cells.day();
    if (writes !== "own") return writes === "all";
    return members[row]?.is_me === true && activities[column]?.entry_by === "members";
  };
  const canEdit = (at: CellAt) => !isStopped() && isTheirs(at);
  return {
    needsReason,
    /** Nothing can be sent now: the day is locked, or asks for a reason first. */
    isStopped,
    canEdit,
    /** Why not, and what can be done about it. */
    whyReadOnly: (at: CellAt): Refusal =>
      closed === null
        ? findRefusal(cells, writes, at)
        : { text: `This clan is ${closed} and can only be read.`, actions: [] },
    /** Nobody excuses themselves. */
    canWrite: (at: CellAt, input: CellInput) => canEdit(at) && (writes === "all" || input.kind !== "excused"),
    reason: () => reason,
    setReason: (text: string) => {
      reason = text;
      cells.markAll();
      cells.notify();
    },
  };
}

function findRefusal(cells: CellStore, writes: Writes, { row, column }: CellAt): Refusal {
  const { window, members, activities } = cells.day();
  const { day, state, can_write, locked_at } = window;
  const member = members[row];
  if (writes === "none" && state !== "locked") return { text: "Only officers can enter values here.", actions: [] };
  if (state === "locked") {
    const locked = `${formatClanDate(day)} is locked${locked_at === null ? "" : ` since ${toMoment(locked_at)}`}.`;
    if (can_write) return { text: `${locked} Give a reason to change it.`, actions: ["reason", "reopen"] };
    const text = `${locked} Only the owner can change it, with a reason.`;
    return { text, actions: writes === "all" ? ["ask"] : [] };
  }
  if (!can_write) return { text: "This day can only be read.", actions: [] };
  if (writes === "own") {
    const name = activities[column]?.name ?? "";
    return {
      text: member?.is_me ? `Only officers can enter ${name}.` : "You can only enter your own values.",
      actions: [],
    };
  }
  const until = member?.away_until ?? null;
  return {
    text: `${member?.name} is away${until === null ? "" : ` until ${formatDate(until)}`}.`,
    actions: ["anyway"],
  };
}

/** "10 Nov, 08:00". */
function toMoment(instant: string): string {
  return formatClock(new Date(instant)).replace(/^\S+ /, "");
}
