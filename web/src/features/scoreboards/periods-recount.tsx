import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { showToast } from "../../ui/toasts.ts";
import { type FrozenPeriod, useRecount } from "./standings-api.ts";

interface RecountDialogProps {
  board: Scoreboard;
  period: FrozenPeriod;
  onClose: () => void;
}

export function RecountDialog({ board, period: { from, label }, onClose }: RecountDialogProps) {
  const recount = useRecount(board);
  const countAgain = async () => {
    await recount.mutateAsync(from);
    showToast({ kind: "success", message: `${label} was counted again` });
  };
  return (
    <ConfirmDialog title={`Count ${label} again?`} action="Count again" onConfirm={countAgain} onClose={onClose}>
      <p>
        Values entered or corrected since the result was frozen will count, and places may change. The result as it is
        now is not kept.
      </p>
    </ConfirmDialog>
  );
}
