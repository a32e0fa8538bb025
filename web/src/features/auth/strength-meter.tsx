import { estimateStrength } from "./password-strength.ts";
import styles from "./strength-meter.module.css";

/** Four bars and the words for them. */
export function StrengthMeter({ password }: { password: string }) {
  if (password === "") return "At least 10 characters. A few unrelated words are easy to remember.";
  const { level, words } = estimateStrength(password);
  return (
    <div className={styles.meter} data-level={level}>
      <div className={styles.bars} aria-hidden>
        {[1, 2, 3, 4].map((step) => (
          <span key={step} className={styles.bar} data-filled={step <= level || undefined} />
        ))}
      </div>
      <span aria-live="polite">{words}</span>
    </div>
  );
}
