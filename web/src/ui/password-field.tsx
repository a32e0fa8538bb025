import { useState } from "react";
import styles from "./form.module.css";
import { TextField, type TextFieldProps } from "./text-field.tsx";

interface PasswordFieldProps extends TextFieldProps {
  /** What is hidden, where it is no password. */
  what?: string;
}

/** A password that can be looked at; the button for it is a tab stop like any other. */
export function PasswordField({ what = "password", ...props }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      type={isShown ? "text" : "password"}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      action={
        <button
          type="button"
          className={styles.reveal}
          aria-label={`${isShown ? "Hide" : "Show"} ${what}`}
          onClick={() => setShown(!isShown)}
        >
          <Eye isCrossed={isShown} />
        </button>
      }
      {...props}
    />
  );
}

function Eye({ isCrossed }: { isCrossed: boolean }) {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden>
      <path d="M1.8 10S4.8 4.6 10 4.6 18.2 10 18.2 10 15.2 15.4 10 15.4 1.8 10 1.8 10Z" strokeLinejoin="round" />
      <circle cx="10" cy="10" r="2.4" />
      {isCrossed && <path d="m3.5 16.5 13-13" strokeLinecap="round" />}
    </svg>
  );
}
