import buttons from "../../ui/button.module.css";
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
    <div role="alert" className={styles.banner} data-kind="warning">
      <p>Your clans could not be loaded. Nothing was changed.</p>
      <button type="button" className={buttons.secondary} aria-busy={isTrying} onClick={onTry}>
        Try again
      </button>
    </div>
  );
}
