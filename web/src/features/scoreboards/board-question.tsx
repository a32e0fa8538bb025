import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { LazyConfirmDialog } from "../../ui/lazy-dialog.tsx";
import type { BoardActions } from "./use-board-actions.ts";

/** Something that cannot simply be taken back. */
export interface Question {
  kind: "end" | "reopen" | "archive";
  board: Scoreboard;
}

const words: Record<Question["kind"], { title: (title: string) => string; action: string; meaning: string }> = {
  end: {
    title: (title) => `End ${title}?`,
    action: "End now",
    meaning:
      "The result is frozen as it stands now: whatever is entered from here on no longer changes it. The link keeps working and shows the final result.",
  },
  reopen: {
    title: (title) => `Re-open ${title}?`,
    action: "Re-open",
    meaning: "The board counts again with everything that was entered since. Its frozen result is let go.",
  },
  archive: {
    title: (title) => `Archive ${title}?`,
    action: "Archive",
    meaning:
      "Its link is switched off, and only owners and maintainers still find it and its final result. To bring it back it has to be re-opened, and then it counts again.",
  },
};

interface BoardQuestionProps {
  question: Question;
  actions: BoardActions;
  onClose: () => void;
}

export function BoardQuestion({ question: { kind, board }, actions, onClose }: BoardQuestionProps) {
  const { title, action, meaning } = words[kind];
  return (
    <LazyConfirmDialog
      title={title(board.title)}
      action={action}
      onConfirm={() => actions.confirmed(kind, board)}
      onClose={onClose}
    >
      <p>{meaning}</p>
    </LazyConfirmDialog>
  );
}
