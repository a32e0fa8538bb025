import { type ComponentProps, type ReactNode, useId } from "react";
import { type BoxProps, joined, Stack, type StackProps, Text } from "./core/layout.tsx";
import styles from "./card.module.css";

interface CardProps {
  title: string;
  line?: ReactNode;
  /** For settings: where there is room, title and line stand beside the fields. */
  isSplit?: boolean;
  children: ReactNode;
}

/** The heading of a card; a long name breaks. */
export function CardTitle({ id, children }: { id: string; children: ReactNode }) {
  return (
    <h2 id={id} className={styles.title}>
      {children}
    </h2>
  );
}

export function Card({ title, line, isSplit, children }: CardProps) {
  const id = useId();
  return (
    <Surface as="section" className={styles.card} data-split={isSplit} aria-labelledby={id}>
      <CardTitle id={id}>{title}</CardTitle>
      {line && <p className={styles.line}>{line}</p>}
      <Stack className={styles.body}>{children}</Stack>
    </Surface>
  );
}

/** What stands on the page as a card. */
export function Surface({ as = "div", className, ...box }: BoxProps) {
  return <Text as={as} {...box} className={joined(styles.surface, className)} />;
}

/** A card whose parts stand below each other. */
export function Panel({ className, ...box }: StackProps) {
  return <Stack gap={3} {...box} className={`${styles.surface} ${joined(styles.panel, className)}`} />;
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
