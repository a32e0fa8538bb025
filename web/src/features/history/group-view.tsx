import type { HistoryKey } from "@clanhall/contract/entry-history";
import { useQuery } from "@tanstack/react-query";
import { formatAmount } from "../../domain/formats.ts";
import { formatNumber, formatPercent } from "../../lib/format.ts";
import { groupsOf, type SumRow } from "./api.ts";
import type { AddressChange } from "./address.ts";
import { periodRange } from "./history-range.ts";
import { HistoryPart, NothingFound } from "./history-states.tsx";
import { keyNames } from "./format.ts";
import { activityOf, type Look, onlyActivity } from "./context.tsx";
import styles from "./table.module.css";
import { Totals } from "./totals.tsx";

/** Sums by day, player or whatever else entries can be told apart by. */
export function GroupView({ look, groupBy }: { look: Look; groupBy: HistoryKey }) {
  const query = useQuery(groupsOf(look.clan.id, look.filter, groupBy));
  return (
    <HistoryPart query={query}>
      {({ groups, totals }) => {
        const rows = groups.filter(({ sum }) => sum.due > 0 || sum.entered > 0 || sum.excused > 0);
        if (rows.length === 0) return <NothingFound look={look} />;
        return (
          <div className={styles.card}>
            <GroupTable look={look} groupBy={groupBy} rows={rows} />
            <Totals look={look} totals={totals} />
          </div>
        );
      }}
    </HistoryPart>
  );
}

interface GroupTableProps {
  look: Look;
  groupBy: HistoryKey;
  rows: SumRow[];
}

function GroupTable({ look, groupBy, rows }: GroupTableProps) {
  const kindOf = (key: string) => (groupBy === "activity" ? activityOf(look, key) : onlyActivity(look));
  const name = keyNames[groupBy];
  const hasValues = rows.some(({ sum }) => sum.value !== null);
  const columns = [...(hasValues ? ["Value"] : []), "Points", "Due", "Met", "Rate"];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.frame} aria-label={`Sums by ${name.toLowerCase()}`} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{name}</th>
            {columns.map((column) => (
              <th key={column} scope="col" data-number>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, sum }) => (
            <tr key={key}>
              <th scope="row" className={styles.sticky}>
                {label}
              </th>
              {hasValues && <td data-number>{formatAmount(kindOf(key), sum.value)}</td>}
              <td data-number>
                <button
                  type="button"
                  className={styles.cell}
                  onClick={() => look.onExplain({ title: label, sum, change: changeOf(look, groupBy, key) })}
                >
                  <span className="unseen">Points of {label}: </span>
                  {formatNumber(sum.points)}
                </button>
              </td>
              <td data-number>{formatNumber(sum.due)}</td>
              <td data-number>{formatNumber(sum.met)}</td>
              <td data-number>{formatPercent(sum.rate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The filter that finds a group alone. None finds the Mondays of a range. */
function changeOf({ range }: Look, groupBy: HistoryKey, key: string): AddressChange | null {
  if (groupBy === "member") return { members: [key] };
  if (groupBy === "activity") return { activities: [key] };
  return groupBy === "weekday" ? null : { range: "custom", ...periodRange(groupBy, key, range) };
}
