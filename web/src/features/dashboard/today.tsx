import type { ClanToday } from "@clanhall/contract/dashboard";
import { pages } from "@clanhall/contract/pages";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import { toClanScreen } from "../../domain/clan-screens.ts";
import { formatDuration, formatNumber, plural } from "../../lib/format.ts";
import { Surface } from "../../ui/card.tsx";
import { nothingDueText } from "../../domain/clan-day.tsx";
import { ButtonLink } from "../../ui/core/button.tsx";
import { useNow } from "../../ui/relative-time.tsx";
import { Ring } from "../../ui/ring.tsx";
import styles from "./dashboard.module.css";

/** How far today is entered in each clan one manages. */
export function TodayStrip({ today }: { today: ClanToday[] }) {
  const now = useNow();
  if (today.length === 0) return null;
  return (
    <Surface as="ul" className={styles.strip} aria-label="Today">
      {today.map((clan) => (
        <li key={clan.clan_id}>
          <TodayRow clan={clan} now={now} />
        </li>
      ))}
    </Surface>
  );
}

function TodayRow({ clan, now }: { clan: ClanToday; now: number }) {
  const id = useId();
  const isOpen = clan.entered < clan.due;
  const left = Date.parse(clan.ends_at) - now;
  return (
    <article className={styles.todayRow} data-open={isOpen || undefined} aria-labelledby={id}>
      {clan.due > 0 ? <Ring due={clan.due} entered={clan.entered} size={40} /> : <span />}
      <h2 id={id}>
        <Link {...toClanScreen("clanHome", clan.clan_id)}>{clan.clan_name}</Link>
      </h2>
      <p>
        <span className={styles.values}>
          <span>{sayProgress(clan)}</span>
          {clan.due > 0 && (
            <span>
              <span className={styles.dot}> · </span>
              {sayMissing(clan)}
            </span>
          )}
        </span>
        <span className={styles.ends}>
          <span> · </span>
          {left > 0 ? `ends in ${formatDuration(left)}` : "just ended"}
        </span>
      </p>
      <ButtonLink
        variant={isOpen ? "primary" : "secondary"}
        className={styles.enter}
        to={pages.dailyActivity.path}
        search={{ clan: clan.clan_id }}
        aria-label={`${isOpen ? "Enter today" : "Open the day"} for ${clan.clan_name}`}
      >
        {isOpen ? "Enter today" : "Open the day"}
      </ButtonLink>
    </article>
  );
}

/** "162 of 225 values". */
function sayProgress({ due, entered, nothing_due, clan_date }: ClanToday): ReactNode {
  // On a line with more after it.
  if (due === 0) return nothingDueText(nothing_due, clan_date).replace(/\.$/, "");
  const isAll = entered >= due && due > 1;
  return (
    <>
      <strong>{isAll ? `All ${formatNumber(due)}` : `${formatNumber(entered)} of ${formatNumber(due)}`}</strong>{" "}
      {due === 1 ? "value" : "values"}
    </>
  );
}

function sayMissing({ missing: { count } }: ClanToday): string {
  return count === 0 ? "nobody missing" : `${plural(count, "player")} missing`;
}
