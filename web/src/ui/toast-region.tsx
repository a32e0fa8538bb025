import { type ReactNode, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { errorText } from "../lib/error-text.ts";
import { service } from "../lib/services.ts";
import { Button, IconButton } from "./core/button.tsx";
import { createToasts, showToast, type Toast } from "./toasts.ts";
import { restoreLostFocus } from "./focus.ts";
import { Row } from "./core/layout.tsx";
import layout from "./core/layout.module.css";
import styles from "./toast-region.module.css";

/** Where toasts appear: in the topmost open dialog, else on the page; always above both. */
export function ToastRegion() {
  const toasts = service(createToasts);
  const toast = useSyncExternalStore(toasts.onChange, toasts.current);
  const host = useSyncExternalStore(toasts.onChange, toasts.host);
  const [held, setHeld] = useState<Toast | null>(null);
  const isHeld = held === toast;
  useEffect(() => {
    if (!toast || isHeld) return undefined;
    const timer = setTimeout(() => toasts.dismiss(toast), toast.onUndo || toast.actions?.length ? 10_000 : 4_000);
    return () => clearTimeout(timer);
  }, [toasts, toast, isHeld]);
  const card = toast && (
    <ToastCard toast={toast} onClose={() => toasts.dismiss(toast)} onHold={(isOn) => setHeld(isOn ? toast : null)} />
  );
  const isFailure = toast?.kind === "error";
  return (
    <>
      <Host host={document.body} card={host === document.body && card} isFailure={isFailure} />
      {host !== document.body && <Host host={host} card={card} isFailure={isFailure} />}
    </>
  );
}

interface HostProps {
  host: HTMLElement;
  card: ReactNode;
  isFailure: boolean;
}

/** Screen readers say what comes into a part of the page that was there before: it waits here empty. */
function Host({ host, card, isFailure }: HostProps) {
  return createPortal(
    <>
      <div role="status">{!isFailure && card}</div>
      {isFailure && card}
    </>,
    host,
  );
}

interface ToastCardProps {
  toast: Toast;
  onClose: () => void;
  /** While somebody points at it or is in it, it stays. */
  onHold: (isHeld: boolean) => void;
}

function ToastCard({ toast, onClose, onHold }: ToastCardProps) {
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The dialog it was drawn in may have closed with the same click: it is drawn again on the page then.
    if (card.current?.isConnected) card.current.showPopover?.();
  }, []);
  const before = useRef<Element>(null);
  const close = () => {
    onClose();
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    restoreLostFocus();
  };
  const { kind = "info", message, onUndo, actions = [] } = toast;
  const choices = onUndo ? [...actions, { label: "Undo", onSelect: () => void onUndo().catch(sayError) }] : actions;
  return (
    <div
      ref={card}
      popover="manual"
      className={`${layout.row} ${layout.floating} ${layout.edged} ${styles.toast}`}
      data-nowrap
      data-tone={kind === "error" ? "danger" : kind}
      // Only a failure may interrupt what a screen reader is saying.
      role={kind === "error" ? "alert" : undefined}
      onPointerEnter={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
        onHold(true);
      }}
      onBlur={() => onHold(false)}
    >
      <Row nowrap={actions.length === 0} grow justify="between">
        {message}
        {choices.map(({ label, onSelect }) => (
          <Button
            key={label}
            variant="plain"
            onClick={() => {
              close();
              onSelect();
            }}
          >
            {label}
          </Button>
        ))}
      </Row>
      <IconButton icon="close" label="Dismiss" onClick={close} />
    </div>
  );
}

/** A toast outlives the page that showed it, so that nobody else may be there to say it. */
function sayError(error: unknown): void {
  showToast({ kind: "error", message: errorText(error) });
}
