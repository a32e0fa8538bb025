import { ErrorMessage } from "../../ui/core/notice.tsx";
import { focusOnMount } from "../../ui/focus.ts";
import { Button } from "../../ui/core/button.tsx";
import { DialogActions } from "../../ui/dialog.tsx";
import type { SetOutcome as Outcome } from "./activity-sets.api.ts";
import { SetOutcome } from "./set-outcome.tsx";

interface SetActionsProps {
  work: { data: Outcome | undefined; error: unknown; isPending: boolean };
  label: string;
  isReady: boolean;
  onAct: () => void;
  onClose: () => void;
}

/** The end of a dialog that adds a set: what it will do, and once it is done what became of each activity. */
export function SetActions({ work, label, isReady, onAct, onClose }: SetActionsProps) {
  if (work.data) {
    return (
      <>
        <SetOutcome outcome={work.data} isDone />
        <DialogActions>
          <Button ref={focusOnMount} variant="primary" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </>
    );
  }
  return (
    <>
      <ErrorMessage error={work.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" disabled={!isReady} busy={work.isPending} onClick={() => work.isPending || onAct()}>
          {label}
        </Button>
      </DialogActions>
    </>
  );
}
