import type { ReactNode } from "react";
import { focusOnMount } from "../../ui/focus.ts";
import styles from "./auth-card.module.css";

/** The heading of a step that replaces another on the same card: it takes the focus, unless the card's title has it. */
export function StepHeading({ isFirst = false, children }: { isFirst?: boolean; children: ReactNode }) {
  return (
    <h2 ref={isFirst ? undefined : focusOnMount} tabIndex={-1} className={styles.stepTitle}>
      {children}
    </h2>
  );
}
