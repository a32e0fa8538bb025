import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/Notification.layer.css";
import "@mantine/notifications/styles.layer.css";
import "./toast-host.css";
import buttons from "./button.module.css";
import { Notifications, notifications, notificationsStore } from "@mantine/notifications";

export interface Toast {
  message: string;
  kind?: "success" | "error" | "info";
  /** Takes back what was just done; such a toast stays ten seconds. */
  onUndo?: () => void;
}

const colorOf = { success: "success", error: "error", info: "info" };

// Told to the store as well: toasts may come before the host is on the page, and have to queue already.
notificationsStore.updateState((state) => ({ ...state, limit: 1 }));

export function ToastHost() {
  return (
    <Notifications
      position="top-right"
      className="toasts"
      autoClose={4000}
      limit={1}
      containerWidth={380}
      transitionDuration={160}
      pauseResetOnHover="notification"
    />
  );
}

export function addToast({ message, kind = "info", onUndo }: Toast): void {
  const id = notifications.show({
    message: onUndo ? <UndoMessage message={message} onUndo={() => undo()} /> : message,
    ...(onUndo && { autoClose: 10_000 }),
    color: colorOf[kind],
    className: "toast",
    // Only a failure may interrupt what a screen reader is saying.
    role: kind === "error" ? "alert" : "status",
    closeButtonProps: { "aria-label": "Dismiss" },
  });
  const undo = () => {
    notifications.hide(id);
    onUndo?.();
  };
}

function UndoMessage({ message, onUndo }: { message: string; onUndo: () => void }) {
  return (
    <span className="toast-line">
      {message}
      <button type="button" className={buttons.plain} onClick={onUndo}>
        Undo
      </button>
    </span>
  );
}
