import { type ComponentType, lazy, Suspense } from "react";
import { loadWhenReachable } from "../lib/load-chunk.ts";

/** A dialog that is fetched when it is first opened; the page behind stays as it is meanwhile. */
export function lazyDialog<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await loadWhenReachable(load) })) as unknown as ComponentType<Props>;
  return function LazyDialog(props: Props) {
    return (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}

export const LazyConfirmDialog = lazyDialog(async () => (await import("./confirm-dialog.tsx")).ConfirmDialog);
