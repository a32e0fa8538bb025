import styles from "./skeleton.module.css";

interface SkeletonProps {
  /** What is on the way, for who cannot see its shape. */
  label: string;
  shape: "lines" | "rows" | "grid";
  count: number;
}

/** The shape of what is on the way. It appears only when that takes a while. */
export function Skeleton({ label, shape, count }: SkeletonProps) {
  return (
    <div className={styles.skeleton} data-shape={shape} aria-busy="true">
      <span className="unseen">{label}</span>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.item} />
      ))}
    </div>
  );
}
