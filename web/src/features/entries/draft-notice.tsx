import { useEffect, useState } from "react";
import { formatClanDate as toDateWords } from "../../lib/format.ts";
import feedback from "../../ui/feedback.module.css";
import { DayLink } from "./day-nav.tsx";
import { cellCount } from "./day-words.ts";
import styles from "./day.module.css";
import { type DraftPlace, listDraftDays } from "./sheet/stored-drafts.ts";

/** Other days on which something was typed here and never arrived: opening one sends it. */
export function DraftNotice({ place: { userId, clanId, day } }: { place: DraftPlace }) {
  const [days, setDays] = useState(() => listDraftDays({ userId, clanId }));
  useEffect(() => {
    const read = () => setDays(listDraftDays({ userId, clanId }));
    // The day that was just left may have written some.
    read();
    window.addEventListener("storage", read);
    return () => window.removeEventListener("storage", read);
  }, [userId, clanId]);
  const others = days.filter((one) => one.day !== day);
  if (others.length === 0) return null;
  return (
    <div className={feedback.notice} data-kind="warning">
      <p>Not sent yet, kept on this device. Open the day to send it.</p>
      <ul className={styles.drafts}>
        {others.map((one) => (
          <li key={one.day}>
            <DayLink day={one.day} className={styles.draftLink}>
              {toDateWords(one.day)}: {cellCount(one.count)}
            </DayLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
