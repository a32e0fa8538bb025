import { type ReactNode, useId } from "react";
import buttons from "./button.module.css";
import styles from "./form.module.css";

export interface FieldWords {
  label: string;
  hint?: ReactNode;
  error?: string | null | undefined;
  conflict?: Conflict | null | undefined;
}

/** The field was changed elsewhere while it was changed here. */
export interface Conflict {
  /** As in "Changed by Kara: 12". */
  text: string;
  onKeep: () => void;
  onTake: () => void;
}

/** What ties a control to its label, its hint and its message. */
interface Ties {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

/** A control with its label, a hint below and one message when something is wrong. Small on purpose: Login opens with it. */
export function FieldFrame({
  label,
  hint,
  error,
  conflict,
  children,
}: FieldWords & { children: (ties: Ties) => ReactNode }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`, conflict && `${id}-conflict`]
    .filter(Boolean)
    .join(" ");
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        "aria-invalid": error || conflict ? true : undefined,
        "aria-describedby": described || undefined,
      })}
      {hint && (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.problem}>
          {error}
        </p>
      )}
      {conflict && <FieldConflict id={`${id}-conflict`} label={label} {...conflict} />}
    </div>
  );
}

/** Two changes of the same field: the person decides, and until then nothing of theirs is lost. */
export function FieldConflict({ id, label, text, onKeep, onTake }: Conflict & { id: string; label: string }) {
  return (
    <div role="group" aria-label={`Conflict: ${label}`} className={styles.conflict}>
      <p id={id} role="alert">
        {text}
      </p>
      <button type="button" className={buttons.secondary} aria-describedby={id} onClick={onKeep}>
        Keep mine
      </button>
      <button type="button" className={buttons.secondary} aria-describedby={id} onClick={onTake}>
        Take theirs
      </button>
    </div>
  );
}
