import type { ComponentProps } from "react";
import styles from "./drag-handle.module.css";

/** Takes hold of something to put it elsewhere. */
export function DragHandle({ name, ...handle }: { name: string } & ComponentProps<"button">) {
  return (
    <button type="button" className={styles.handle} aria-label={`Move ${name}`} {...handle}>
      <svg width="18" height="18" viewBox="0 0 18 18" fill="currentColor" aria-hidden>
        {[4, 9, 14].flatMap((y) => [6, 12].map((x) => <circle key={`${x} ${y}`} cx={x} cy={y} r="1.5" />))}
      </svg>
    </button>
  );
}
