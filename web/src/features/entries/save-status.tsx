import buttons from "../../ui/button.module.css";
import styles from "./day.module.css";
import { cellCount } from "./format.ts";
import type { LiveSheet } from "./sheet/live-sheet.ts";

/** Whether what was typed has arrived. Drawn anew by whoever watches the sheet. */
export function SaveStatus({ sheet }: { sheet: LiveSheet }) {
  const { conflicts, unsure, ...counts } = sheet.counts();
  // On a day that cannot be written now, what waits stays on this device.
  const isStopped = !sheet.day.window.can_write || sheet.needsReason();
  const failed = counts.failed + (isStopped ? counts.waiting : 0);
  const waiting = isStopped ? 0 : counts.waiting;
  const open = [
    conflicts > 0 && `${cellCount(conflicts)} changed by somebody else`,
    unsure > 0 && `${cellCount(unsure)} to check`,
  ].filter(Boolean);
  return (
    <span className={styles.save}>
      <span role="status" data-kind={failed > 0 ? "failed" : open.length > 0 ? "open" : waiting > 0 ? "busy" : "saved"}>
        {saveWords({ failed, waiting, open })}
      </span>
      {failed > 0 && (
        <>
          {!isStopped && (
            <button type="button" className={buttons.plain} onClick={sheet.retry}>
              Retry
            </button>
          )}
          <button type="button" className={buttons.plain} onClick={sheet.discard}>
            Discard
          </button>
        </>
      )}
    </span>
  );
}

function saveWords({ failed, waiting, open }: { failed: number; waiting: number; open: unknown[] }): string {
  if (failed > 0) return [`${failed.toLocaleString("en-GB")} not saved`, ...open].join(" · ");
  if (open.length > 0) return open.join(" · ");
  return waiting > 0 ? "Saving…" : "All changes saved";
}
