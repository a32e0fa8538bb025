import { type ReactNode, useId } from "react";
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
