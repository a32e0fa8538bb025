import { type ComponentType, createElement, lazy, type ReactNode, useEffect, useState } from "react";
import { connectivity, onConnectivityChange } from "./connectivity.ts";
import { retryNow } from "./health-check.ts";

/**
 * Loads a part of the app. While the server cannot be reached it waits and tries again, because the router's own answer
 * to a part it cannot load is to reload the page, which without a connection would lose the page altogether.
 */
export async function loadWhenReachable<T>(load: () => Promise<T>): Promise<T> {
  for (let triesWhileReachable = 0; ;) {
    try {
      return await load();
    } catch (error) {
      if (connectivity().online) await retryNow();
      if (!isReachable()) await reachable();
      // The line may have come back between the failure and this look at it: that deserves one more try.
      else if (++triesWhileReachable > 1) throw error;
    }
  }
}

/** A part of a page that is loaded when it is first shown, and once the server can be reached. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await loadWhenReachable(load) }));
}

/** The same for what is missed at once: React shows what replaces a fallback only 300 ms after the last one. */
export function promptPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let known: ComponentType<Props> | null = null;
  return function Part({ fallback, ...props }: Props & { fallback: ReactNode }): ReactNode {
    const [part, setPart] = useState(() => known);
    useEffect(() => {
      const show = async () => {
        known = await loadWhenReachable(load);
        setPart(() => known);
      };
      show().catch((error: unknown) =>
        setPart(() => {
          throw error;
        }),
      );
    }, []);
    return part ? createElement(part, props as unknown as Props) : fallback;
  };
}

function isReachable(): boolean {
  const { online, backendAvailable } = connectivity();
  return online && backendAvailable;
}

function reachable(): Promise<void> {
  return new Promise((resolve) => {
    const stop = onConnectivityChange(() => {
      if (!isReachable()) return;
      stop();
      resolve();
    });
  });
}
