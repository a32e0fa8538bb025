import styles from "./feedback.module.css";
import { problemText } from "../lib/problem-text.ts";

/** What went wrong, said aloud when it appears. */
export function Problem({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <p role="alert" className={styles.problem}>
      {problemText(error)}
    </p>
  );
}

/** Always on the page, so that a screen reader hears what appears in it. */
export function SavedNote({ text }: { text: string | false }) {
  return (
    <p role="status" className={styles.saved}>
      {text && (
        <>
          <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
            <path d="m3 8.5 3.2 3.2L13 5" strokeLinecap="round" strokeLinejoin="round" />
          </svg>
          {text}
        </>
      )}
    </p>
  );
}
