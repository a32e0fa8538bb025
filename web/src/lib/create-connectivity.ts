import { useSyncExternalStore } from "react";

/** Raised on `window` whenever the backend becomes available or unavailable; `detail.available` says which. */
export const backendAvailabilityEvent = "backend:availability";

export interface Connectivity {
  online: boolean;
  backendAvailable: boolean;
}

let state: Connectivity = { online: navigator.onLine, backendAvailable: true };
const listeners = new Set<() => void>();

export function connectivity(): Connectivity {
  return state;
}

export function onConnectivityChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useConnectivity(): Connectivity {
  return useSyncExternalStore(onConnectivityChange, connectivity);
}

export function markOnline(online: boolean): void {
  if (online !== state.online) change({ ...state, online });
}

export function markBackend(available: boolean): void {
  if (available === state.backendAvailable) return;
  change({ ...state, backendAvailable: available });
  window.dispatchEvent(new CustomEvent(backendAvailabilityEvent, { detail: { available } }));
}

function change(next: Connectivity): void {
  state = next;
  for (const listener of listeners) listener();
}
