import styles from "./progress.module.css";

interface ProgressProps {
  value: number;
  max: number;
  label: string;
}

/** How much of something is done. */
export function Progress({ value, max, label }: ProgressProps) {
  return <progress className={styles.progress} value={value} max={max} aria-label={label} />;
}
