import type { ComponentProps, ReactNode } from "react";
import styles from "./list.module.css";

/** A list with its tools and filters, below each other. */
export function ListSection({ children }: { children: ReactNode }) {
  return <div className={styles.section}>{children}</div>;
}

interface ListToolsProps {
  children: ReactNode;
  /** How many there are, or why there can be no more; said aloud when it changes. */
  count?: ReactNode;
}

/** What can be done to a list as a whole. */
export function ListTools({ children, count }: ListToolsProps) {
  return (
    <div className={styles.tools}>
      {children}
      {count && (
        <p role="status" className={styles.count}>
          {count}
        </p>
      )}
    </div>
  );
}

interface MutedProps extends Omit<ComponentProps<"p">, "className"> {
  as?: "p" | "span";
}

/** What matters less than the text around it. */
export function Muted({ as: Tag = "span", ...text }: MutedProps) {
  return <Tag {...text} className={styles.muted} />;
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
    <li className={styles.item}>
      {icon}
      <span className={styles.names}>
        <strong>{title}</strong>
        {note && <Muted>{note}</Muted>}
      </span>
      {children}
    </li>
  );
}
