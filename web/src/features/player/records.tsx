import type { MemberFigures, MemberPage } from "@clanhall/contract/member-page";
import { pages } from "@clanhall/contract/pages";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatAmount, formatPoints } from "../../domain/formats.ts";
import { formatClanDate, formatDate, formatNumber, formatOrdinal, formatRange, plural } from "../../lib/format.ts";
import { Muted } from "../../ui/core/layout.tsx";
import { PlayerCard } from "./card.tsx";
import { toStandings } from "./figures.tsx";
import styles from "./player.module.css";
import type { PlayerView } from "./card.tsx";
import { isFrozen } from "./ranks.tsx";

interface RecordsCardProps {
  member: MemberPage["member"];
  figures: MemberFigures;
  view: PlayerView;
}

/** The best there ever was, each with the way to what it was made of. */
export function RecordsCard({ member, figures, view }: RecordsCardProps) {
  const { records, streak } = figures;
  const { day, week, values } = records;
  const explain = (title: string, range: { from: string; to: string }, text: string) => (
    <button type="button" onClick={() => view.onExplain({ ...range, title })}>
      {text}
    </button>
  );
  const best = streak.best;
  const rows: [name: string, when: string, value: ReactNode][] = [
    ...(day
      ? [
          row(
            "Best day",
            formatDate(day.day),
            explain(`Best day, ${formatClanDate(day.day)}`, { from: day.day, to: day.day }, formatPoints(day.points)),
          ),
        ]
      : []),
    ...(week
      ? [row("Best week", formatRange(week.from, week.to), explain("Best week", week, formatPoints(week.points)))]
      : []),
    ...(records.rank ? [rankRow(figures, records.rank, view)] : []),
    ...(best
      ? [
          row(
            "Longest streak",
            formatRange(best.from, best.to),
            explain("Longest streak", best, plural(best.days, "day")),
          ),
        ]
      : []),
    ...records.awards.map((award) =>
      row(
        award.title,
        award.season,
        <Link to={pages.scoreboards.path} search={{ clan: view.clan.id, view: "seasons" }}>
          {award.score}
        </Link>,
      ),
    ),
    ...values.map((record) =>
      row(
        `${record.name} in a day`,
        formatDate(record.day),
        <button
          type="button"
          onClick={() => view.onCell({ member_id: member.id, activity_id: record.activity_id, day: record.day })}
        >
          {formatAmount(record, record.value)}
        </button>,
      ),
    ),
  ];
  return (
    <PlayerCard title="Records">
      {rows.length === 0 ? (
        <Muted as="p">No values yet.</Muted>
      ) : (
        <dl className={styles.records}>
          {rows.map(([name, when, value]) => (
            <div key={`${name} ${when}`}>
              <dt>
                {name}
                <small>{when}</small>
              </dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </PlayerCard>
  );
}

function row(name: string, when: string, value: ReactNode): [string, string, ReactNode] {
  return [name, when, value];
}

function rankRow(
  { standing, ranks }: MemberFigures,
  best: NonNullable<MemberFigures["records"]["rank"]>,
  { clan }: PlayerView,
): [string, string, ReactNode] {
  const text = `${formatOrdinal(best.rank)} of ${formatNumber(best.players)}`;
  const to = standing && toStandings(clan.id, standing.board.id, isFrozen(ranks, best) ? { period: best.from } : {});
  return row("Highest place", formatRange(best.from, best.to), to ? <Link {...to}>{text}</Link> : text);
}
