import type { ReactNode } from "react";
import { subscribe } from "../lib/subscribe.ts";
import type { Toast, ToastHost } from "./toast-host.tsx";

export type Toasts = ReturnType<typeof createToasts>;

/** The messages at the top right; nothing of them is loaded before the first one. */
export function createToasts() {
  /** Loaded once for all: two loads side by side could end in the wrong order, and so would their toasts. */
  let loading: Promise<ToastHost> | undefined;
  let element: ReactNode = null;
  const listeners = new Set<() => void>();
  return {
    /** Shows a message for four seconds, ten when it can be undone; further ones wait their turn. */
    async show(toast: Toast): Promise<void> {
      try {
        loading ??= import("./toast-host.tsx").then(({ createToastHost }) => createToastHost());
        const host = await loading;
        element = host.element;
        for (const listener of listeners) listener();
        host.add(toast);
      } catch {
        // The connection is gone and the overlay says so; no message lives in a toast alone.
        loading = undefined;
      }
    },
    /** Where the toasts appear; null until the first one. */
    host: () => element,
    onHostChange: (listener: () => void) => subscribe(listeners, listener),
  };
}
