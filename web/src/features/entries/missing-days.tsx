import { useQuery } from "@tanstack/react-query";
import { formatClanDate as toDateWords } from "../../lib/format.ts";
import buttons from "../../ui/button.module.css";
import { PopupButton } from "../../ui/popup-button.tsx";
import { DayLink } from "./day-nav.tsx";
import styles from "./day.module.css";
import { latestDaysQuery } from "./entries.api.ts";

/** The days of the last two weeks with something left to enter. */
export function MissingDays({ clanId, day }: { clanId: string; day: string }) {
  const { data: days } = useQuery(latestDaysQuery(clanId));
  const missing = days?.filter(({ due, entered }) => entered < due) ?? [];
  if (missing.length === 0) return null;
  const label = `Missing: ${missing.length === 1 ? "1 day" : `${missing.length} days`}`;
  return (
    <PopupButton label={label} face={label} className={buttons.secondary} kind="dialog">
      <ul className={styles.dayList}>
        {missing.map((one) => (
          <li key={one.day}>
            <DayLink day={one.day} className={styles.dayItem} isCurrent={one.day === day}>
              <span>{toDateWords(one.day)}</span>
              <span className={styles.dayNote}>
                {one.due - one.entered} of {one.due} missing{one.state === "locked" && " · locked"}
              </span>
            </DayLink>
          </li>
        ))}
      </ul>
    </PopupButton>
  );
}
