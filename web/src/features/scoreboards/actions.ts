import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { useState } from "react";
import { toFileName } from "../../lib/files.ts";
import { mutateEach } from "../../lib/mutations.ts";
import type { MenuItem } from "../../ui/menu.tsx";
import { showToast } from "../../ui/toasts.ts";
import type { Question } from "./dialogs.tsx";
import { type ScoreboardAction, useMakeMain, useScoreboardAction } from "./api.ts";
import { useExportStandings, usePostBoard } from "./share-api.ts";

type Kind = ScoreboardAction["kind"];
type ScoreboardActions = ReturnType<typeof useScoreboardActions>;

const doneText: Record<Kind, (title: string) => string> = {
  end: (title) => `${title} has ended`,
  reopen: (title) => `${title} reopened`,
  archive: (title) => `${title} archived`,
  restore: (title) => `${title} restored`,
  duplicate: (title) => `${title} created. Its link is off.`,
  delete: (title) => `${title} is in the bin`,
};

function sayDone(kind: Kind, { title }: Scoreboard, onUndo?: () => Promise<void>): void {
  showToast({ kind: "success", message: doneText[kind](title), ...(onUndo && { onUndo }) });
}

function sayPosted(channels: number): void {
  showToast({ kind: "success", message: `Posted to ${channels} ${channels === 1 ? "channel" : "channels"}` });
}

/** What is done to boards at once, each with a message and a way back where there is one. */
export function useScoreboardActions(clanId: string) {
  const [error, setError] = useState<unknown>(null);
  const [isUnposted, setUnposted] = useState(false);
  const action = useScoreboardAction(clanId);
  const file = useExportStandings();
  const posting = usePostBoard();
  const making = useMakeMain(clanId);
  const begin = () => {
    setError(null);
    setUnposted(false);
  };
  /** Asked for in a dialog or in a toast, which says what went wrong. */
  const confirmed = async (kind: Kind, board: Scoreboard) => sayDone(kind, await action.mutateAsync({ kind, board }));
  const act = (kind: Kind, board: Scoreboard, undoneBy?: Kind) => {
    begin();
    mutateEach(
      action,
      { kind, board },
      (done) => sayDone(kind, done, undoneBy && (() => confirmed(undoneBy, done))),
      setError,
    );
  };
  return {
    error,
    /** A board was posted, and no channel receives boards. */
    isUnposted,
    reopen: (board: Scoreboard) => act("reopen", board),
    restore: (board: Scoreboard) => act("restore", board),
    archive: (board: Scoreboard) => act("archive", board, "reopen"),
    remove: (board: Scoreboard) => act("delete", board, "restore"),
    duplicate: (board: Scoreboard) => act("duplicate", board),
    makeMain: (board: Scoreboard) => {
      begin();
      const sayMain = () => showToast({ kind: "success", message: `${board.title} is the main board` });
      mutateEach(making, board, sayMain, setError);
    },
    confirmed,
    post: (board: Scoreboard) => {
      begin();
      const onSuccess = (channels: number) => (channels === 0 ? setUnposted(true) : sayPosted(channels));
      if (!posting.isPending) posting.mutate(board.id, { onSuccess, onError: setError });
    },
    save: (board: Scoreboard, kind: "csv" | "png") => {
      begin();
      const { id, title, range } = board;
      const name = `${toFileName(title, "scoreboard")}-${range.from}-${range.to}.${kind}`;
      if (!file.isPending) file.mutate({ kind, id, name }, { onError: setError });
    },
  };
}

interface MenuInput {
  board: Scoreboard;
  /** An archived clan's boards can be read, but not changed. */
  canEdit: boolean;
  /** The board that was chosen to stand for the clan. */
  mainId: string | null;
  /** The clan has as many boards as it can have. */
  isFull: boolean;
  actions: ScoreboardActions;
  onOpen: (what: BoardView) => void;
  /** For what cannot simply be undone. */
  onAsk: (question: Question) => void;
}

/** What can be opened of a board. */
export type BoardView = "standings" | "edit" | "share" | "preview";

/** Everything a manager can do to a board in its state: to open, to change, to share, and what is dangerous at last. */
export function menuItems({ board, canEdit, mainId, isFull, actions, onOpen, onAsk }: MenuInput) {
  const { id, state } = board;
  const show = (what: BoardView) => () => onOpen(what);
  const isShown = state !== "archived";
  // Only public activities leave the clan.
  const canLeave = canEdit && board.public_activities > 0;
  // Both let go of a frozen result, now or once it is wanted back.
  const askIfFrozen = (kind: "reopen" | "archive") => () =>
    board.ended_at === null ? actions[kind](board) : onAsk({ kind, board });
  return inGroups({
    open: [
      { label: "Standings", onSelect: show("standings") },
      canEdit && isShown && { label: "Preview as visitor", onSelect: show("preview") },
    ],
    change: canEdit && [
      state === "active" && { label: "Edit", onSelect: show("edit") },
      state === "active" && id !== mainId && { label: "Make main board", onSelect: () => actions.makeMain(board) },
      !isFull && { label: "Duplicate", onSelect: () => actions.duplicate(board) },
      state === "active" && { label: "End now", onSelect: () => onAsk({ kind: "end", board }) },
      state !== "active" && { label: "Reopen", onSelect: askIfFrozen("reopen") },
      isShown && { label: "Archive", onSelect: askIfFrozen("archive") },
    ],
    share: [
      canEdit && isShown && { label: "Share…", onSelect: show("share") },
      canLeave && isShown && { label: "Post to Discord", onSelect: () => actions.post(board) },
      { label: "Export CSV", onSelect: () => actions.save(board, "csv") },
      canLeave && { label: "Export PNG", onSelect: () => actions.save(board, "png") },
    ],
    danger: canEdit && [{ label: "Delete", onSelect: () => actions.remove(board), danger: true }],
  });
}

type Group = NonNullable<MenuItem["group"]> | "danger";

function inGroups(groups: Partial<Record<Group, false | (false | MenuItem)[]>>): MenuItem[] {
  return Object.entries(groups).flatMap(([group, items]) =>
    (items || [])
      .filter((item) => item !== false)
      .map((item) => (group === "danger" ? item : { ...item, group: group as Exclude<Group, "danger"> })),
  );
}
