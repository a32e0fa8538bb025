import { type ReactNode, useId } from "react";
import { Button } from "./core/button.tsx";
import { Panel } from "./card.tsx";
import { Row } from "./core/layout.tsx";
import styles from "./empty-state.module.css";

interface EmptyStateProps {
  title: string;
  children: ReactNode;
  actions?: ReactNode;
}

/** There is nothing yet: why, and what to do about it. */
export function EmptyState({ title, children, actions }: EmptyStateProps) {
  const id = useId();
  return (
    <Panel as="section" align="center" className={styles.empty} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {typeof children === "string" ? <p>{children}</p> : children}
      {actions && (
        <Row align="stretch" justify="center">
          {actions}
        </Row>
      )}
    </Panel>
  );
}

export interface NoMatchesProps {
  title?: string | undefined;
  /** As in "No boards match these filters." */
  sentence: string;
  /** What the button says. */
  action?: string;
  onClear: () => void;
}

/** The filters let nothing through. */
export function NoMatches({ title = "Nothing matches", sentence, action = "Clear filters", onClear }: NoMatchesProps) {
  return (
    <EmptyState title={title} actions={<Button onClick={onClear}>{action}</Button>}>
      {sentence}
    </EmptyState>
  );
}
