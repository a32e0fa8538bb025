import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/Notification.layer.css";
import "@mantine/notifications/styles.layer.css";
import "./toast-host.css";
import { Notifications, notifications, notificationsStore } from "@mantine/notifications";

export interface Toast {
  message: string;
  kind?: "success" | "error" | "info";
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

export function addToast({ message, kind = "info" }: Toast): void {
  notifications.show({
    message,
    color: colorOf[kind],
    className: "toast",
    // Only a failure may interrupt what a screen reader is saying.
    role: kind === "error" ? "alert" : "status",
    closeButtonProps: { "aria-label": "Dismiss" },
  });
}
