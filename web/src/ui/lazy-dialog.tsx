import { type ComponentProps, type ComponentType, Suspense, useState } from "react";
import { lazyPart } from "../lib/load-chunk.ts";
import type { ConfirmDialog } from "./confirm-dialog.tsx";
import { Button } from "./core/button.tsx";

/** A dialog that is fetched when it is first opened; the page behind stays as it is meanwhile. */
export function lazyDialog<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Loaded = lazyPart(load) as unknown as ComponentType<Props>;
  return function LazyDialog(props: Props) {
    return (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}

export const LazyConfirmDialog = lazyDialog(async () => (await import("./confirm-dialog.tsx")).ConfirmDialog);

interface ConfirmButtonProps extends Omit<ComponentProps<typeof ConfirmDialog>, "onClose"> {
  /** What the button says. */
  label: string;
  /** Of what, for those who do not see where the button stands. */
  name?: string;
  /** The id of what says why it cannot be done. */
  blockedBy?: string | undefined;
}

/** Asks before it does what it says. */
export function ConfirmButton({ label, name, blockedBy, ...question }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        aria-disabled={blockedBy !== undefined}
        aria-describedby={blockedBy}
        onClick={() => setAsking(blockedBy === undefined)}
      >
        {label} {name && <span className="visually-hidden">{name}</span>}
      </Button>
      {isAsking && <LazyConfirmDialog {...question} onClose={() => setAsking(false)} />}
    </>
  );
}
