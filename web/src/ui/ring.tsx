import styles from "./ring.module.css";

const around = 2 * Math.PI * 24;

/** How much of what is due is entered. The text beside it says the same, so it says nothing to screen readers. */
export function Ring({ due, entered, size = 56 }: { due: number; entered: number; size?: 40 | 56 }) {
  const share = due === 0 ? 0 : Math.min(1, entered / due);
  return (
    <span className={styles.ring} data-size={size} data-done={share === 1 || undefined} aria-hidden>
      <svg width={size} height={size} viewBox="0 0 56 56" fill="none" strokeWidth="7">
        <circle cx="28" cy="28" r="24" />
        {share > 0 && <circle cx="28" cy="28" r="24" strokeDasharray={`${share * around} ${around}`} />}
      </svg>
      <span>{share === 1 ? "✓" : due === 0 ? "–" : `${Math.floor(share * 100)}%`}</span>
    </span>
  );
}
