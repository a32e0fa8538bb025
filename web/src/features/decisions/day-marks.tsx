import type { AttentionRow } from "@clanhall/contract/attention";
import { formatClanDate } from "../../lib/format.ts";
import styles from "./decisions.module.css";

const markTexts = {
  met: ["✓", "met"],
  partly: ["½", "partly met"],
  missed: ["", "missed"],
  missing: ["", "not entered"],
  excused: ["", "excused"],
  away: ["", "away"],
  not_due: ["", "nothing due"],
} as const;

/** The last days at a glance, the earliest first. */
export function DayMarks({ days }: { days: AttentionRow["days"] }) {
  const label = days.map(({ day, mark }) => `${formatClanDate(day)} ${markTexts[mark][1]}`).join(", ");
  return (
    <span className={styles.days} role="img" aria-label={label}>
      {days.map(({ day, mark, met, due }) => (
        <i key={day} data-mark={mark} title={`${formatClanDate(day)}: ${markTexts[mark][1]}, ${met} of ${due}`}>
          {markTexts[mark][0]}
        </i>
      ))}
    </span>
  );
}
