import type { Toast } from "../lib/create-toasts.ts";
import { services } from "../lib/services.ts";

/** Shows a message at the top right for four seconds, ten when it can be undone; further ones wait their turn. */
export function showToast(toast: Toast): void {
  services().toasts.show(toast);
}
