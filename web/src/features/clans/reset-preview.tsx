import { addDays, type DayRule, endOfClanDay, toClanDate } from "@clanhall/contract/clan-day";
import { deviceTimeZone, formatClock } from "../../lib/format.ts";
import { useNow } from "../../ui/use-now.ts";
import styles from "./clans.module.css";

/** The next three resets on the clan's clock and on the reader's. */
export function ResetPreview({ rules }: { rules: DayRule[] }) {
  const today = toClanDate(rules, new Date(useNow()));
  return (
    <div aria-live="polite">
      <h3 className={styles.small}>The next three resets</h3>
      <ol className={styles.resets}>
        {[0, 1, 2].map((days) => {
          const date = addDays(today, days);
          const reset = endOfClanDay(rules, date);
          const { time_zone, reset_in_utc } = ruleAfter(rules, date);
          return (
            <li key={date}>
              <span>
                {formatClock(reset, reset_in_utc ? "UTC" : time_zone)}
                <span className={styles.note}> {reset_in_utc ? "UTC" : "clan time"}</span>
              </span>
              <span className={styles.note}>{formatClock(reset, deviceTimeZone())} your time</span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function ruleAfter(rules: DayRule[], date: string): Pick<DayRule, "time_zone" | "reset_in_utc"> {
  const rule = rules.findLast(({ effective_from }) => effective_from <= addDays(date, 1)) ?? rules[0];
  return rule ?? { time_zone: "UTC", reset_in_utc: true };
}
