import { type ReactNode, useId } from "react";
import { hasStatus } from "../lib/call-error.ts";
import { problemText } from "../lib/problem-text.ts";
import buttons from "./button.module.css";
import feedback from "./feedback.module.css";
import { Problem } from "./feedback.tsx";
import styles from "./list-states.module.css";

interface EmptyListProps {
  title: string;
  /** The next thing to do, as buttons or links. */
  actions?: ReactNode;
  children: ReactNode;
}

/** What a list without rows is for, and how to begin. */
export function EmptyList({ title, actions, children }: EmptyListProps) {
  const id = useId();
  return (
    <section className={styles.empty} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p>{children}</p>
      {actions && <div className={styles.actions}>{actions}</div>}
    </section>
  );
}

/** Why nothing of a list can be changed. */
export function ReadOnlyNote({ isDeleted, children }: { isDeleted: boolean; children: ReactNode }) {
  return (
    <p className={styles.readOnly}>
      This clan {isDeleted ? "will be deleted" : "is archived"}: {children}
    </p>
  );
}

interface NothingMatchesProps {
  title?: string;
  /** As in "No board fits these filters." */
  sentence: string;
  onClear: () => void;
}

export function NothingMatches({ title = "Nothing matches", sentence, onClear }: NothingMatchesProps) {
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      <p>{sentence}</p>
      <button type="button" className={buttons.secondary} onClick={onClear}>
        Clear filters
      </button>
    </div>
  );
}

/** What could not be done. After a conflict the list was asked for again. */
export function ListProblem({ error }: { error: unknown }) {
  if (!hasStatus(error, 409)) return <Problem error={error} />;
  return (
    <div role="alert" className={feedback.problem}>
      <p>{problemText(error)}</p>
      <p>The list shows how it is now.</p>
    </div>
  );
}
