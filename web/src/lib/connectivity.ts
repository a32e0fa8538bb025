import { useSyncExternalStore } from "react";
import type { ConnectivityState } from "./create-connectivity.ts";
import { services } from "./services.ts";

export function connectivity(): ConnectivityState {
  return services().connectivity.current();
}

export function onConnectivityChange(listener: () => void): () => void {
  return services().connectivity.onChange(listener);
}

export function useConnectivity(): ConnectivityState {
  return useSyncExternalStore(onConnectivityChange, connectivity);
}

export function markOnline(online: boolean): void {
  services().connectivity.markOnline(online);
}

export function markBackend(available: boolean): void {
  services().connectivity.markBackend(available);
}
