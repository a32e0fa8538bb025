import buttons from "../../ui/button.module.css";
import { DialogActions } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/feedback.tsx";
import { takeFocus } from "../../ui/take-focus.ts";
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
          <button ref={takeFocus} type="button" className={buttons.primary} onClick={onClose}>
            Done
          </button>
        </DialogActions>
      </>
    );
  }
  return (
    <>
      <Problem error={work.error} />
      <DialogActions>
        <button type="button" className={buttons.secondary} onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className={buttons.primary}
          disabled={!isReady}
          aria-busy={work.isPending}
          onClick={() => work.isPending || onAct()}
        >
          {label}
        </button>
      </DialogActions>
    </>
  );
}
