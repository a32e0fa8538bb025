import type { Scoreboard } from "@clanhall/contract/scoreboards";
import type { Standings } from "@clanhall/contract/standings";
import { type Decimals, decimalsOf, scoreDecimals, toNumberText } from "@clanhall/contract/rules/score-text";
import { useMemo } from "react";
import { PlayerLink } from "../../domain/player-link.tsx";
import { amountText, hasPoints, scoreText } from "./format.ts";
import { MarkedName } from "../../ui/icon-badge.tsx";
import { Muted, Row, Stack, Text } from "../../ui/core/layout.tsx";
import styles from "./standings.module.css";
import { linePath, toScale } from "../../ui/charts/scale.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Change } from "../../ui/figures.tsx";
import { Surface } from "../../ui/card.tsx";
import { FramedTable } from "../../ui/table.tsx";

type StandingRow = Standings["rows"][number];

/** What the rows of a board are drawn from. */
export interface StandingRowsProps {
  standings: Standings;
  rows: StandingRow[];
  hasColumn: (name: Scoreboard["columns"][number]) => boolean;
  /** Who is looking, as a player of the clan. */
  ownId: string | null;
  canExplain: (memberId: string) => boolean;
  onExplain: (memberId: string) => void;
}

/** The whole board, wide as it may be, in a frame that scrolls by itself. */
export function StandingsTable({ rows, hasColumn, ...view }: StandingRowsProps) {
  const { standings, ownId } = view;
  const decimals = useColumnDecimals(standings);
  return (
    <FramedTable isWhole={!hasColumn("activities")} label="Standings" className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Place</th>
          {hasColumn("change") && <th scope="col">Change</th>}
          <th scope="col" className={styles.name}>
            Player
          </th>
          {hasColumn("trend") && <th scope="col">Trend</th>}
          {hasColumn("days_met") && (
            <th scope="col" data-number>
              Met
            </th>
          )}
          {hasColumn("activities") && <ActivityHeads standings={standings} />}
          <th scope="col" data-number className={styles.scoreCell}>
            Score
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.member_id} data-own={row.member_id === ownId || undefined} data-row={row.member_id}>
            <td className={styles.rank}>{row.rank}</td>
            {hasColumn("change") && (
              <td>
                <RankChange row={row} />
              </td>
            )}
            <th scope="row" className={styles.name}>
              <Row as="span" nowrap>
                <Avatar name={row.name} color={row.tint} size={28} />
                <PlayerName row={row} isOwn={row.member_id === ownId} />
              </Row>
            </th>
            {hasColumn("trend") && (
              <td>
                <Trend values={row.trend} />
              </td>
            )}
            {hasColumn("days_met") && <td data-number>{metText(row)}</td>}
            {hasColumn("activities") && <ActivityCells row={row} standings={standings} decimals={decimals} />}
            <td data-number className={styles.scoreCell}>
              <Score row={row} decimals={decimals.score} {...view} />
            </td>
          </tr>
        ))}
      </tbody>
    </FramedTable>
  );
}

function ActivityHeads({ standings: { activities } }: { standings: Standings }) {
  return activities.map(({ key, name, icon, color }) => (
    <th key={key} scope="col" data-number>
      <MarkedName icon={icon} color={color} name={name} />
    </th>
  ));
}

/** How many decimals each column has. */
interface ColumnDecimals {
  score: Decimals;
  activities: Map<string, { value: Decimals; points: Decimals }>;
}

function useColumnDecimals({ rows, activities, board: { measure } }: Standings): ColumnDecimals {
  return useMemo(() => {
    const score = scoreDecimals(
      rows.map((row) => row.score),
      measure,
    );
    const cells = Map.groupBy(
      rows.flatMap(({ per_activity }) => per_activity ?? []),
      ({ activity }) => activity,
    );
    const ofCells = activities.map(({ key }) => {
      const column = cells.get(key) ?? [];
      const value = decimalsOf(column.map((cell) => cell.value));
      return [key, { value, points: decimalsOf(column.map((cell) => cell.points)) }] as const;
    });
    return { score, activities: new Map(ofCells) };
  }, [rows, activities, measure]);
}

interface ActivityCellsProps {
  row: StandingRow;
  standings: Standings;
  decimals: ColumnDecimals;
}

/** Points where the board is about points, else what was done. */
function ActivityCells({ row, standings: { activities, board }, decimals }: ActivityCellsProps) {
  const scores = new Map(row.per_activity?.map((score) => [score.activity, score]));
  return activities.map((activity) => {
    const { value = null, points = 0 } = scores.get(activity.key) ?? {};
    const column = decimals.activities.get(activity.key);
    const amount = value === null ? "–" : amountText(activity, value, column?.value);
    return (
      <td key={activity.key} data-number title={hasPoints(board.measure) ? amount : undefined}>
        {hasPoints(board.measure) ? toNumberText(points, column?.points) : amount}
      </td>
    );
  });
}

