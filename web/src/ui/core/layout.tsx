import type { CSSProperties, HTMLAttributes } from "react";
import styles from "./layout.module.css";

interface TextStyle {
  size?: "xs" | "sm" | "md" | "lg" | "xl" | "2xl" | undefined;
  weight?: 400 | 500 | 600 | undefined;
  /** What matters less than the text around it. */
  dim?: true | undefined;
  tone?: "info" | "success" | "warning" | "danger" | undefined;
  /** A long text is cut off at the end of its line, stays in one line, or breaks wherever it has to. */
  wrap?: "cut" | "never" | "anywhere" | undefined;
  /** It takes the room that is left beside it. */
  grow?: true | undefined;
  /** A line parts it from what is above, with less room below the line where it is close. */
  ruled?: true | "close" | undefined;
}

export interface BoxProps extends HTMLAttributes<HTMLElement>, TextStyle {
  as?:
    | ("div" | "section" | "article" | "header" | "footer" | "nav" | "aside" | "form" | "fieldset" | "label")
    | ("ul" | "ol" | "li" | "dl" | "dt" | "dd" | "p" | "span" | "strong" | "small" | "bdi" | "h2" | "h3")
    | undefined;
}

/** Any element, with the text styles of the kit. */
export function Text({ as: Tag = "span", size, weight, dim, tone, wrap, grow, ruled, style, ...box }: BoxProps) {
  const text = { fontSize: size && `var(--text-${size})`, fontWeight: weight, ...style };
  const attributes = { "data-tone": tone, "data-dim": tone ? "tone" : dim, "data-wrap": wrap };
  return <Tag {...attributes} data-grow={grow} data-ruled={ruled} {...box} style={text} />;
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
export function Stack({ as = "div", gap, align, justify, className, ...box }: StackProps) {
  const attributes = { "data-gap": gap, "data-items": align, "data-justify": justify };
  return <Text as={as} {...box} className={joined(styles.stack, className)} {...attributes} />;
}

interface RowProps extends StackProps {
  /** All of them in one line. */
  nowrap?: boolean;
  /** The last of them stands at the far end. */
  between?: boolean;
  /** On a phone they share the whole width. */
  fill?: boolean;
  /** Close below each other where there is no room. */
  tight?: boolean;
  /** It stands in a line of text. */
  inline?: boolean;
}

/** Beside each other, and below where there is no room. */
export function Row({ as = "div", gap, align, justify, className, ...row }: RowProps) {
  const { nowrap, between, fill, tight, inline, ...box } = row;
  const attributes = { "data-gap": gap, "data-items": align, "data-justify": justify, "data-inline": inline };
  const more = { "data-nowrap": nowrap, "data-between": between, "data-fill": fill, "data-tight": tight };
  return <Text as={as} {...box} className={joined(styles.row, className)} {...attributes} {...more} />;
}

interface MutedProps extends HTMLAttributes<HTMLElement> {
  as?: "p" | "span" | "div" | "small" | "code" | "li";
}

/** What matters less than the text around it. */
export function Muted({ as: Tag = "span", className, ...text }: MutedProps) {
  return <Tag {...text} className={joined(styles.muted, className)} />;
}

/** For what stands above the page. */
export const floatingStyle = styles.floating;

export function joined(own: string | undefined, added: string | undefined): string | undefined {
  return added ? `${own} ${added}` : own;
}

interface GridProps extends StackProps {
  /** How narrow a column may become before there is one column less, in px at the usual size of text. */
  min: number;
}

/** In columns of the same width, as many as there is room for. */
export function Grid({ as: Tag = "div", min, gap, align, className, style, ...box }: GridProps) {
  const columns = { "--min": `${min / 16}rem`, ...style } as CSSProperties;
  const attributes = { "data-gap": gap, "data-items": align };
  return <Tag {...box} style={columns} className={joined(styles.grid, className)} {...attributes} />;
}
