import { Change } from "../../ui/figures.tsx";
import type { MemberFigures, MemberPage } from "@clanhall/contract/member-page";
import { pages } from "@clanhall/contract/pages";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import { formatDate, formatNumber, formatPercent, plural } from "../../lib/format.ts";
import styles from "./player.module.css";
import type { ClanCard } from "@clanhall/contract/clans";
import { CardTitle, Surface } from "../../ui/card.tsx";
import { Row } from "../../ui/core/layout.tsx";
import type { CellKey, Explained } from "./values-dialog.tsx";

interface FigureProps {
  label: string;
  /** The number, and what is said beside it. */
  value: string;
  unit?: string;
  note: ReactNode;
  /** Opens what the number is made of. */
  onOpen?: (() => void) | null;
  /** Or leads to it. */
  to?: ReturnType<typeof toStandings> | { to: string; hash: string };
}

function Figure({ label, value, unit, note, onOpen, to }: FigureProps) {
  const face = (
    <>
      <strong>{value}</strong> {unit}
    </>
  );
  return (
    <li>
      <small>{label}</small>
      {to ? (
        <Link {...to} className={styles.figure} aria-label={`${label}: ${value} ${unit ?? ""}`}>
          {face}
        </Link>
      ) : onOpen ? (
        <button
          type="button"
          className={styles.figure}
          aria-label={`${label}: ${value} ${unit ?? ""}`}
          onClick={onOpen}
        >
          {face}
        </button>
      ) : (
        <span className={styles.figure}>{face}</span>
      )}
      <small>{note}</small>
    </li>
  );
}

/** The board on which somebody stands, now or in an earlier period. */
export function toStandings(clanId: string, board: string, { period, row }: { period?: string; row?: string } = {}) {
  const which = { ...(period && { period }), ...(row && { row }) };
  return { to: pages.scoreboards.path, search: { clan: clanId, board, show: "standings", ...which } };
}

interface FiguresProps {
  figures: MemberFigures;
  warnings: MemberPage["warnings"];
  view: PlayerView;
}

export function Figures({ figures, warnings, view }: FiguresProps) {
  const { week, month, streak } = figures;
  const counted = month.due - month.excused;
  const excused = month.excused > 0 ? `, ${formatNumber(month.excused)} excused` : "";
  return (
    <ul className={styles.figures}>
      <RankFigure figures={figures} view={view} />
      <Figure
        label="Points this week"
        value={formatNumber(week.points, 1)}
        note={week.clan_mean === null ? "" : `clan mean ${formatNumber(week.clan_mean, 1)}`}
        onOpen={() => view.onExplain({ ...week, title: "Points this week" })}
      />
      <Figure
        label="Met, 30 days"
        value={formatPercent(month.rate)}
        note={counted > 0 ? `${formatNumber(month.met)} of ${formatNumber(counted)}${excused}` : "nothing was due"}
        onOpen={() => view.onExplain({ ...month, title: "Met in 30 days" })}
      />
      <StreakFigure streak={streak} view={view} />
      {warnings && (
        <Figure
          label="Warnings"
          value={formatNumber(warnings.latest?.active ?? 0)}
          unit="active"
          note={warnings.total === 0 ? "none so far" : `${formatNumber(warnings.total)} in all`}
          to={{ to: ".", hash: warningsId }}
        />
      )}
    </ul>
  );
}

/** Where the warnings are listed on the page. */
const warningsId = "warnings";

/** What a rank is compared with. */
const before: Partial<Record<string, string>> = { weekly: "on last week", monthly: "on last month" };

function RankFigure({ figures: { standing }, view: { clan, memberId } }: { figures: MemberFigures; view: PlayerView }) {
  if (!standing) return <Figure label="Main board" value="—" note="No board yet" />;
  const { board, rank, players } = standing;
  return (
    <Figure
      label={board.title}
      value={rank === null ? "—" : formatNumber(rank)}
      {...(rank !== null && { unit: `of ${formatNumber(players)}` })}
      note={rankNote(standing)}
      to={toStandings(clan.id, board.id, { row: memberId })}
    />
  );
}

function rankNote({ board, rank, below_rank, previous_rank }: NonNullable<MemberFigures["standing"]>): ReactNode {
  if (below_rank !== null) return belowText(below_rank);
  if (rank === null) return "not ranked yet";
  if (previous_rank === null) return "new on the board";
  return (
    <>
      <RankChange by={previous_rank - rank} /> {before[board.period.kind] ?? "on the period before"}
    </>
  );
}

/** The board shows no more ranks than these. */
export function belowText(rank: number): string {
  return rank === 1 ? "below 1st place" : `below the top ${formatNumber(rank)}`;
}

function RankChange({ by }: { by: number }) {
  return by === 0 ? "unchanged" : <Change by={by} />;
}

function StreakFigure({ streak: { current, best }, view }: { streak: MemberFigures["streak"]; view: PlayerView }) {
  const shown = current ?? best;
  const isBest = current !== null && current.days === best?.days;
  return (
    <Figure
      label="Streak"
      value={plural(current?.days ?? 0, "day")}
      note={!best ? "none yet" : isBest ? "the best so far" : `best ${best.days}, ended ${formatDate(best.to)}`}
      onOpen={
        shown &&
        (() => {
          const title = current
            ? `Streak of ${plural(shown.days, "day")}`
            : `Best streak, ${plural(shown.days, "day")}`;
          view.onExplain({ ...shown, title, note: "Days on which everything due was met, in a row." });
        })
      }
    />
  );
}

/** What every part of the page needs to open the explanation of its numbers. */
export interface PlayerView {
  clan: ClanCard;
  memberId: string;
  onCell: (cell: CellKey) => void;
  onExplain: (explained: Explained) => void;
}

interface PlayerCardProps {
  title: string;
  /** What stands beside the title. */
  beside?: ReactNode;
  children: ReactNode;
}

export function PlayerCard({ title, beside, children }: PlayerCardProps) {
  const id = useId();
  return (
    <Surface as="section" className={styles.card} aria-labelledby={id}>
      <Row between gap={2}>
        <CardTitle id={id}>{title}</CardTitle>
        {beside}
      </Row>
      {children}
    </Surface>
  );
}
