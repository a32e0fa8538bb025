import { type Decimals, decimalsOf, scoreDecimals, toScoreText } from "@clanhall/contract/rules/score-text";
import type { Measure } from "@clanhall/contract/scoreboard-drafts";
import type { PublicStandings } from "@clanhall/contract/standings";

/** Letters of a score that fit beside a name on a narrow screen. */
const longest = 9;
const groupedFrom = 200;
const groupSize = 100;

/** What the rows of a board have in common. */
export interface BoardLayout {
  measure: Measure;
  /** The activity of a board of one. */
  activity: PublicStandings["activities"][number] | undefined;
  /** The score that fills a bar, whatever its sign. */
  largest: number;
  /** Of every score, so that they read as one column. */
  decimals: Decimals;
  /** Scores that need more of a narrow screen. */
  isLong: boolean;
  /** How much of a member's key tells the rows apart; all of it would make the page a good deal longer. */
  keyLength: number;
  change: boolean;
  trend: boolean;
  days_met: boolean;
  activities: (PublicStandings["activities"][number] & { decimals: Decimals })[];
  /** The rows; those of a long board in groups that the browser draws when they come into sight. */
  groups: PublicStandings["rows"][];
}

/** Only what the board allows; nobody is "new" where nobody was there before. */
export function boardLayout({ board, rows, activities }: PublicStandings): BoardLayout {
  const { columns, measure } = board;
  const shownActivities = columns.includes("activities") ? activities : [];
  const decimals = scoreDecimals(
    rows.map(({ score }) => score),
    measure,
  );
  const valuesOf = (key: string) =>
    rows.map(({ per_activity }) => per_activity?.find(({ activity }) => activity === key)?.value);
  return {
    measure,
    decimals,
    activity: activities[0],
    largest: rows.reduce((largest, { score }) => Math.max(largest, Math.abs(score)), 0),
    isLong: rows.some(({ score }) => toScoreText(score, measure, activities[0], decimals).amount.length > longest),
    keyLength: rows.length > 500 ? 8 : 4,
    change: columns.includes("change") && rows.some(({ previous_rank }) => previous_rank !== null),
    trend: columns.includes("trend"),
    days_met: columns.includes("days_met"),
    activities: shownActivities.map((activity) => ({ ...activity, decimals: decimalsOf(valuesOf(activity.key)) })),
    // Columns that take the width of what is in them cannot be grouped.
    groups: rows.length > groupedFrom && shownActivities.length === 0 ? inGroups(rows) : [rows],
  };
}

function inGroups<Row>(rows: Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / groupSize) }, (_, group) =>
    rows.slice(group * groupSize, (group + 1) * groupSize),
  );
}
