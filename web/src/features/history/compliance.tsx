import { useQuery } from "@tanstack/react-query";
import { formatPercent } from "../../lib/format.ts";
import { DataTable } from "../../ui/charts/data-table.tsx";
import { BarLegend, StackedBar } from "../../ui/charts/stacked-bar.tsx";
import { complianceParts, countParts, worstFirst } from "./compliance.ts";
import { summaryOf, type SumRow } from "./api.ts";
import { HistoryPart, NothingFound } from "./history-states.tsx";
import { metText, rangeText } from "./format.ts";
import type { Look } from "./context.tsx";
import styles from "./views.module.css";

/** Who did what was due, worst first. */
export function ComplianceView({ look }: { look: Look }) {
  const query = useQuery(summaryOf(look.clan.id, look.filter, "member"));
  return (
    <HistoryPart query={query}>
      {({ rows }) => {
        const due = worstFirst(rows.filter(({ sum }) => sum.due > 0));
        if (due.length === 0) return <NothingFound look={look} />;
        return (
          <div className={styles.card}>
            <BarLegend parts={complianceParts} />
            <ol className={styles.bars} aria-label="Players, worst first">
              {due.map((row) => (
                <PlayerBar key={row.key} look={look} row={row} />
              ))}
            </ol>
            <DataTable
              caption={`Compliance, ${rangeText(look.range)}`}
              head={["Player", ...complianceParts.map(({ name }) => name), "rate"]}
              rows={due.map(({ label, sum }) => [
                label,
                ...countParts(sum).map(({ count }) => String(count)),
                formatPercent(sum.rate),
              ])}
            />
          </div>
        );
      }}
    </HistoryPart>
  );
}

function PlayerBar({ look, row: { key, label, sum } }: { look: Look; row: SumRow }) {
  return (
    <li className={styles.barRow}>
      <span className={styles.player}>{label}</span>
      <StackedBar label={label} parts={countParts(sum)} />
      <button
        type="button"
        className={styles.rate}
        onClick={() => look.onExplain({ title: label, sum, change: { members: [key] } })}
      >
        <span className="unseen">{label}: </span>
        <b>{formatPercent(sum.rate)}</b> <small>{metText(sum)}</small>
      </button>
    </li>
  );
}
