import type { HTMLAttributes } from "react";
import styles from "./layout.module.css";

export interface BoxProps extends HTMLAttributes<HTMLElement> {
  as?: "div" | "section" | "article" | "ul" | "ol" | "li" | "p" | "span" | "form" | "fieldset";
}

export interface StackProps extends BoxProps {
  /** The space between two of them, a step of the scale. */
  gap?: 1 | 2 | 3 | 4 | 5;
}

/** One below the other. */
export function Stack({ as: Tag = "div", gap, className, ...box }: StackProps) {
  return <Tag {...box} className={joined(styles.stack, className)} data-gap={gap} />;
}

interface RowProps extends BoxProps {
  gap?: 1 | 2 | 3;
  /** The last of them stands at the far end. */
  between?: boolean;
  /** On a phone they share the whole width. */
  fill?: boolean;
}

/** Beside each other, and below where there is no room. */
export function Row({ as: Tag = "div", gap, between, fill, className, ...box }: RowProps) {
  return (
    <Tag {...box} className={joined(styles.row, className)} data-gap={gap} data-between={between} data-fill={fill} />
  );
}

interface MutedProps extends HTMLAttributes<HTMLElement> {
  as?: "p" | "span" | "div" | "small" | "code" | "li";
}

/** What matters less than the text around it. */
export function Muted({ as: Tag = "span", className, ...text }: MutedProps) {
  return <Tag {...text} className={joined(styles.muted, className)} />;
}

export function joined(own: string | undefined, added: string | undefined): string | undefined {
  return added ? `${own} ${added}` : own;
}
