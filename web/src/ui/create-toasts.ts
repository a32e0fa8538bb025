import { createElement, type ReactNode, useSyncExternalStore } from "react";
import type { Toast } from "./toast-host.tsx";

/** Loaded once for all: two loads side by side could end in the wrong order, and so would their toasts. */
let loading: Promise<typeof import("./toast-host.tsx")> | undefined;
let host: ReactNode = null;
const listeners = new Set<() => void>();

/** Shows a message at the top right for four seconds, ten when it can be undone; further ones wait their turn. */
export async function showToast(toast: Toast): Promise<void> {
  try {
    loading ??= import("./toast-host.tsx");
    const { ToastHost, addToast } = await loading;
    host ??= createElement(ToastHost);
    for (const listener of listeners) listener();
    addToast(toast);
  } catch {
    // The connection is gone and the overlay says so; no message lives in a toast alone.
    loading = undefined;
  }
}

/** Where the toasts appear; null until the first one, so that nothing of them is loaded before. */
export function useToastHost(): ReactNode {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => host,
  );
}
