import { useNow } from "../../ui/use-now.ts";
import styles from "./day.module.css";
import { dayLine, stateWords } from "./format.ts";
import { SaveStatus } from "./save-status.tsx";
import type { LiveSheet } from "./sheet/live-sheet.ts";
import { useWholeSheet } from "./use-whole-sheet.ts";

/** Which day this is, how far it is, and whether all of it is saved. */
export function DayStrip({ sheet }: { sheet: LiveSheet }) {
  useWholeSheet(sheet);
  const now = useNow();
  const { window } = sheet.day;
  const { due, entered } = sheet.counts();
  return (
    <div className={styles.strip}>
      <span className={styles.state} data-state={window.reopened_until ? "late" : window.state}>
        {stateWords(window, now)}
      </span>
      <span className={styles.line}>{dayLine(window, now)}</span>
      <span className={styles.progress}>
        <span>
          {entered.toLocaleString("en-GB")} of {due.toLocaleString("en-GB")} due cells
        </span>
        <progress
          className={styles.bar}
          max={Math.max(due, 1)}
          value={due === 0 ? 1 : entered}
          aria-label="Due cells entered"
        />
      </span>
      <SaveStatus sheet={sheet} />
    </div>
  );
}
