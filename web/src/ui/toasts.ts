import { service, subscribe } from "../lib/services.ts";

export interface Toast {
  message: string;
  kind?: "success" | "error" | "info";
  /** Takes back what was just done; such a toast stays ten seconds. Why it could not be is said in another one. */
  onUndo?: () => Promise<unknown>;
  /** What can be done about it; time for them is given, too. */
  actions?: { label: string; onSelect: () => void }[];
  /** Of this there is one message at a time: a newer one takes its place. */
  topic?: string;
  /** Calls once it is taken back in another way: then there is nothing left to undo. */
  whenUndone?: (dismiss: () => void) => void;
}

/** The messages at the top right, and the open dialogs: behind the topmost one nothing could be clicked. */
export function createToasts() {
  let queue: Toast[] = [];
  let dialogs: HTMLElement[] = [];
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const dismiss = (toast: Toast): void => {
    queue = queue.filter((queued) => queued !== toast);
    notify();
  };
  const dismissTopic = (topic: string): void => {
    queue = queue.filter((queued) => queued.topic !== topic);
    notify();
  };
  return {
    show(toast: Toast): void {
      // A copy: the same toast may wait twice.
      const shown = { ...toast };
      if (toast.topic !== undefined) dismissTopic(toast.topic);
      queue = [...queue, shown];
      toast.whenUndone?.(() => dismiss(shown));
      notify();
    },
    dismiss,
    dismissTopic,
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

/** Shows a message at the top right for four seconds, ten when there is something to press; further ones wait their turn. */
export function showToast(toast: Toast): void {
  service(createToasts).show(toast);
}

/** What such a message speaks of is gone. */
export function dismissToasts(topic: string): void {
  service(createToasts).dismissTopic(topic);
}
