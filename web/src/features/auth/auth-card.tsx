import type { ReactNode } from "react";
import { Logo } from "../../ui/logo.tsx";
import styles from "./auth-card.module.css";

/** The calm frame around everything a visitor does to get in. */
export function AuthCard({ title, line, children }: { title: string; line: string; children: ReactNode }) {
  return (
    <section className={styles.card}>
      <div className={styles.mark}>
        <Logo size={40} strokeWidth={1.5} />
      </div>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.line}>{line}</p>
      {children}
    </section>
  );
}

export function CardFoot({ children }: { children: ReactNode }) {
  return <p className={styles.foot}>{children}</p>;
}
