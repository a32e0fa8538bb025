import { Notice } from "../../ui/core/notice.tsx";
import { Button } from "../../ui/core/button.tsx";
import styles from "./dashboard.module.css";

/** The shape of the page until it is known what belongs on it. */
export function DashboardLoading() {
  return (
    <div className={styles.skeleton} aria-busy="true">
      <p className="unseen" role="status">
        Loading your dashboard…
      </p>
      <div className={styles.skeletonStrip} />
      <div className={styles.grid}>
        {["first", "second", "third"].map((card) => (
          <div key={card} className={styles.skeletonCard} />
        ))}
      </div>
    </div>
  );
}

export function ClansMissing({ isTrying, onTry }: { isTrying: boolean; onTry: () => void }) {
  return (
    <Notice role="alert" tone="warning" className={styles.banner}>
      <p>Your clans could not be loaded. Nothing was changed.</p>
      <Button busy={isTrying} onClick={onTry}>
        Try again
      </Button>
    </Notice>
  );
}
