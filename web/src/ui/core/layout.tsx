import type { CSSProperties, HTMLAttributes } from "react";
import styles from "./layout.module.css";

export interface BoxProps extends HTMLAttributes<HTMLElement> {
  as?:
    | ("div" | "section" | "article" | "header" | "footer" | "nav" | "aside" | "form" | "fieldset")
    | ("ul" | "ol" | "li" | "dl" | "dd" | "p" | "span" | "strong" | "small" | "h2" | "h3");
}

export interface StackProps extends BoxProps {
  /** The space between two of them, a step of the scale. */
  gap?: 0 | 1 | 2 | 3 | 4 | 5;
  /** Across the direction in which they follow each other. */
  align?: "start" | "center" | "end" | "baseline" | "stretch";
  /** Along it, where there is room left. */
  justify?: "between" | "center" | "end";
}

/** One below the other. */
export function Stack({ as: Tag = "div", gap, align, justify, className, ...box }: StackProps) {
  const attributes = { "data-gap": gap, "data-items": align, "data-justify": justify };
  return <Tag {...box} className={joined(styles.stack, className)} {...attributes} />;
}

interface RowProps extends StackProps {
  /** All of them in one line. */
  nowrap?: boolean;
  /** The last of them stands at the far end. */
  between?: boolean;
  /** On a phone they share the whole width. */
  fill?: boolean;
}

/** Beside each other, and below where there is no room. */
export function Row({ as: Tag = "div", gap, align, justify, nowrap, between, fill, className, ...box }: RowProps) {
  const attributes = { "data-gap": gap, "data-items": align, "data-justify": justify };
  const more = { "data-nowrap": nowrap, "data-between": between, "data-fill": fill };
  return <Tag {...box} className={joined(styles.row, className)} {...attributes} {...more} />;
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

interface GridProps extends StackProps {
  /** How narrow a column may become, in px, before there is one column less. */
  min: number;
}

/** In columns of the same width, as many as there is room for. */
export function Grid({ as: Tag = "div", min, gap, align, className, style, ...box }: GridProps) {
  const columns = { "--min": `${min}px`, ...style } as CSSProperties;
  const attributes = { "data-gap": gap, "data-items": align };
  return <Tag {...box} style={columns} className={joined(styles.grid, className)} {...attributes} />;
}

interface TonedProps extends HTMLAttributes<HTMLElement> {
  as?: "span" | "p" | "div";
  tone: "success" | "warning" | "danger";
}

/** A few words whose colour says how it stands. */
export function Toned({ as: Tag = "span", tone, className, ...text }: TonedProps) {
  return <Tag {...text} className={joined(styles.toned, className)} data-tone={tone} />;
}
