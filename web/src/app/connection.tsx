import { useLayoutEffect, useRef, useState } from "react";
import { Button } from "../ui/core/button.tsx";
import { useConnectivity } from "../lib/connectivity.ts";
import { retryNow } from "../lib/health-check.ts";
import styles from "./connection.module.css";

/** Blocks the page while it could do nothing useful; what is typed beneath stays. Part of the first script: offline nothing more can be loaded. */
export function ConnectionOverlay() {
  const { online, backendAvailable } = useConnectivity();
  if (online && backendAvailable) return null;
  return <Overlay online={online} />;
}

function Overlay({ online }: { online: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isChecking, setChecking] = useState(false);
  // Closed before it leaves the page: only then does the browser give the focus back to where it was.
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    // Not its button: that would take the keys of somebody who was typing.
    opened?.focus();
    return () => opened?.close();
  }, []);
  const retry = async () => {
    setChecking(true);
    await retryNow();
    setChecking(false);
  };
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={styles.overlay}
      aria-labelledby="connection-title"
      aria-describedby="connection-text"
      tabIndex={-1}
      onCancel={(event) => event.preventDefault()}
      // A browser may close a dialog against our will when Escape is pressed twice.
      onClose={() => dialog.current?.showModal()}
    >
      <h2 id="connection-title" aria-live="polite">
        {online ? "Service unavailable" : "You’re offline"}
      </h2>
      <p id="connection-text">When services are restored, the app will become active again.</p>
      <Button
        variant="primary"
        className={styles.retry}
        disabled={!online}
        busy={isChecking}
        onClick={() => void retry()}
      >
        Retry now
      </Button>
    </dialog>
  );
}

/** Says what is wrong with the connection. Without a network nothing can be said about the backend. */
export function ConnectionBanners() {
  const { online, backendAvailable } = useConnectivity();
  return (
    <div role="status">
      {!online && (
        <p className={styles.warning}>You’re offline. When connection is restored, the app will become active again.</p>
      )}
      {online && !backendAvailable && (
        <p className={styles.error}>
          The backend is unreachable. We’ll retry in the background and re-activate when it’s back.
        </p>
      )}
    </div>
  );
}
