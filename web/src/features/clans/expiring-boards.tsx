import type { Clan, getClanOverview } from "@clanhall/contract/clans";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import { pages } from "@clanhall/contract/pages";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { formatClanDate, toDateInput } from "../../lib/format.ts";
import styles from "./clans.module.css";

type Expiring = AnswerOf<typeof getClanOverview>["expiring_boards"];

/** Shared boards whose visitors are locked out soon. */
export function ExpiringBoards({ clan, expiring }: { clan: Clan; expiring: Expiring }) {
  const id = useId();
  if (expiring.count === 0) return null;
  const more = expiring.count - expiring.boards.length;
  return (
    <section aria-labelledby={id} className={styles.named}>
      <h3 id={id}>Links that expire soon</h3>
      <ul>
        {expiring.boards.map(({ scoreboard_id, title, expires_at }) => (
          <li key={scoreboard_id}>
            <span>{title}</span>
            <span>{formatClanDate(toDateInput(expires_at))}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.note}>and {more} more</p>}
      <Link to={pages.scoreboards.path} search={{ clan: clan.id }}>
        Open the scoreboards
      </Link>
    </section>
  );
}
