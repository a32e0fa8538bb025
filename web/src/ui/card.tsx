import { type ReactNode, useId } from "react";
import styles from "./card.module.css";

interface CardProps {
  title: string;
  line?: ReactNode;
  children: ReactNode;
}

export function Card({ title, line, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {line && <p className={styles.line}>{line}</p>}
      <div className={styles.body}>{children}</div>
    </section>
  );
}
