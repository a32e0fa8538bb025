import { passwordMin } from "../lib/auth-fields.ts";
import { estimateStrength } from "../lib/password-strength.ts";
import styles from "./strength-meter.module.css";

/** Four bars and the words for them. */
export function StrengthMeter({ password, min = passwordMin }: { password: string; min?: number | undefined }) {
  if (password === "") return `At least ${min} characters. A few unrelated words are easy to remember.`;
  const { level, words } = estimateStrength(password, min);
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
