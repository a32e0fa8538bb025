import type { ClanToday } from "@clanhall/contract/dashboard";
import { pages } from "@clanhall/contract/pages";
import { useId } from "react";
import { ButtonLink } from "../../ui/core/button.tsx";
import { Surface } from "../../ui/card.tsx";
import { Ring } from "../../ui/ring.tsx";
import { nothingDueText } from "../../domain/clan-day.tsx";
import { useNow } from "../../ui/relative-time.tsx";
import { formatClanDate, formatDuration, formatList, plural } from "../../lib/format.ts";
import styles from "./dashboard.module.css";

const namesMax = 3;

/** How far today is entered in each clan one manages. */
export function TodayStrip({ today }: { today: ClanToday[] }) {
  const now = useNow();
  if (today.length === 0) return null;
  return (
    <ul className={styles.strip} aria-label="Today">
      {today.map((clan) => (
        <li key={clan.clan_id}>
          <TodayCard clan={clan} now={now} isAlone={today.length === 1} />
        </li>
      ))}
    </ul>
  );
}

function TodayCard({ clan, now, isAlone }: { clan: ClanToday; now: number; isAlone: boolean }) {
  const id = useId();
  const missing = missingText(clan);
  const isOpen = clan.entered < clan.due;
  return (
    <Surface as="article" className={styles.todayCard} data-alone={isAlone || undefined} aria-labelledby={id}>
      {clan.due > 0 && <Ring due={clan.due} entered={clan.entered} />}
      <div className={styles.todayText}>
        <h2 id={id}>{clan.clan_name}</h2>
        <p>
          <strong>{progressText(clan)}</strong>
        </p>
        {missing && <p>{missing}</p>}
        <p className={styles.todayDay}>{dayText(clan, now)}</p>
      </div>
      <ButtonLink
        variant={isOpen ? "primary" : "secondary"}
        className={styles.enter}
        to={pages.dailyActivity.path}
        search={{ clan: clan.clan_id }}
        aria-label={`${isOpen ? "Enter today" : "Open the day"} for ${clan.clan_name}`}
      >
        {isOpen ? "Enter today" : "Open the day"}
      </ButtonLink>
    </Surface>
  );
}

/** "Clan day Tue 4 Mar · ends in 5 h 12 min". */
function dayText({ clan_date, ends_at }: ClanToday, now: number): string {
  const left = Date.parse(ends_at) - now;
  return `Clan day ${formatClanDate(clan_date)} · ${left > 0 ? `ends in ${formatDuration(left)}` : "just ended"}`;
}

function progressText({ due, entered, nothing_due, clan_date }: ClanToday): string {
  if (due === 0) return nothingDueText(nothing_due, clan_date);
  if (entered >= due) return due === 1 ? "The one due cell is entered." : `All ${due} due cells are entered.`;
  return `${entered} of ${due} due cells`;
}

/** "Missing: Kara, Tom and 3 more"; nothing when nobody is. */
function missingText({ missing: { count, names } }: ClanToday): string | null {
  if (count === 0) return null;
  const shown = names.slice(0, namesMax);
  const rest = count - shown.length;
  if (shown.length === 0) return `Missing: ${plural(count, "player")}`;
  if (rest > 0) return `Missing: ${shown.join(", ")} and ${rest} more`;
  return `Missing: ${formatList(shown)}`;
}
