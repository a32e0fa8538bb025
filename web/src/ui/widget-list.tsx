import type { ReactNode } from "react";
import { formatFullDate } from "../lib/format.ts";
import { Shape } from "./async-section.tsx";
import { Badge } from "./badge.tsx";
import { itemStyle } from "./core/button.tsx";
import { Muted, Stack } from "./core/layout.tsx";
import styles from "./widget-list.module.css";

interface WidgetListProps {
  isPending: boolean;
  /** Said while it is on the way, and when there is nothing. */
  loading: string;
  none: string;
  /** What can be done about it. */
  action?: ReactNode;
  /** One `<li>` each. */
  children: ReactNode[];
}

const skeletonLines = ["first", "second", "third"];

/** The few things a widget shows: their shape while they are on the way, or a sentence when there are none. */
export function WidgetList({ isPending, loading, none, action, children }: WidgetListProps) {
  if (isPending) {
    return (
      <Shape className={styles.skeleton}>
        <Muted as="p" role="status">
          {loading}
        </Muted>
        {skeletonLines.map((line) => (
          <div key={line} className={styles.line} />
        ))}
      </Shape>
    );
  }
  if (children.length === 0) {
    return (
      <Stack gap={3} align="start">
        <Muted as="p">{none}</Muted>
        {action}
      </Stack>
    );
  }
  return <ul className={styles.list}>{children}</ul>;
}

interface WidgetItemProps {
  title: string;
  note?: string | null;
  /** When it ends; what ends within three days stands out. */
  expiresAt: string | null;
  now: number;
  /** Left out where there is nothing more to see. */
  onOpen?: () => void;
}

const soonMs = 3 * 86_400_000;

export function WidgetItem({ title, note, expiresAt, now, onOpen }: WidgetItemProps) {
  const content = (
    <>
      <Stack as="span" gap={0} wrap="anywhere" className={styles.names}>
        <strong>{title}</strong>
        {note && <Muted>{note}</Muted>}
      </Stack>
      {expiresAt && (
        <Badge tone={Date.parse(expiresAt) - now < soonMs ? "warning" : "info"}>
          Expires {formatFullDate(expiresAt)}
        </Badge>
      )}
    </>
  );
  return (
    <li>
      {onOpen ? (
        <button type="button" className={`${itemStyle} ${styles.item}`} onClick={onOpen}>
          {content}
        </button>
      ) : (
        <div className={`${itemStyle} ${styles.item}`}>{content}</div>
      )}
    </li>
  );
}
