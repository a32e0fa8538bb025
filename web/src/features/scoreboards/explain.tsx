import { pages } from "@clanhall/contract/pages";
import type { Scoreboard } from "@clanhall/contract/scoreboards";
import type { Explanation } from "@clanhall/contract/standings";
import { useQuery } from "@tanstack/react-query";
import { MarkedName } from "../../ui/icon-badge.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { ErrorMessage, Notice } from "../../ui/core/notice.tsx";
import { AsyncSection } from "../../ui/async-section.tsx";
import { ButtonLink } from "../../ui/core/button.tsx";
import { Badge } from "../../ui/badge.tsx";
import { hasStatus } from "../../lib/api-errors.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { MoreButton } from "../../ui/pager.tsx";
import { FramedTable, Table } from "../../ui/table.tsx";
import { explanationQuery } from "./standings-api.ts";
import styles from "./standings.module.css";
import { type Decimals, decimalsOf, toNumberText } from "@clanhall/contract/rules/score-text";
import { plural, formatClanDate } from "../../lib/format.ts";
import { amountText, hasPoints, valueText, scoreText } from "./format.ts";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { DayRange } from "@clanhall/contract/rules/periods";

interface ExplainDialogProps {
  board: Scoreboard;
  memberId: string;
  period: string | null;
  onClose: () => void;
}

/** How one player scored, down to each cell. */
export function ExplainDialog({ board, memberId, period, onClose }: ExplainDialogProps) {
  const query = useQuery(explanationQuery(board, memberId, period));
  const { data, error } = query;
  return (
    <Dialog title={data ? `How ${data.name} scored` : "How this score is calculated"} onClose={onClose} size="lg">
      {data === undefined && hasStatus(error, 403, 404) ? (
        <ErrorMessage error={error} />
      ) : (
        <AsyncSection query={query} what="The explanation" lines={6}>
          {(explanation) => <Calculation board={board} explanation={explanation} />}
        </AsyncSection>
      )}
    </Dialog>
  );
}

function Calculation({ board, explanation }: { board: Scoreboard; explanation: Explanation }) {
  const { range, is_final: isFinal, before } = explanation;
  return (
    <>
      <p>
        <strong>{range.label}</strong> · {calculationText(explanation)}
      </p>
      {isFinal && <Notice>This result is frozen. The values below are as they are today.</Notice>}
      <ExplainActivities explanation={explanation} total={sumOf(explanation)} />
      <ExplainCells board={board} explanation={explanation} />
      <DialogActions>
        {before && (
          <ButtonLink to={pages.activityHistory.path} search={historySearch(board, explanation, before)}>
            Values of the period before
          </ButtonLink>
        )}
        <ButtonLink to={pages.activityHistory.path} search={historySearch(board, explanation, range)}>
          Show these values in the history
        </ButtonLink>
      </DialogActions>
    </>
  );
}

/** With the number it shows, where it shows one: all rows of a column have as many decimals as one of them needs. */
type Column = [name: string, text: (part: ActivityPart, decimals: Decimals) => string, number?: keyof ActivityPart];

const valueColumn: Column = [
  "Value",
  (part) => (part.value === null ? "–" : amountText(kindOfTotal(part), part.value)),
];
const metColumn: Column = ["Met", ({ met, due }) => `${toNumberText(met)} of ${toNumberText(due)}`];
const excusedColumn: Column = ["Excused", ({ excused }) => toNumberText(excused)];
const missingColumn: Column = ["Missing", ({ missing }) => toNumberText(missing)];

const pointsColumns: Column[] = [
  valueColumn,
  ["Points", ({ points }, decimals) => toNumberText(points, decimals), "points"],
  ["Missing", ({ missing, missing_points }) => missingText(missing, missing_points)],
  ["Weight", ({ weight }, decimals) => `× ${toNumberText(weight, decimals)}`, "weight"],
  ["Counts", ({ weighted }, decimals) => toNumberText(weighted, decimals), "weighted"],
];

/** How many, and what they cost where they cost something. */
function missingText(count: number, points: number): string {
  return points === 0 ? toNumberText(count) : `${toNumberText(count)} (${plural(points, "point")})`;
}

interface ExplainActivitiesProps {
  explanation: Explanation;
  total: number;
}

