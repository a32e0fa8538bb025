import { type KeyboardEvent, useId, useState } from "react";
import styles from "./chips-field.module.css";
import type { Conflict } from "./field-frame.tsx";
import { TextField } from "./text-field.tsx";

interface ChipsFieldProps {
  label: string;
  /** One of the values, as in "alias". */
  what: string;
  values: string[];
  max: number;
  suggestions?: string[];
  error?: string | null | undefined;
  conflict?: Conflict | undefined;
  onChange: (values: string[]) => void;
}

const none: string[] = [];

/** A few short texts: typed one by one, each with a button that takes it out again. */
export function ChipsField({
  label,
  what,
  values,
  max,
  suggestions = none,
  error,
  conflict,
  onChange,
}: ChipsFieldProps) {
  const [typed, setTyped] = useState("");
  const id = useId();
  const add = () => {
    const fresh = typed
      .split(",")
      .map((text) => text.trim())
      .filter((text) => text !== "" && !values.includes(text));
    if (fresh.length > 0) onChange([...new Set([...values, ...fresh])].slice(0, max));
    setTyped("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== ",") return;
    // An empty field leaves Enter to the form.
    if (typed.trim() === "" && event.key === "Enter") return;
    event.preventDefault();
    add();
  };
  const isFull = values.length >= max;
  return (
    <div>
      <TextField
        label={label}
        hint={isFull ? `That is all: at most ${max}.` : `Press Enter after each ${what}; at most ${max}.`}
        error={error}
        conflict={conflict}
        value={typed}
        list={suggestions.length > 0 ? `${id}-list` : undefined}
        autoComplete="off"
        disabled={isFull}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => afterPress(add)}
      />
      <datalist id={`${id}-list`}>
        {suggestions
          .filter((text) => !values.includes(text))
          .map((text) => (
            <option key={text}>{text}</option>
          ))}
      </datalist>
      <ul className={styles.chips} aria-label={label}>
        {values.map((value) => (
          <li key={value} className={styles.chip}>
            {value}
            <button
              type="button"
              aria-label={`Take out ${value}`}
              onClick={() => onChange(values.filter((other) => other !== value))}
            >
              <svg width="10" height="10" viewBox="0 0 10 10" stroke="currentColor" strokeWidth="2" aria-hidden>
                <path d="M1 1l8 8M9 1L1 9" strokeLinecap="round" />
              </svg>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A chip that appears between press and release would move the pressed button away from under the pointer. */
function afterPress(work: () => void): void {
  if (document.querySelector(":active") === null) work();
  else window.addEventListener("click", work, { capture: true, once: true });
}
