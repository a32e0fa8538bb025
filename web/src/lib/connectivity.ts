import { useSyncExternalStore } from "react";
import { service, subscribe } from "./services.ts";

/** Raised on `window` whenever the backend becomes available or unavailable; `detail.available` says which. */
export const backendAvailabilityEvent = "backend:availability";

interface ConnectivityState {
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

export function connectivity(): ConnectivityState {
  return service(createConnectivity).current();
}

export function onConnectivityChange(listener: () => void): () => void {
  return service(createConnectivity).onChange(listener);
}

export function useConnectivity(): ConnectivityState {
  return useSyncExternalStore(onConnectivityChange, connectivity);
}

export function markOnline(online: boolean): void {
  service(createConnectivity).markOnline(online);
}

export function markBackend(available: boolean): void {
  service(createConnectivity).markBackend(available);
}
