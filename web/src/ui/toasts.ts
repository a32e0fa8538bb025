import { service, subscribe } from "../lib/services.ts";

export interface Toast {
  message: string;
  kind?: "success" | "error" | "info";
  /** Takes back what was just done; such a toast stays ten seconds. Why it could not be is said in another one. */
  onUndo?: () => Promise<unknown>;
}

/** The messages at the top right, and the open dialogs: behind the topmost one nothing could be clicked. */
export function createToasts() {
  let queue: Toast[] = [];
  let dialogs: HTMLElement[] = [];
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  return {
    show(toast: Toast): void {
      // A copy: the same toast may wait twice.
      queue = [...queue, { ...toast }];
      notify();
    },
    dismiss(toast: Toast): void {
      queue = queue.filter((queued) => queued !== toast);
      notify();
    },
    /** From now on toasts appear in this dialog; the returned function ends that. */
    enterDialog(dialog: HTMLElement): () => void {
      dialogs = [...dialogs, dialog];
      notify();
      return () => {
        dialogs = dialogs.filter((open) => open !== dialog);
        notify();
      };
    },
    /** The one that is shown; the others wait their turn. */
    current: () => queue[0] ?? null,
    /** Where it is shown. */
    host: () => dialogs.at(-1) ?? document.body,
    onChange: (listener: () => void) => subscribe(listeners, listener),
  };
}

/** Shows a message at the top right for four seconds, ten when it can be undone; further ones wait their turn. */
export function showToast(toast: Toast): void {
  service(createToasts).show(toast);
}
