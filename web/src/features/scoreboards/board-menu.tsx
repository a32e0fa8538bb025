import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { DotsMenu, type MenuItem } from "../../ui/menu-button.tsx";
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
    state === "active" && { label: "Edit", onChoose: show("edit") },
    isShown && { label: "Share…", onChoose: show("share") },
    isShown && { label: "Preview as visitor", onChoose: show("preview") },
    !isFull && { label: "Duplicate", onChoose: () => actions.duplicate(board) },
    state === "active" && { label: "End now", onChoose: () => onAsk({ kind: "end", board }) },
    state !== "active" && { label: "Re-open", onChoose: dare("reopen") },
    isShown && { label: "Archive", onChoose: dare("archive") },
  ];
  const items: (MenuItem | false)[] = [
    { label: "Standings", onChoose: show("standings") },
    ...(canEdit ? changes : []),
    canLeave && isShown && { label: "Post to Discord", onChoose: () => actions.post(board) },
    { label: "Export CSV", onChoose: () => actions.save(board, "csv") },
    canLeave && { label: "Export PNG", onChoose: () => actions.save(board, "png") },
    canEdit && { label: "Delete", onChoose: () => actions.remove(board), isDanger: true },
  ];
  return <DotsMenu label={`Actions for ${title}`} items={items.filter((item) => item !== false)} />;
}
