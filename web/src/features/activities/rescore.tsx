import type { Activity } from "@clanhall/contract/activities";
import { addDays } from "@clanhall/contract/clan-day";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { plural } from "../../lib/format.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Button } from "../../ui/core/button.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { showToast } from "../../ui/toasts.ts";
import { rescorePreviewQuery, useRescore } from "./api.ts";
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
        showToast({ kind: "success", message: `${plural(changed, "entry", "entries")} scored anew` });
        onClose();
      },
    });
  };
  const isReady = from !== "" && preview.data !== undefined && preview.data.changed > 0;
  return (
    <Dialog title={`Re-score ${row.name}`} onClose={onClose}>
      <p>Values entered since this day get their points anew, by today’s rules. Ended scoreboards never move.</p>
      <DateField
        label="From"
        max={today}
        value={from}
        error={from === "" ? "Choose a day." : undefined}
        onChange={(date) => setFrom(date)}
      />
      {preview.isError ? (
        <ErrorMessage error={preview.error} />
      ) : (
        from !== "" && (
          <AsyncSection query={preview} what="The preview" lines={2}>
            {(answer) => <RescorePreview answer={answer} />}
          </AsyncSection>
        )
      )}
      <ErrorMessage error={rescore.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" disabled={!isReady} busy={rescore.isPending} onClick={apply}>
          Apply
        </Button>
      </DialogActions>
    </Dialog>
  );
}
