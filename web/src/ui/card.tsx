import { type ComponentProps, type ReactNode, useId } from "react";
import { type BoxProps, joined, Stack, type StackProps } from "./core/layout.tsx";
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

/** What stands on the page as a card. */
export function Surface({ as: Tag = "div", className, ...box }: BoxProps) {
  return <Tag {...box} className={joined(styles.surface, className)} />;
}

/** On a ground of its own within a card or a dialog. */
export function Inset({ className, ...box }: StackProps) {
  return <Stack gap={3} {...box} className={joined(styles.inset, className)} />;
}

interface DisclosureProps extends ComponentProps<"details"> {
  summary: ReactNode;
}

/** What most need not see, behind its title. */
export function Disclosure({ summary, className, children, ...details }: DisclosureProps) {
  return (
    <details {...details} className={joined(styles.disclosure, className)}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
