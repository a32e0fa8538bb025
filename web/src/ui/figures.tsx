import type { CSSProperties } from "react";
import { formatNumber } from "../lib/format.ts";
import { Text } from "./core/layout.tsx";
import styles from "./marks.module.css";

/** Up, down or the same, with its number. */
export function Change({ by, same = "unchanged" }: { by: number; same?: string }) {
  if (by === 0)
    return (
      <Text dim size="sm" wrap="never">
        <span aria-hidden>–</span>
        <span className="visually-hidden">{same}</span>
      </Text>
    );
  return (
    <Text size="sm" wrap="never" className={styles.change} data-to={by > 0 ? "up" : "down"}>
      <span aria-hidden>{by > 0 ? "▲" : "▼"}</span>
      <span className="visually-hidden">{by > 0 ? "up" : "down"}</span> {formatNumber(Math.abs(by), 1)}
    </Text>
  );
}

interface ProgressProps {
  value: number;
  max: number;
  label: string;
}

/** How much of something is done. */
export function Progress({ value, max, label }: ProgressProps) {
  return <progress className={styles.progress} value={value} max={max} aria-label={label} />;
}

const around = 2 * Math.PI * 24;

/** How much of what is due is entered. The text beside it says the same, so it says nothing to screen readers. */
export function Ring({ due, entered, size = 56 }: { due: number; entered: number; size?: 40 | 56 }) {
  const share = due === 0 ? 0 : Math.min(1, entered / due);
  return (
    <span
      className={styles.ring}
      data-size={size}
      data-done={share === 1 || undefined}
      style={{ "--size": `${size}px` } as CSSProperties}
      aria-hidden
    >
      <svg width={size} height={size} viewBox="0 0 56 56" fill="none" strokeWidth="7">
        <circle cx="28" cy="28" r="24" />
        {share > 0 && <circle cx="28" cy="28" r="24" strokeDasharray={`${share * around} ${around}`} />}
      </svg>
      <span>{share === 1 ? "✓" : due === 0 ? "–" : `${Math.floor(share * 100)}%`}</span>
    </span>
  );
}
