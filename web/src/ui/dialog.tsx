import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { restoreLostFocus } from "./focus.ts";
import styles from "./dialog.module.css";

interface DialogProps {
  title: string;
  /** Left out where the dialog must be answered first. */
  onClose?: (() => void) | undefined;
  /** For tables and long lists. */
  isWide?: boolean;
  /** For a text to read. */
  isText?: boolean;
  /** For a whole page inside of it. */
  holdsPage?: boolean;
  children: ReactNode;
}

/** A window above the page that keeps the focus; the browser gives it back where it was. */
export function Dialog({ title, onClose, isWide, isText, holdsPage, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  // Closed before it leaves the page: only then does the browser give the focus back to where it was.
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    // A text is read from its beginning, not from its first link; a page inside would take every key with the focus.
    if (opened?.matches("[data-text], [data-page]")) heading.current?.focus();
    const surroundings = opened?.closest("section, main");
    return () => {
      opened?.close();
      restoreLostFocus(surroundings);
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-wide={isWide || undefined}
      data-text={isText || undefined}
      data-page={holdsPage || undefined}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      // A browser may close a dialog against our will when Escape is pressed twice.
      onClose={() => dialog.current?.showModal()}
    >
      <h2 id={id} ref={heading} className={styles.title} tabIndex={isText || holdsPage ? -1 : undefined}>
        {title}
      </h2>
      <div className={styles.stack}>{children}</div>
      {onClose && <CloseButton onClose={onClose} />}
    </dialog>
  );
}

/** Last in the order of the page, so that the focus starts in the dialog's first field. */
function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
      <svg width="20" height="20" viewBox="0 0 20 20" stroke="currentColor" strokeWidth="2" aria-hidden="true">
        <path d="M4 4l12 12M16 4L4 16" strokeLinecap="round" />
      </svg>
    </button>
  );
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
