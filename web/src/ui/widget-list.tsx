import type { ReactNode } from "react";
import { formatFullDate } from "../lib/format.ts";
import styles from "./widget-list.module.css";

interface WidgetListProps {
  isPending: boolean;
  /** Said while it is on the way, and when there is nothing. */
  loading: string;
  none: string;
  /** One `<li>` each. */
  children: ReactNode[];
}

const skeletonLines = ["first", "second", "third"];

/** The few things a widget shows: their shape while they are on the way, or a sentence when there are none. */
export function WidgetList({ isPending, loading, none, children }: WidgetListProps) {
  if (isPending) {
    return (
      <div className={styles.skeleton} aria-busy="true">
        <p role="status" className={styles.note}>
          {loading}
        </p>
        {skeletonLines.map((line) => (
          <div key={line} className={styles.line} />
        ))}
      </div>
    );
  }
  if (children.length === 0) return <p className={styles.note}>{none}</p>;
  return <ul className={styles.list}>{children}</ul>;
}

const soonMs = 3 * 86_400_000;

/** The day something ends; what ends within three days stands out. */
export function ExpiryChip({ iso, now }: { iso: string; now: number }) {
  return (
    <span className={styles.chip} data-soon={Date.parse(iso) - now < soonMs || undefined}>
      Expires {formatFullDate(iso)}
    </span>
  );
}
