import { useEffect, useState } from "react";
import { formatClanDate, formatNumber, plural } from "../../lib/format.ts";
import { Button } from "../../ui/core/button.tsx";
import { Row } from "../../ui/core/layout.tsx";
import { Notice } from "../../ui/core/notice.tsx";
import { DayLink } from "./day-nav.tsx";
import styles from "./day.module.css";
import type { DaySheet } from "./sheet/day-sheet.ts";
import { type DraftKey, listDraftDays } from "./sheet/stored-drafts.ts";

/** How many values did not arrive, are on their way, or wait for somebody to decide. */
export function saveStateOf(sheet: DaySheet) {
  const { conflicts, needsConfirmation, ...counts } = sheet.counts();
  // On a day that cannot be written now, what waits stays on this device.
  const isStopped = !sheet.day.window.can_write || sheet.needsReason();
  const failed = counts.failed + (isStopped ? counts.waiting : 0);
  return { failed, waiting: isStopped ? 0 : counts.waiting, conflicts, needsConfirmation, isStopped };
}

/** Whether what was typed has arrived. Drawn anew by whoever watches the sheet. */
export function SaveStatus({ sheet }: { sheet: DaySheet }) {
  const { failed, waiting, conflicts, needsConfirmation, isStopped } = saveStateOf(sheet);
  const open = [
    conflicts > 0 && `${plural(conflicts, "value")} changed by someone else`,
    needsConfirmation > 0 && `${plural(needsConfirmation, "value")} to check`,
  ].filter(Boolean);
  return (
    <span className={styles.save}>
      <span
        role="status"
        data-kind={failed > 0 ? "failed" : open.length > 0 ? "open" : waiting > 0 || isStopped ? "busy" : "saved"}
      >
        {formatSaveStatus({ failed, waiting, open, isStopped })}
      </span>
      {failed > 0 && (
        <>
          {!isStopped && (
            <Button variant="plain" onClick={sheet.retry}>
              Retry
            </Button>
          )}
          <Button variant="plain" onClick={sheet.discard}>
            Discard
          </Button>
        </>
      )}
    </span>
  );
}

interface SaveCounts {
  failed: number;
  waiting: number;
  open: unknown[];
  isStopped: boolean;
}

function formatSaveStatus({ failed, waiting, open, isStopped }: SaveCounts): string {
  if (failed > 0) return [`${formatNumber(failed)} not saved`, ...open].join(" · ");
  if (open.length > 0) return open.join(" · ");
  if (isStopped) return "Read only";
  return waiting > 0 ? "Saving…" : "All changes saved";
}

/** Other days on which something was typed here and never arrived: opening one sends it. */
export function DraftNotice({ draftKey: { userId, clanId, day } }: { draftKey: DraftKey }) {
  const [days, setDays] = useState(() => listDraftDays({ userId, clanId }));
  useEffect(() => {
    const read = () => setDays(listDraftDays({ userId, clanId }));
    // The day that was just left may have written some.
    read();
    window.addEventListener("storage", read);
    return () => window.removeEventListener("storage", read);
  }, [userId, clanId]);
  const others = days.filter((one) => one.day !== day);
  if (others.length === 0) return null;
  return (
    <Notice tone="warning">
      <p>Not sent yet, kept on this device. Open the day to send it.</p>
      <Row as="ul" gap={2}>
        {others.map((one) => (
          <li key={one.day}>
            <DayLink day={one.day} className={styles.draftLink}>
              {formatClanDate(one.day)}: {plural(one.count, "value")}
            </DayLink>
          </li>
        ))}
      </Row>
    </Notice>
  );
}
