import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/Notification.layer.css";
import "@mantine/notifications/styles.layer.css";
import { Button } from "./core/button.tsx";
import "./toast-host.css";
import {
  createNotificationsStore,
  Notifications,
  notifications,
  type NotificationsStore,
} from "@mantine/notifications";

export interface Toast {
  message: string;
  kind?: "success" | "error" | "info";
  /** Takes back what was just done; such a toast stays ten seconds. */
  onUndo?: () => void;
}

const colorOf = { success: "success", error: "error", info: "info" };

export type ToastHost = ReturnType<typeof createToastHost>;

/** One place for toasts, and the queue they wait in. */
export function createToastHost() {
  const store = createNotificationsStore();
  // Told to the store as well: toasts may come before the host is on the page, and have to queue already.
  store.updateState((state) => ({ ...state, limit: 1 }));
  const element = (
    <Notifications
      store={store}
      position="top-right"
      className="toasts"
      autoClose={4000}
      limit={1}
      containerWidth={380}
      transitionDuration={160}
      pauseResetOnHover="notification"
    />
  );
  return { element, add: (toast: Toast) => addToast(toast, store) };
}

function addToast({ message, kind = "info", onUndo }: Toast, store: NotificationsStore): void {
  const toast = {
    message: onUndo ? <UndoMessage message={message} onUndo={() => undo()} /> : message,
    ...(onUndo && { autoClose: 10_000 }),
    color: colorOf[kind],
    className: "toast",
    // Only a failure may interrupt what a screen reader is saying.
    role: kind === "error" ? "alert" : "status",
    closeButtonProps: { "aria-label": "Dismiss" },
  };
  const id = notifications.show(toast, store);
  const undo = () => {
    notifications.hide(id, store);
    onUndo?.();
  };
}

function UndoMessage({ message, onUndo }: { message: string; onUndo: () => void }) {
  return (
    <span className="toast-line">
      {message}
      <Button variant="plain" onClick={onUndo}>
        Undo
      </Button>
    </span>
  );
}
