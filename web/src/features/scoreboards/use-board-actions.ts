import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { useState } from "react";
import { showToast } from "../../ui/toasts.ts";
import { type Deed, useBoardDeed } from "./scoreboards.api.ts";
import { useExportStandings } from "./share.api.ts";

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
  void showToast({ kind: "success", message: doneWords[kind](title), ...(onUndo && { onUndo }) });
}

/** What is done to boards at once, each with a word of it and a way back where there is one. */
export function useBoardActions(clanId: string) {
  const [problem, setProblem] = useState<unknown>(null);
  const { mutate, mutateAsync } = useBoardDeed(clanId);
  const file = useExportStandings();
  const act = (kind: Deed["kind"], board: Scoreboard, undoneBy?: Deed["kind"]) => {
    setProblem(null);
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
    reopen: (board: Scoreboard) => act("reopen", board),
    restore: (board: Scoreboard) => act("restore", board),
    archive: (board: Scoreboard) => act("archive", board, "reopen"),
    remove: (board: Scoreboard) => act("delete", board, "restore"),
    duplicate: (board: Scoreboard) => act("duplicate", board),
    /** Asked for in a dialog, which says what went wrong. */
    confirmed: async (kind: Deed["kind"], board: Scoreboard) => tell(kind, await mutateAsync({ kind, board })),
    save: (board: Scoreboard, kind: "csv" | "png") => {
      setProblem(null);
      if (!file.isPending) file.mutate({ kind, id: board.id, name: fileName(board, kind) }, { onError: setProblem });
    },
  };
}

/** Letters and digits of any script; everything else may be trouble in a file's name. */
function fileName({ title, range }: Scoreboard, kind: string): string {
  const plain = title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  return `${plain.toLowerCase() || "scoreboard"}-${range.from}-${range.to}.${kind}`;
}
