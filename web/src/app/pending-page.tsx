import styles from "../ui/centered-message.module.css";

export function PendingPage() {
  return (
    <div className={styles.page} aria-busy="true">
      <span className="unseen">Loading the page</span>
      <div className={styles.skeletonTitle} />
      <div className={styles.skeletonLine} />
    </div>
  );
}
