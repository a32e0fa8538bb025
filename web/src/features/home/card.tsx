import { type ReactNode, useId } from "react";
import { formatNumber } from "../../lib/format.ts";
import { CardTitle } from "../../ui/card.tsx";
import styles from "./home.module.css";

interface HomeCardProps {
  title: string;
  /** Columns of twelve, on a wide screen. */
  width: 4 | 6 | 8;
  /** As high as two others below each other. */
  isTall?: boolean;
  /** What stands beside the title. */
  beside?: ReactNode;
  children: ReactNode;
}

export function HomeCard({ title, width, isTall, beside, children }: HomeCardProps) {
  const id = useId();
  return (
    <section className={styles.card} data-width={width} data-tall={isTall || undefined} aria-labelledby={id}>
      <div className={styles.cardHead}>
        <CardTitle id={id}>{title}</CardTitle>
        {beside}
      </div>
      {children}
    </section>
  );
}

/** Up, down or the same, with its number. */
export function Change({ by }: { by: number }) {
  if (by === 0)
    return (
      <span className={styles.muted}>
        <span aria-hidden>–</span>
        <span className="visually-hidden">unchanged</span>
      </span>
    );
  return (
    <span className={styles.change} data-down={by < 0 || undefined}>
      <span aria-hidden>{by > 0 ? "▲" : "▼"}</span>
      <span className="visually-hidden">{by > 0 ? "up" : "down"}</span> {formatNumber(Math.abs(by), 1)}
    </span>
  );
}
