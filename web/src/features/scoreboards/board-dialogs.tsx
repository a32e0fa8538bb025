import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { Notice } from "../../ui/core/notice.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { showToast } from "../../ui/toasts.ts";
import { type BoardsAddress, type BoardsChange, noDialog } from "./boards-address.ts";
import { boardPresets } from "./presets.ts";

const ScoreboardForm = lazyDialog(async () => (await import("./form.tsx")).ScoreboardForm);
const StandingsDialog = lazyDialog(async () => (await import("./standings-dialog.tsx")).StandingsDialog);
const ShareDialog = lazyDialog(async () => (await import("./share-dialog.tsx")).ShareDialog);
const PreviewDialog = lazyDialog(async () => (await import("./preview-dialog.tsx")).PreviewDialog);
const BinDialog = lazyDialog(async () => (await import("./bin-dialog.tsx")).BinDialog);

interface BoardDialogsProps {
  clanId: string;
  boards: Scoreboard[];
  address: BoardsAddress;
  canEdit: boolean;
  onRestore: (board: Scoreboard) => void;
  /** Changes the address in place, as no new step back. */
  onAddress: (change: BoardsChange) => void;
}

/** What the address says is open above the boards. */
export function BoardDialogs(props: BoardDialogsProps) {
  const { clanId, boards, address, canEdit, onRestore, onAddress } = props;
  const onClose = () => onAddress(noDialog);
  if (address.make === null && address.show === null) return null;
  if (address.show !== "standings" && !canEdit) return <Unavailable text="This is for owners and maintainers." />;
  if (address.make !== null) return <MakeDialog clanId={clanId} preset={address.make} onAddress={onAddress} />;
  if (address.show === "bin") return <BinDialog clanId={clanId} onRestore={onRestore} onClose={onClose} />;
  const board = boards.find(({ id }) => id === address.board);
  if (!board) return <Unavailable text="This board is not here any more." />;
  return <OneBoard {...props} board={board} onClose={onClose} />;
}

function OneBoard({
  clanId,
  board,
  address,
  onAddress,
  onClose,
}: BoardDialogsProps & { board: Scoreboard; onClose: () => void }) {
  switch (address.show) {
    case "edit":
      return (
        <ScoreboardForm
          clanId={clanId}
          board={board}
          preset={null}
          onClose={onClose}
          onSaved={() => {
            showToast({ kind: "success", message: "Scoreboard saved" });
            onClose();
          }}
        />
      );
    case "share":
      return <ShareDialog board={board} onClose={onClose} />;
    case "preview":
      return <PreviewDialog board={board} onClose={onClose} />;
    default:
      return <StandingsDialog board={board} period={address.period} onAddress={onAddress} onClose={onClose} />;
  }
}

interface MakeDialogProps {
  clanId: string;
  preset: string;
  onAddress: (change: BoardsChange) => void;
}

/** Whoever has made a board wants to see it. */
function MakeDialog({ clanId, preset, onAddress }: MakeDialogProps) {
  return (
    <ScoreboardForm
      clanId={clanId}
      board={null}
      preset={boardPresets.find(({ key }) => key === preset) ?? null}
      onClose={() => onAddress(noDialog)}
      onSaved={({ id, title }) => {
        showToast({ kind: "success", message: `${title} is ready` });
        onAddress({ ...noDialog, board: id, show: "standings" });
      }}
    />
  );
}

function Unavailable({ text }: { text: string }) {
  return (
    <Notice role="alert" tone="danger">
      {text}
    </Notice>
  );
}
