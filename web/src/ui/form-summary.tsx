import type { ReactNode } from "react";
import styles from "./form.module.css";

interface FormSummaryProps {
  /** What went wrong with the form as a whole. */
  problem: ReactNode;
  /** How many fields were wrong at the last try; each shows its own message, so this is only said aloud. */
  wrongFields: number;
}

/** Always on the page, so that a screen reader hears what appears in it. */
export function FormSummary({ problem, wrongFields }: FormSummaryProps) {
  return (
    <div role="alert" className={styles.alert}>
      {wrongFields > 0 && (
        <p className="unseen">
          {wrongFields === 1 ? "One field needs another look." : `${wrongFields} fields need another look.`}
        </p>
      )}
      {problem && <div className={styles.summary}>{problem}</div>}
    </div>
  );
}
