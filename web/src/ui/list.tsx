import type { ReactNode } from "react";
import { Muted, Row, Stack } from "./core/layout.tsx";
import styles from "./list.module.css";

/** A list with its tools and filters, below each other. */
export function ListSection({ children }: { children: ReactNode }) {
  return <Stack>{children}</Stack>;
}

interface ListToolsProps {
  children: ReactNode;
  /** How many there are, or why there can be no more; said aloud when it changes. */
  count?: ReactNode;
}

/** What can be done to a list as a whole. */
export function ListTools({ children, count }: ListToolsProps) {
  return (
    <Row>
      {children}
      {count && (
        <Muted as="p" role="status" className={styles.count}>
          {count}
        </Muted>
      )}
    </Row>
  );
}

/** Lines of their own, without marks before them. */
export function PlainList({ children }: { children: ReactNode }) {
  return <ul>{children}</ul>;
}

interface PlainItemProps {
  icon?: ReactNode;
  title: string;
  note?: ReactNode;
  /** What stands at the end of the line. */
  children?: ReactNode;
}

export function PlainItem({ icon, title, note, children }: PlainItemProps) {
  return (
    <Row as="li" className={styles.item}>
      {icon}
      <Stack as="span" align="start" className={styles.names}>
        <strong>{title}</strong>
        {note && <Muted>{note}</Muted>}
      </Stack>
      {children}
    </Row>
  );
}

/** One of several with what can be done to it at the end of its line. */
export function ListItem({ children }: { children: ReactNode }) {
  return (
    <Row as="li" between gap={2} className={styles.line}>
      {children}
    </Row>
  );
}

/** What is said of it, in as many lines as it needs. */
export function ItemText({ as: Tag = "div", children }: { as?: "div" | "span" | "p"; children: ReactNode }) {
  return <Tag className={styles.text}>{children}</Tag>;
}
