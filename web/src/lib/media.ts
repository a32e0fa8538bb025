import { useCallback, useState, useSyncExternalStore } from "react";

/** Whether the page fits a media query, now and after every change. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Below the one breakpoint at which screens change their shape. */
const phoneQuery = "(width < 48em)";
export function useIsPhone(): boolean {
  return useMediaQuery(phoneQuery);
}

/** The width of an element, 0 until it is on the page; its ref goes to the element. */
export function useElementWidth() {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
