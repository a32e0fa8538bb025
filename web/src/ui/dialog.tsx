import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { service } from "../lib/services.ts";
import { Button, IconButton } from "./core/button.tsx";
import { Row } from "./core/layout.tsx";
import layout from "./core/layout.module.css";
import styles from "./dialog.module.css";
import { firstControl, restoreLostFocus } from "./focus.ts";
import { createToasts } from "./toasts.ts";

interface DialogProps {
  title: string;
  /** Left out where the dialog must be answered first. */
  onClose?: (() => void) | undefined;
  /** Large for tables and long forms; a page has room for a whole one, and full takes the window; a sheet rises from the lower edge. */
  size?: "sm" | "md" | "lg" | "xl" | "page" | "full" | "sheet";
  /** A text is read from its beginning, not from its first link. */
  isText?: boolean;
  /** Buttons that stay in sight while the content scrolls. */
  footer?: ReactNode;
  children: ReactNode;
}

/** For what stands above a page that waits. */
export const modalStyle = styles.modal;

/** A window above the page that keeps the focus; the browser gives it back where it was. */
export function Dialog({ title, onClose, size = "md", isText = false, footer, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const id = useId();
  // A page inside would take every key with the focus.
  const startsAtTitle = isText || size === "page" || size === "full";
  // Closed before it leaves the page: only then does the browser give the focus back to where it was.
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    if (heading.current?.hasAttribute("tabindex")) heading.current.focus();
    // A browser takes content that scrolls for the first stop.
    else if (body.current === document.activeElement) firstControl(body.current)?.focus();
    const section = opened?.closest("section, main");
    const leave = opened && service(createToasts).enterDialog(opened);
    return () => {
      leave?.();
      opened?.close();
      restoreLostFocus(section);
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`${modalStyle} ${styles.dialog}`}
      data-size={size}
      aria-labelledby={id}
      onCancel={(event) => {
        // A cancel event of a dialog or file chooser inside this one bubbles up to here.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose?.();
      }}
      // A browser may close a dialog against our will when Escape is pressed twice.
      onClose={() => dialog.current?.showModal()}
    >
      <h2 id={id} ref={heading} className={styles.title} tabIndex={startsAtTitle ? -1 : undefined}>
        {title}
      </h2>
      <div ref={body} className={`${layout.stack} ${styles.body}`}>
        {children}
      </div>
      {footer && (
        <Row justify="end" fill className={styles.footer}>
          {footer}
        </Row>
      )}
      {/* Last in the order of the page, so that the focus starts in the dialog's first field. */}
      {onClose && <IconButton icon="close" label="Close" className={styles.close} onClick={onClose} />}
    </dialog>
  );
}

/** The buttons at the end of a dialog's content; they stay in sight while it scrolls. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <Row justify="end" fill className={styles.actions}>
      {children}
    </Row>
  );
}

interface SubmitActionsProps {
  /** What the button says; it names what is done. */
  action: string;
  busy: boolean;
  danger?: boolean;
  disabled?: boolean;
  onCancel: () => void;
}

/** The end of a form in a dialog. */
export function SubmitActions({ action, busy, danger, disabled = false, onCancel }: SubmitActionsProps) {
  return (
    <DialogActions>
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" variant={danger ? "danger" : "primary"} busy={busy} disabled={disabled}>
        {action}
      </Button>
    </DialogActions>
  );
}
