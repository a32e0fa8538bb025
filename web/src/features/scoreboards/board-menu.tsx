import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { Menu, type MenuItem } from "../../ui/menu.tsx";
import type { Question } from "./board-question.tsx";
import type { BoardsChange } from "./boards-address.ts";
import type { BoardActions } from "./use-board-actions.ts";

interface BoardMenuProps {
  board: Scoreboard;
  /** An archived clan's boards can be read, but not changed. */
  canEdit: boolean;
  /** The clan has as many boards as it can have. */
  isFull: boolean;
  actions: BoardActions;
  onShow: (change: BoardsChange) => void;
  /** For what cannot simply be taken back. */
  onAsk: (question: Question) => void;
}

/** Everything a manager can do to a board in its state. */
export function BoardMenu({ board, canEdit, isFull, actions, onShow, onAsk }: BoardMenuProps) {
  const { id, title, state } = board;
  const show = (what: NonNullable<BoardsChange["show"]>) => () => onShow({ board: id, show: what });
  const isShown = state !== "archived";
  // What leaves the clan has public activities alone.
  const canLeave = canEdit && board.public_activities > 0;
  // Both let go of a frozen result, now or once it is wanted back.
  const dare = (kind: "reopen" | "archive") => () =>
    board.ended_at === null ? actions[kind](board) : onAsk({ kind, board });
  const changes: (MenuItem | false)[] = [
    state === "active" && { label: "Edit", onSelect: show("edit") },
    isShown && { label: "Share…", onSelect: show("share") },
    isShown && { label: "Preview as visitor", onSelect: show("preview") },
    !isFull && { label: "Duplicate", onSelect: () => actions.duplicate(board) },
    state === "active" && { label: "End now", onSelect: () => onAsk({ kind: "end", board }) },
    state !== "active" && { label: "Re-open", onSelect: dare("reopen") },
    isShown && { label: "Archive", onSelect: dare("archive") },
  ];
  const items: (MenuItem | false)[] = [
    { label: "Standings", onSelect: show("standings") },
    ...(canEdit ? changes : []),
    canLeave && isShown && { label: "Post to Discord", onSelect: () => actions.post(board) },
    { label: "Export CSV", onSelect: () => actions.save(board, "csv") },
    canLeave && { label: "Export PNG", onSelect: () => actions.save(board, "png") },
    canEdit && { label: "Delete", onSelect: () => actions.remove(board), danger: true },
  ];
  return <Menu label={`Actions for ${title}`} items={items.filter((item) => item !== false)} />;
}
