import type { MemberFigures } from "@clanhall/contract/member-page";
import { Link } from "@tanstack/react-router";
import { formatDate, formatNumber, formatOrdinal, formatRange } from "../../lib/format.ts";
import { useElementWidth } from "../../lib/media.ts";
import { linePath, toScale } from "../../ui/charts/scale.ts";
import { Muted } from "../../ui/core/layout.tsx";
import { PlayerCard } from "./card.tsx";
import { toStandings } from "./figures.tsx";
import styles from "./player.module.css";
import type { PlayerView } from "./card.tsx";

const height = 190;
const edge = { top: 14, right: 12, bottom: 34, left: 32 };

const periodNames: Partial<Record<string, string>> = { weekly: "weeks", monthly: "months" };

/** Where the player stood on the main board, the best on top. */
export function RanksCard({
  figures: { standing, ranks, records },
  view: { clan },
}: {
  figures: MemberFigures;
  view: PlayerView;
}) {
  if (!standing) return null;
  const { board } = standing;
  const best = records.rank;
  return (
    <PlayerCard
      title="Place"
      beside={
        <Muted as="small">
          last {ranks.length > 1 && `${ranks.length} `}
          {periodNames[board.period.kind] ?? "periods"}
        </Muted>
      }
    >
      <RankLine ranks={ranks} now={board.period.kind === "weekly" ? "this week" : "now"} />
      {best && (
        <Muted as="p">
          Best:{" "}
          <Link {...toStandings(clan.id, board.id, isFrozen(ranks, best) ? { period: best.from } : {})}>
            {formatOrdinal(best.rank)}, {formatRange(best.from, best.to)}
          </Link>
        </Muted>
      )}
    </PlayerCard>
  );
}

/** The last one is still running. */
export function isFrozen(ranks: MemberFigures["ranks"], { from }: { from: string }): boolean {
  return ranks.at(-1)?.from !== from;
}

function RankLine({ ranks, now }: { ranks: MemberFigures["ranks"]; now: string }) {
  const { ref, width: measured } = useElementWidth();
  const width = Math.max(200, measured || 300);
  const most = Math.max(2, ...ranks.map(({ players, rank }) => Math.max(players, rank ?? 0)));
  const x = toScale([0, Math.max(1, ranks.length - 1)], [edge.left, width - edge.right]);
  const y = toScale([1, most], [edge.top, height - edge.bottom]);
  const points = ranks.map(({ rank }, index) =>
    rank === null ? null : { x: x(ranks.length === 1 ? 1 : index), y: y(rank) },
  );
  if (points.every((point) => point === null)) return <Muted as="p">Not on the board yet.</Muted>;
  const ticks = [...new Set([1, Math.round(most / 2), most])];
  return (
    <div ref={ref} className={styles.rankLine}>
      <svg width={width} height={height} role="img" aria-label={ranks.map(rankText).join(", ")}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={edge.left} x2={width - edge.right} y1={y(tick)} y2={y(tick)} />
            <text x={edge.left - 10} y={y(tick)} dy="0.32em" textAnchor="end">
              {formatNumber(tick)}
            </text>
          </g>
        ))}
        {ranks.length > 1 && (
          <text x={edge.left} y={height - 8}>
            {formatDate(ranks[0]?.from ?? null)}
          </text>
        )}
        <text x={width - edge.right} y={height - 8} textAnchor="end">
          {now}
        </text>
        <path d={linePath(points)} fill="none" stroke="var(--primary)" strokeWidth="2" strokeLinejoin="round" />
        {points.map((point, index) =>
          point === null ? null : (
            <circle key={point.x} cx={point.x} cy={point.y} r={index === points.length - 1 ? 5 : 3} />
          ),
        )}
      </svg>
    </div>
  );
}

function rankText({ from, to, rank, players }: MemberFigures["ranks"][number]): string {
  const text = rank === null ? "not on the board" : `${formatOrdinal(rank)} of ${formatNumber(players)}`;
  return `${formatRange(from, to)}: ${text}`;
}
