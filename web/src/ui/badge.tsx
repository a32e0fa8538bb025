import type { ComponentProps } from "react";
import styles from "./marks.module.css";

interface BadgeProps extends Omit<ComponentProps<"span">, "className"> {
  tone?: "neutral" | "info" | "success" | "warning" | "danger";
}

/** One word about a row, such as its state. */
export function Badge({ tone = "neutral", ...badge }: BadgeProps) {
  return <span {...badge} className={styles.badge} data-tone={tone} />;
}
