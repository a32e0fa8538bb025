import buttons from "./button.module.css";
import styles from "./feedback.module.css";

interface ConflictNoticeProps {
  /** What the other change made of it, in words. */
  theirs: string;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
}

/** Two changes of the same thing: the person decides, and until then nothing of theirs is lost. */
export function ConflictNotice({ theirs, onTakeTheirs, onKeepMine }: ConflictNoticeProps) {
  return (
    <div role="alert" className={styles.notice} data-kind="warning">
      <h3>Changed elsewhere</h3>
      <p>This was changed in another tab or on another device: {theirs}. Nothing of yours is saved yet.</p>
      <div className={styles.actions}>
        <button type="button" className={buttons.secondary} onClick={onTakeTheirs}>
          Take theirs
        </button>
        <button type="button" className={buttons.secondary} onClick={onKeepMine}>
          Keep mine
        </button>
      </div>
    </div>
  );
}
