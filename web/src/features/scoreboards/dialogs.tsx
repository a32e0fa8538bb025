import { measureNames } from "@clanhall/contract/rules/score-text";
import { type Scoreboard, scoreboardBinDays } from "@clanhall/contract/scoreboards";
import { useQuery } from "@tanstack/react-query";
import { Notice } from "../../ui/core/notice.tsx";
import { BinDialog } from "../../ui/lists/bin-dialog.tsx";
import { LazyConfirmDialog, lazyDialog } from "../../ui/lazy-dialog.tsx";
import type { SearchParams } from "../../ui/lists/search-filters.ts";
import { useWhileMounted } from "../../lib/hooks.ts";
import { showToast } from "../../ui/toasts.ts";
import { periodText } from "./format.ts";
import { boardPresets } from "./fields.ts";
import { boardBinQuery } from "./api.ts";

const ScoreboardForm = lazyDialog(async () => (await import("./form.tsx")).ScoreboardForm);
const ShareDialog = lazyDialog(async () => (await import("./share.tsx")).ShareDialog);
const PreviewDialog = lazyDialog(async () => (await import("./preview.tsx")).PreviewDialog);

/** What is open: it is in the address. */
export const dialogParams = {
  /** The board that is shown, or that a dialog above the list is about. */
  board: {},
  show: { values: ["standings", "edit", "share", "preview", "bin"] },
  /** A dialog above the board's own page; to copy is to share with the link selected. */
  over: { values: ["edit", "share", "copy", "preview"] },
  /** A new board is made: "1", or the key of the preset it begins with. */
  make: { param: "new" },
  /** With its link, unless somebody switches that off. */
  link: { values: ["on"] },
  /** The first day of an earlier period whose standings are open. */
  period: { pattern: /^\d{4}-\d\d-\d\d$/ },
} as const;

export type DialogParams = SearchParams<typeof dialogParams>;

const noDialog = { board: "", show: "", over: "", make: "", link: "", period: "" } as const;

/** The board whose page the address names, rather than a dialog above the list. */
export function findPageBoard({ board, show, make }: DialogParams["values"]): string | null {
  return board !== "" && make === "" && (show === "" || show === "standings") ? board : null;
}

interface ScoreboardDialogsProps {
  clanId: string;
  boards: Scoreboard[];
  params: DialogParams;
  canEdit: boolean;
  onRestore: (board: Scoreboard) => void;
}

/** What the address says is open above the boards. */
export function ScoreboardDialogs(props: ScoreboardDialogsProps) {
  const { clanId, boards, params, canEdit, onRestore } = props;
  const { show, make, board: id } = params.values;
  const onClose = () => params.set(noDialog);
  if (make === "" && show === "") return null;
  if (!canEdit) return <Unavailable text="This is for owners and maintainers." />;
  if (make !== "") return <MakeDialog clanId={clanId} preset={make} params={params} />;
  if (show === "bin") return <Bin clanId={clanId} onRestore={onRestore} onClose={onClose} />;
  const board = boards.find((one) => one.id === id);
  if (!board) return <Unavailable text="This scoreboard no longer exists." />;
  return <BoardDialog clanId={clanId} board={board} kind={show} onClose={onClose} />;
}

interface BoardDialogProps {
  clanId: string;
  board: Scoreboard;
  kind: string;
  onClose: () => void;
}

/** A dialog about one board, above the list or above its page. */
export function BoardDialog({ clanId, board, kind, onClose }: BoardDialogProps) {
  if (kind === "preview") return <PreviewDialog board={board} onClose={onClose} />;
  if (kind !== "edit") return <ShareDialog board={board} startsByHand={kind === "copy"} onClose={onClose} />;
  const saySaved = () => showToast({ kind: "success", message: "Scoreboard saved" });
  return <ScoreboardForm clanId={clanId} board={board} preset={null} onClose={onClose} onSaved={saySaved} />;
}

interface MakeDialogProps {
  clanId: string;
  preset: string;
  params: DialogParams;
}

/** Whoever has made a board wants to see it. */
function MakeDialog({ clanId, preset, params }: MakeDialogProps) {
  const open = useWhileMounted(params.set);
  return (
    <ScoreboardForm
      clanId={clanId}
      board={null}
      preset={boardPresets.find(({ key }) => key === preset) ?? null}
      isShared={params.values.link === "on"}
      onClose={() => params.set(noDialog)}
      onSaved={({ id, title, share }, isCopied) => {
        showToast({ kind: "success", message: isCopied ? `${title} is ready, link copied` : `${title} is ready` });
        open({ ...noDialog, board: id, over: share && !isCopied ? "copy" : "" });
      }}
    />
  );
}

function Bin({ clanId, ...dialog }: { clanId: string; onRestore: (board: Scoreboard) => void; onClose: () => void }) {
  return (
    <BinDialog
      query={useQuery(boardBinQuery(clanId))}
      days={scoreboardBinDays}
      note={`Deleted scoreboards are kept for ${scoreboardBinDays} days. Restoring one also restores its link.`}
      nameOf={({ title }) => title}
      describe={(board) => `${measureNames[board.measure]} · ${periodText(board)}`}
      {...dialog}
    />
  );
}

export function Unavailable({ text }: { text: string }) {
  return (
    <Notice role="alert" tone="danger">
      {text}
    </Notice>
  );
}

/** Something that cannot simply be undone. */
export interface Question {
  kind: "end" | "reopen" | "archive";
  board: Scoreboard;
}

const questions: Record<Question["kind"], { title: (title: string) => string; action: string; meaning: string }> = {
  end: {
    title: (title) => `End ${title}?`,
    action: "End now",
    meaning:
      "The result is frozen as it is now. Values entered later no longer change it. The link keeps working and shows the final result.",
  },
  reopen: {
    title: (title) => `Reopen ${title}?`,
    action: "Reopen",
    meaning: "The board counts again with everything that was entered since. Its frozen result is discarded.",
  },
  archive: {
    title: (title) => `Archive ${title}?`,
    action: "Archive",
    meaning:
      "Its link is turned off. Only owners and maintainers can still see it. To bring it back, reopen it; it then counts again.",
  },
};

interface ScoreboardQuestionProps {
  question: Question;
  onConfirm: (kind: Question["kind"], board: Scoreboard) => Promise<void>;
  onClose: () => void;
}

export function ScoreboardQuestion({ question: { kind, board }, onConfirm, onClose }: ScoreboardQuestionProps) {
  const { title, action, meaning } = questions[kind];
  return (
    <LazyConfirmDialog
      title={title(board.title)}
      action={action}
      onConfirm={() => onConfirm(kind, board)}
      onClose={onClose}
    >
      <p>{meaning}</p>
    </LazyConfirmDialog>
  );
}