/** What each player did, where the rows themselves have no room for it. */
function ActivitiesTable({ rows, standings, ownId }: Pick<StandingRowsProps, "rows" | "standings" | "ownId">) {
  const decimals = useColumnDecimals(standings);
  return (
    <FramedTable label="By activity" className={styles.table}>
      <thead>
        <tr>
          <th scope="col" className={styles.name}>
            Player
          </th>
          <ActivityHeads standings={standings} />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.member_id} data-own={row.member_id === ownId || undefined} data-row={row.member_id}>
            <th scope="row" className={styles.name}>
              <bdi>{row.name}</bdi>
            </th>
            <ActivityCells row={row} standings={standings} decimals={decimals} />
          </tr>
        ))}
      </tbody>
    </FramedTable>
  );
}

/** The board on a phone: two lines a player, and a table of its own for the activities. */
export function StandingsList({ rows, hasColumn, ...view }: StandingRowsProps) {
  const { standings, ownId } = view;
  const { score: decimals } = useColumnDecimals(standings);
  return (
    <>
      <Surface as="ol" className={`lined ${styles.list}`} aria-label="Standings">
        {rows.map((row) => (
          <li key={row.member_id} data-own={row.member_id === ownId || undefined} data-row={row.member_id}>
            <Row as="span" nowrap gap={1}>
              <span className={styles.rank}>{row.rank}</span>
              {hasColumn("change") && <RankChange row={row} />}
            </Row>
            <Avatar name={row.name} color={row.tint} size={28} />
            <Stack as="span" gap={0} grow>
              <Row as="span" nowrap gap={2}>
                <PlayerName row={row} isOwn={row.member_id === ownId} />
              </Row>
              {hasColumn("days_met") && (
                <Text dim size="xs" wrap="cut">
                  {metText(row)} met
                </Text>
              )}
            </Stack>
            <Score row={row} decimals={decimals} {...view} />
          </li>
        ))}
      </Surface>
      {hasColumn("activities") && standings.activities.length > 0 && (
        <>
          <h3>By activity</h3>
          <ActivitiesTable rows={rows} standings={standings} ownId={ownId} />
        </>
      )}
    </>
  );
}

function PlayerName({ row: { member_id, name }, isOwn }: { row: StandingRow; isOwn: boolean }) {
  return (
    <>
      <Text as="bdi" weight={600} wrap="cut" title={name}>
        <PlayerLink memberId={member_id}>{name}</PlayerLink>
      </Text>
      {isOwn && <Badge tone="info">you</Badge>}
    </>
  );
}

/** Ranks won or lost since the period before. */
function RankChange({ row: { rank, previous_rank } }: { row: StandingRow }) {
  if (previous_rank === null) return <Muted>new</Muted>;
  return <Change by={previous_rank - rank} same="same place" />;
}

const size = { width: 80, height: 26, edge: 4 };

/** The last days as a small line; its numbers are said to those who cannot see it. */
function Trend({ values }: { values: StandingRow["trend"] }) {
  const numbers = values.filter((value) => value !== null);
  if (numbers.length === 0) return <Muted>–</Muted>;
  const { width, height, edge } = size;
  const x = toScale([0, Math.max(1, values.length - 1)], [edge, width - edge]);
  const y = toScale([Math.min(...numbers), Math.max(...numbers)], [height - edge, edge]);
  const points = values.map((value, index) => (value === null ? null : { x: x(index), y: y(value) }));
  const last = points.findLast((point) => point !== null);
  const numbersText = values.map((value) => (value === null ? "nothing" : toNumberText(value))).join(", ");
  return (
    <svg className={styles.trend} width={width} height={height} role="img" aria-label={`Last days: ${numbersText}`}>
      <path d={linePath(points)} />
      <circle cx={last?.x} cy={last?.y} r="2.5" />
    </svg>
  );
}

/** "5 of 7": due values that were met. */
function metText({ days_met = 0, days_due = 0 }: StandingRow): string {
  return days_due === 0 ? "–" : `${toNumberText(days_met)} of ${toNumberText(days_due)}`;
}

interface ScoreProps extends Pick<StandingRowsProps, "standings" | "canExplain" | "onExplain"> {
  row: StandingRow;
  decimals: Decimals;
}

/** Opens how it is calculated, for those who may know. */
function Score({ row, decimals, standings, canExplain, onExplain }: ScoreProps) {
  const text = scoreText(row.score, standings.board.measure, standings.activities[0], decimals);
  if (!canExplain(row.member_id)) return <strong className={styles.score}>{text}</strong>;
  return (
    <Button variant="plain" className={styles.score} onClick={() => onExplain(row.member_id)}>
      {text}
      <span className="visually-hidden">: how {row.name} scored</span>
    </Button>
  );
}
