import type { Clan, getClanOverview } from "@clanhall/contract/clans";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import { pages } from "@clanhall/contract/pages";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { formatNumber } from "../../lib/format.ts";
import styles from "./clans.module.css";

type Overview = AnswerOf<typeof getClanOverview>;

/** Who has not entered anything yet today. */
export function MissingToday({ clan, missing, due }: { clan: Clan; missing: Overview["missing_today"]; due: number }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.named}>
      <h3 id={id}>Missing today</h3>
      {missing.count === 0 ? (
        <p className={styles.note}>{due === 0 ? "Nothing is due today." : "Nobody is missing."}</p>
      ) : (
        <>
          <ul>
            {missing.players.map((player) => (
              <li key={player.member_id}>
                <span>{player.name}</span>
                <span>{player.missing === 1 ? "1 value" : `${player.missing} values`}</span>
              </li>
            ))}
          </ul>
          <More count={missing.count - missing.players.length} />
          <Link to={pages.dailyActivity.path} search={{ clan: clan.id }}>
            Open the day
          </Link>
        </>
      )}
    </section>
  );
}

/** Who has a way to go until the week is over. */
export function BelowWeekly({ clan, below }: { clan: Clan; below: Overview["below_weekly"] }) {
  const id = useId();
  if (below.count === 0) return null;
  return (
    <section aria-labelledby={id} className={styles.named}>
      <h3 id={id}>Below the weekly target</h3>
      <ul>
        {below.players.map(({ member_id, name, activity, value, target }) => (
          <li key={`${member_id} ${activity}`}>
            <span>{name}</span>
            <span>
              {activity}: {formatNumber(value)} of {formatNumber(target)}
            </span>
          </li>
        ))}
      </ul>
      <More count={below.count - below.players.length} />
      <Link to={pages.dailyActivity.path} search={{ clan: clan.id }}>
        Open the day
      </Link>
    </section>
  );
}

function More({ count }: { count: number }) {
  return count > 0 && <p className={styles.note}>and {count} more</p>;
}
