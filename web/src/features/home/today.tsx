import type { ClanHome } from "@clanhall/contract/clan-home";
import type { ClanCard } from "@clanhall/contract/clans";
import { pages } from "@clanhall/contract/pages";
import { Link } from "@tanstack/react-router";
import { nothingDueText } from "../../domain/clan-day.tsx";
import { mayInClan } from "../../domain/permissions.ts";
import { PlayerLink } from "../../domain/player-link.tsx";
import { formatDuration, formatNumber, formatTime, plural } from "../../lib/format.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/core/button.tsx";
import { IconBadge } from "../../ui/icon-badge.tsx";
import { useNow } from "../../ui/relative-time.tsx";
import { Ring } from "../../ui/ring.tsx";
import { HomeCard } from "./card.tsx";
import styles from "./home.module.css";

type Today = NonNullable<ClanHome["today"]>;

interface TodayCardProps {
  clan: ClanCard;
  today: Today;
  /** Active ones. */
  players: number;
  width: 4 | 6;
}

/** The clan's day for those who enter it, one's own for everybody else. */
export function TodayCard({ clan, today, players, width }: TodayCardProps) {
  const left = Date.parse(today.ends_at) - useNow();
  const isOwn = today.missing === null;
  return (
    <HomeCard
      title="Today"
      width={width}
      beside={
        <span className={styles.state}>
          <Badge tone="success">Open</Badge>
          <small className={styles.muted}>{left > 0 ? `ends in ${formatDuration(left)}` : "just ended"}</small>
        </span>
      }
    >
      <div className={styles.progress}>
        {today.due > 0 && <Ring due={today.due} entered={today.entered} />}
        <p>
          <strong>{progressText(today)}</strong>
          <small className={styles.muted}>{noteText(today, players)}</small>
        </p>
      </div>
      {isOwn ? <OwnDay clan={clan} today={today} /> : <MissingPlayers clan={clan} missing={today.missing} />}
      <p className={styles.reset}>
        <svg width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
          <path d="M12 3a9 9 0 100 18 9 9 0 000-18zM12 7v5l3.5 2" />
        </svg>
        {resetText(today)}
      </p>
    </HomeCard>
  );
}

function progressText({ due, entered }: Today): string {
  if (due === 0) return "Nothing is due today";
  return `${formatNumber(entered)} of ${plural(due, "value")}`;
}

function noteText({ due, entered, missing, nothing_due, clan_date }: Today, players: number): string {
  if (due === 0) return nothing_due ? nothingDueText(nothing_due, clan_date) : "";
  if (players === 1) return "Only you are on the roster yet";
  if (entered >= due) return missing ? "Everything is entered" : "Nothing is left for today";
  const left = formatNumber(due - entered);
  return missing ? `${left} missing from ${plural(missing.count, "player")}` : `${left} still due`;
}

/** "Next reset 08:00 UTC, 09:00 for you". */
function resetText({ ends_at, time_zone }: Today): string {
  const at = new Date(ends_at);
  const [clan, mine] = [formatTime(at, time_zone), formatTime(at)];
  return `Next reset ${clan}${clan.startsWith(mine) ? "" : `, ${mine} for you`}`;
}

function MissingPlayers({ clan, missing }: { clan: ClanCard; missing: Today["missing"] }) {
  const { count, players } = missing ?? { count: 0, players: [] };
  const rest = count - players.length;
  return (
    <>
      {count > 0 && (
        <ul className={styles.rows}>
          {players.map(({ member_id, name, tint, missing: values }) => (
            <li key={member_id}>
              <Avatar name={name} color={tint} size={24} />
              <span className={styles.name}>
                <PlayerLink memberId={member_id}>{name}</PlayerLink>
              </span>
              <span className={styles.missing}>{formatNumber(values)} missing</span>
            </li>
          ))}
        </ul>
      )}
      {rest > 0 && (
        <Link className={styles.all} to={pages.dailyActivity.path} search={{ clan: clan.id, missing: true }}>
          and {formatNumber(rest)} more
        </Link>
      )}
      {mayInClan(clan, "clan.manage") && <EnterLink clan={clan} isForPhones />}
    </>
  );
}

function OwnDay({ clan, today: { still_due } }: { clan: ClanCard; today: Today }) {
  if (!still_due || still_due.length === 0) return null;
  return (
    <>
      <ul className={styles.rows} aria-label="Still due today">
        {still_due.map(({ activity_id, name, icon, color }) => (
          <li key={activity_id}>
            <IconBadge icon={icon} color={color} name={name} />
            <span className={styles.name}>{name}</span>
          </li>
        ))}
      </ul>
      {mayInClan(clan, "entry.write") && <EnterLink clan={clan} />}
    </>
  );
}

function EnterLink({ clan, isForPhones }: { clan: ClanCard; isForPhones?: boolean }) {
  return (
    <ButtonLink
      variant="primary"
      className={isForPhones ? styles.onPhones : styles.enter}
      to={pages.dailyActivity.path}
      search={{ clan: clan.id }}
    >
      {isForPhones ? "Enter today" : "Enter"}
    </ButtonLink>
  );
}