/** What each activity brings. */
function ExplainActivities({ explanation: { activities, measure }, total }: ExplainActivitiesProps) {
  const columns = hasPoints(measure)
    ? pointsColumns
    : measure === "activity"
      ? [valueColumn, metColumn]
      : [metColumn, excusedColumn, missingColumn];
  const decimals = (number: keyof ActivityPart = "met") => decimalsOf(activities.map((part) => Number(part[number])));
  return (
    <FramedTable label="By activity" className={styles.sums}>
      <thead>
        <tr>
          <th scope="col">Activity</th>
          {columns.map(([name]) => (
            <th key={name} scope="col" data-number>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {activities.map((part) => (
          <tr key={part.activity_id}>
            <th scope="row">
              <MarkedName icon={part.icon} color={part.color} name={part.name} />
            </th>
            {columns.map(([name, text, number]) => (
              <td key={name} data-number>
                {text(part, decimals(number))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {hasPoints(measure) && activities.length > 1 && (
        <tfoot>
          <tr>
            <th scope="row" colSpan={columns.length}>
              Total
            </th>
            <td data-number>
              {toNumberText(total, decimalsOf([...activities.map(({ weighted }) => weighted), total]))}
            </td>
          </tr>
        </tfoot>
      )}
    </FramedTable>
  );
}

type Cell = Explanation["cells"][number];

interface ExplainCellsProps {
  board: Scoreboard;
  explanation: Explanation;
}

const pageSize = 60;

/** Every value that counted, the latest day first; each leads to its row in the history. */
function ExplainCells({ board, explanation }: ExplainCellsProps) {
  const [shown, setShown] = useState(pageSize);
  const kinds = new Map(explanation.activities.map((activity) => [activity.activity_id, activity]));
  const cells = explanation.cells.toSorted((a, b) => b.day.localeCompare(a.day));
  const decimals = decimalsOf(cells.map(({ points }) => points));
  if (cells.length === 0) return <Muted as="p">Nothing was due or entered in these days.</Muted>;
  return (
    <>
      <Table className={styles.cells}>
        <caption>Day by day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Activity</th>
            <th scope="col">Entry</th>
            <th scope="col" data-number>
              Points
            </th>
          </tr>
        </thead>
        <tbody>
          {cells.slice(0, shown).map((cell) => (
            <tr key={`${cell.day} ${cell.activity_id}`}>
              <td>{formatClanDate(cell.day)}</td>
              <td>
                <CellActivity activity={kinds.get(cell.activity_id)} />
              </td>
              <td>
                <Row as="span" inline gap={2}>
                  <Link
                    to={pages.activityHistory.path}
                    search={historySearch(
                      board,
                      { member_id: explanation.member_id, activities: [cell] },
                      { from: cell.day, to: cell.day },
                    )}
                  >
                    {cell.value === null ? cell.state : valueText(kinds.get(cell.activity_id), cell.value)}
                  </Link>{" "}
                  <Outcome cell={cell} />
                </Row>
              </td>
              <td data-number>{toNumberText(cell.points, decimals)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <MoreButton hasMore={cells.length > shown} onMore={() => setShown(shown + pageSize * 4)}>
        Show more of {plural(cells.length, "value")}
      </MoreButton>
    </>
  );
}

function CellActivity({ activity }: { activity: ActivityPart | undefined }) {
  return activity && <MarkedName icon={activity.icon} color={activity.color} name={activity.name} />;
}

function Outcome({ cell: { state, is_due: isDue, is_met: isMet } }: { cell: Cell }) {
  if (state !== "value") return null;
  if (!isDue) return <Badge>not due</Badge>;
  return <Badge tone={isMet ? "success" : "neutral"}>{isMet ? "met" : "not met"}</Badge>;
}

type ActivityPart = Explanation["activities"][number];

/** All activities together, to the cent. */
function sumOf({ activities }: Pick<Explanation, "activities">): number {
  return Math.round(activities.reduce((sum, { weighted }) => sum + weighted, 0) * 100) / 100;
}

/** In what an activity's total is said. */
function kindOfTotal({ unit, value_type, counts_days }: ActivityPart) {
  return { unit, value_type: counts_days ? ("yes_no" as const) : value_type };
}

/** What the score is made of, in a sentence. */
function calculationText(explanation: Explanation): string {
  const { measure, score, activities, before } = explanation;
  if (score === null) return "Not on the board: too few due days, or nothing to measure.";
  const result = scoreText(score, measure, activities[0] && kindOfTotal(activities[0]));
  if (measure === "activity") return `${activities[0]?.name ?? "The activity"}: ${result}.`;
  if (measure === "streak") return `Everything due was met on ${result} in a row, counted back from the last.`;
  if (measure === "consistency") return `${rateText(activities)} = ${result}.`;
  if (measure === "improvement" && before) {
    const now = plural(sumOf(explanation), "point");
    return `${now} now, ${toNumberText(before.points)} in ${before.label}: ${result}.`;
  }
  return `${plural(score, "point")} in all.`;
}

function rateText(activities: ActivityPart[]): string {
  const total = (name: "met" | "due" | "excused") => activities.reduce((sum, part) => sum + part[name], 0);
  return `${toNumberText(total("met"))} met of ${toNumberText(total("due"))} due − ${toNumberText(total("excused"))} excused`;
}

/** The address of exactly these entries in the history. */
function historySearch(
  board: Pick<Scoreboard, "clan_id" | "include_former">,
  { member_id, activities }: Pick<Explanation, "member_id"> & { activities: { activity_id: string }[] },
  { from, to }: DayRange,
) {
  return {
    clan: board.clan_id,
    from,
    to,
    member: member_id,
    activity: activities.map(({ activity_id }) => activity_id).join(","),
    state: "value,excused,missing",
    ...(board.include_former && { former: true }),
  };
}
