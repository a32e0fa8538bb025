import type { ReactNode } from "react";
import { errorText } from "../../lib/error-text.ts";
import { Icon } from "./icon.tsx";
import { joined, Row, Stack, type StackProps } from "./layout.tsx";
import layout from "./layout.module.css";
import styles from "./notice.module.css";

interface NoticeProps extends Omit<StackProps, "title"> {
  tone?: "info" | "success" | "warning" | "danger";
  title?: ReactNode;
  /** The level of the title among the headings of the page. */
  level?: 2 | 3;
  actions?: ReactNode;
}

/** Something to know before going on, with what can be done about it. With the role of an alert it is said aloud. */
export function Notice({ tone = "info", title, level = 3, actions, children, className, ...box }: NoticeProps) {
  const Title = level === 2 ? "h2" : "h3";
  return (
    <Stack gap={2} {...box} className={`${layout.edged} ${joined(styles.notice, className)}`} data-tone={tone}>
      {title && <Title>{title}</Title>}
      {typeof children === "string" ? <p>{children}</p> : children}
      {actions && <Row>{actions}</Row>}
    </Stack>
  );
}

/** What went wrong, said aloud when it appears. */
export function ErrorMessage({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <p role="alert" className={styles.error}>
      {errorText(error)}
    </p>
  );
}

interface FormSummaryProps {
  /** What went wrong with the form as a whole. */
  error: ReactNode;
  /** How many fields were wrong at the last try; each shows its own message, so this is only said aloud. */
  wrongFields: number;
}

/** Always on the page, so that a screen reader hears what appears in it. */
export function FormSummary({ error, wrongFields }: FormSummaryProps) {
  return (
    <div role="alert" className={styles.summary}>
      {wrongFields > 0 && (
        <p className="visually-hidden">
          {wrongFields === 1 ? "Check the marked field." : `Check the ${wrongFields} marked fields.`}
        </p>
      )}
      {error && <div className={styles.error}>{error}</div>}
    </div>
  );
}

/** Always on the page, so that a screen reader hears what appears in it. */
export function SavedNote({ text }: { text: string | false }) {
  return (
    <Row as="p" gap={2} size="sm" weight={600} role="status" className={styles.saved}>
      {text && (
        <>
          <Icon name="tick" size={16} />
          {text}
        </>
      )}
    </Row>
  );
}
