import { createContext, type ReactNode, useContext } from "react";
import { createPortal } from "react-dom";
import { useIsPhone } from "../lib/media.ts";
import { Button } from "./core/button.tsx";
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

/** Where a page has room beside its heading; null until that is drawn, undefined where there is none. */
export const HeadTools = createContext<HTMLElement | null | undefined>(undefined);

/** What can be done to a list as a whole: beside the page's heading, or above the list where that has no room. */
export function ListTools({ children, count }: ListToolsProps) {
  const head = useContext(HeadTools);
  const note = count && (
    <Muted as="p" role="status" className={styles.count}>
      {count}
    </Muted>
  );
  if (head !== undefined) {
    return (
      <>
        {head && createPortal(children, head)}
        {note}
      </>
    );
  }
  return (
    <Row>
      {children}
      {note}
    </Row>
  );
}

interface AddButtonProps {
  /** As in "Add player". */
  label: string;
  disabled?: boolean;
  onClick: () => void;
}

/** Makes a new one of what is listed. On a phone the heading leaves room for its mark alone. */
export function AddButton({ label, disabled, onClick }: AddButtonProps) {
  const isPhone = useIsPhone();
  const face = isPhone ? ({ icon: "plus", "aria-label": label, title: label } as const) : { children: label };
  return <Button variant="primary" disabled={disabled} onClick={onClick} {...face} />;
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
