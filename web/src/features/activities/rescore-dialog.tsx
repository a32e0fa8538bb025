import type { Activity } from "@clanhall/contract/activities";
import { addDays } from "@clanhall/contract/clan-day";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { plural } from "../../lib/format.ts";
import buttons from "../../ui/button.module.css";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/feedback.tsx";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { showToast } from "../../ui/toasts.ts";
import { rescorePreviewQuery, useRescore } from "./activities.api.ts";
import { RescorePreview } from "./rescore-preview.tsx";

interface RescoreDialogProps {
  clanId: string;
  row: Activity;
  /** The clan date. */
  today: string;
  onClose: () => void;
}

/** Counts older values by the rule of today. What that does is shown first. */
export function RescoreDialog({ clanId, row, today, onClose }: RescoreDialogProps) {
  const [from, setFrom] = useState(() => addDays(today, -7));
  const preview = useQuery({ ...rescorePreviewQuery(clanId, row.id, from), enabled: from !== "" });
  const rescore = useRescore(clanId, row.id);
  const apply = () => {
    if (rescore.isPending) return;
    rescore.mutate(from, {
      onSuccess: ({ changed }) => {
        void showToast({ kind: "success", message: `${plural(changed, "entry", "entries")} scored anew` });
        onClose();
      },
    });
  };
  const isReady = from !== "" && preview.data !== undefined && preview.data.changed > 0;
  return (
    <Dialog title={`Re-score ${row.name}`} onClose={onClose}>
      <p>Values entered since this day get their points anew, by today’s rules. Ended scoreboards never move.</p>
      <TextField
        label="From"
        type="date"
        max={today}
        value={from}
        error={from === "" ? "Choose a day." : undefined}
        onChange={({ currentTarget }) => setFrom(currentTarget.value)}
      />
      {preview.isError ? (
        <Problem error={preview.error} />
      ) : (
        from !== "" && (
          <LoadedPart query={preview} what="The preview" lines={2}>
            {(answer) => <RescorePreview answer={answer} />}
          </LoadedPart>
        )
      )}
      <Problem error={rescore.error} />
      <DialogActions>
        <button type="button" className={buttons.secondary} onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className={buttons.primary}
          disabled={!isReady}
          aria-busy={rescore.isPending}
          onClick={apply}
        >
          Apply
        </button>
      </DialogActions>
    </Dialog>
  );
}
