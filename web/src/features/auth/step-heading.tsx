import type { ReactNode } from "react";
import { takeFocus } from "../../ui/take-focus.ts";
import styles from "./auth-card.module.css";

/** The heading of a step that replaces another on the same card: it takes the focus, unless the card's title has it. */
export function StepHeading({ isFirst = false, children }: { isFirst?: boolean; children: ReactNode }) {
  return (
    <h2 ref={isFirst ? undefined : takeFocus} tabIndex={-1} className={styles.stepTitle}>
      {children}
    </h2>
  );
}
