import { toNumberText } from "@clanhall/contract/score-text";
import type { Explanation } from "@clanhall/contract/standings";
import { plural } from "../../lib/format.ts";
import { amountText, hasPoints } from "./format.ts";
import { kindOfTotal } from "./explain-words.ts";
import styles from "./explain.module.css";

type ActivityPart = Explanation["activities"][number];
type Column = [name: string, text: (part: ActivityPart) => string];

const value: Column = ["Value", (part) => (part.value === null ? "–" : amountText(kindOfTotal(part), part.value))];
const met: Column = ["Met", ({ met: count, due }) => `${toNumberText(count)} of ${toNumberText(due)}`];
const excused: Column = ["Excused", (part) => toNumberText(part.excused)];
const missing: Column = ["Missing", (part) => toNumberText(part.missing)];

const ofPoints: Column[] = [
  value,
  ["Points", ({ points }) => toNumberText(points)],
  ["Missing", ({ missing: count, missing_points }) => missingText(count, missing_points)],
  ["Weight", ({ weight }) => `× ${toNumberText(weight)}`],
  ["Counts", ({ weighted }) => toNumberText(weighted)],
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
export function ExplainActivities({ explanation: { activities, measure }, total }: ExplainActivitiesProps) {
  const columns = hasPoints(measure) ? ofPoints : measure === "activity" ? [value, met] : [met, excused, missing];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the frame scrolls, so the keyboard has to reach it
    <section className={styles.frame} aria-label="By activity" tabIndex={0}>
      <table className={styles.table}>
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
              <th scope="row">{part.name}</th>
              {columns.map(([name, text]) => (
                <td key={name} data-number>
                  {text(part)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {hasPoints(measure) && activities.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={columns.length}>
                Together
              </th>
              <td data-number>{toNumberText(total)}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}
