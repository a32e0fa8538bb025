import { useState } from "react";
import buttons from "../../ui/button.module.css";
import feedback from "../../ui/feedback.module.css";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./day.module.css";
import { keepReason } from "./locked-reason.ts";
import type { LiveSheet } from "./sheet/live-sheet.ts";
import type { DraftPlace } from "./sheet/stored-drafts.ts";
import { useWholeSheet } from "./use-whole-sheet.ts";

interface LockedNoticeProps {
  sheet: LiveSheet;
  place: DraftPlace;
}

/** Asks once why a locked day is changed, and says to everybody else that it cannot be. */
export function LockedNotice({ sheet, place }: LockedNoticeProps) {
  useWholeSheet(sheet);
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const { state, can_write } = sheet.day.window;
  if (state !== "locked") return null;
  if (!can_write) {
    return <p className={feedback.notice}>This day is locked: its late window is over. It can be read, not changed.</p>;
  }
  if (!sheet.needsReason()) return null;
  return (
    <form
      className={feedback.notice}
      onSubmit={(event) => {
        event.preventDefault();
        const said = reason.trim();
        if (said === "") return setProblem("Say why this day is changed.");
        keepReason(place, said);
        sheet.giveReason(said);
      }}
    >
      <p>This day is locked. You can still change it: say why, and it is kept with every change.</p>
      <div className={styles.reason}>
        <TextField
          label="Reason"
          maxLength={200}
          value={reason}
          error={problem}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <button type="submit" className={buttons.secondary}>
          Edit this day
        </button>
      </div>
    </form>
  );
}
