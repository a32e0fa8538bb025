import { subscribe } from "./subscribe.ts";

/** Raised on `window` whenever the backend becomes available or unavailable; `detail.available` says which. */
export const backendAvailabilityEvent = "backend:availability";

export interface ConnectivityState {
  online: boolean;
  backendAvailable: boolean;
}

export type Connectivity = ReturnType<typeof createConnectivity>;

/** Whether the browser is online and the backend answers, as far as the last calls could tell. */
export function createConnectivity() {
  let state: ConnectivityState = { online: navigator.onLine, backendAvailable: true };
  const listeners = new Set<() => void>();
  const change = (next: ConnectivityState): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    current: () => state,
    onChange: (listener: () => void) => subscribe(listeners, listener),
    markOnline: (online: boolean): void => {
      if (online !== state.online) change({ ...state, online });
    },
    markBackend: (available: boolean): void => {
      if (available === state.backendAvailable) return;
      change({ ...state, backendAvailable: available });
      window.dispatchEvent(new CustomEvent(backendAvailabilityEvent, { detail: { available } }));
    },
  };
}
