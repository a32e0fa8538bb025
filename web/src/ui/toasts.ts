import { type ReactNode, useSyncExternalStore } from "react";
import { services } from "../lib/services.ts";
import type { Toast } from "./toast-host.tsx";

/** Shows a message at the top right for four seconds, ten when it can be undone; further ones wait their turn. */
export function showToast(toast: Toast): Promise<void> {
  return services().toasts.show(toast);
}

/** Where the toasts appear; null until the first one, so that nothing of them is loaded before. */
export function useToastHost(): ReactNode {
  const { host, onHostChange } = services().toasts;
  return useSyncExternalStore(onHostChange, host);
}
