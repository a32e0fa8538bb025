import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { useState } from "react";
import { showToast } from "../../ui/toasts.ts";
import { type Deed, useBoardDeed } from "./scoreboards.api.ts";
import { useExportStandings, usePostBoard } from "./share.api.ts";

export type BoardActions = ReturnType<typeof useBoardActions>;

const doneWords: Record<Deed["kind"], (title: string) => string> = {
  end: (title) => `${title} has ended`,
  reopen: (title) => `${title} counts again`,
  archive: (title) => `${title} archived`,
  restore: (title) => `${title} is back`,
  duplicate: (title) => `${title} made; its link is off`,
  delete: (title) => `${title} is in the bin`,
};

function tell(kind: Deed["kind"], { title }: Scoreboard, onUndo?: () => void): void {
  showToast({ kind: "success", message: doneWords[kind](title), ...(onUndo && { onUndo }) });
}

function tellPosted(channels: number): void {
  showToast({ kind: "success", message: `Posted to ${channels} ${channels === 1 ? "channel" : "channels"}` });
}

/** What is done to boards at once, each with a word of it and a way back where there is one. */
export function useBoardActions(clanId: string) {
  const [problem, setProblem] = useState<unknown>(null);
  const [isUnheard, setUnheard] = useState(false);
  const { mutate, mutateAsync } = useBoardDeed(clanId);
  const file = useExportStandings();
  const posting = usePostBoard();
  const begin = () => {
    setProblem(null);
    setUnheard(false);
  };
  const act = (kind: Deed["kind"], board: Scoreboard, undoneBy?: Deed["kind"]) => {
    begin();
    mutate(
      { kind, board },
      {
        onError: setProblem,
        onSuccess: (done) => tell(kind, done, undoneBy && (() => act(undoneBy, done))),
      },
    );
  };
  return {
    problem,
    /** A board was posted, and no channel is told of boards. */
    isUnheard,
    reopen: (board: Scoreboard) => act("reopen", board),
    restore: (board: Scoreboard) => act("restore", board),
    archive: (board: Scoreboard) => act("archive", board, "reopen"),
    remove: (board: Scoreboard) => act("delete", board, "restore"),
    duplicate: (board: Scoreboard) => act("duplicate", board),
    /** Asked for in a dialog, which says what went wrong. */
    confirmed: async (kind: Deed["kind"], board: Scoreboard) => tell(kind, await mutateAsync({ kind, board })),
    post: (board: Scoreboard) => {
      begin();
      const onSuccess = (channels: number) => (channels === 0 ? setUnheard(true) : tellPosted(channels));
      if (!posting.isPending) posting.mutate(board.id, { onSuccess, onError: setProblem });
    },
    save: (board: Scoreboard, kind: "csv" | "png") => {
      begin();
      if (!file.isPending) file.mutate({ kind, id: board.id, name: fileName(board, kind) }, { onError: setProblem });
    },
  };
}

/** Letters and digits of any script; everything else may be trouble in a file's name. */
function fileName({ title, range }: Scoreboard, kind: string): string {
  const plain = title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  return `${plain.toLowerCase() || "scoreboard"}-${range.from}-${range.to}.${kind}`;
}
