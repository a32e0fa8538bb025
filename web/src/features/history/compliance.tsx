import { useQuery } from "@tanstack/react-query";
import { PlayerLink } from "../../domain/player-link.tsx";
import { formatPercent } from "../../lib/format.ts";
import { DataTable } from "../../ui/table.tsx";
import { BarLegend, StackedBar } from "../../ui/charts/stacked-bar.tsx";
import { Button } from "../../ui/core/button.tsx";
import { summaryOf, type SumRow } from "./api.ts";
import { type HistoryContext, HistoryPart, NothingFound } from "./context.tsx";
import { complianceParts, countParts, metText, rangeText, worstFirst, formatRate, rateDecimals } from "./format.ts";
import { Panel } from "../../ui/card.tsx";
import { Text } from "../../ui/core/layout.tsx";
import styles from "./views.module.css";

/** Who did what was due, worst first. */
export function ComplianceView({ context }: { context: HistoryContext }) {
  const query = useQuery(summaryOf(context.clan.id, context.filter, "member"));
  return (
    <HistoryPart query={query}>
      {({ rows }) => {
        const due = worstFirst(rows.filter(({ sum }) => sum.due > 0));
        if (due.length === 0) return <NothingFound context={context} />;
        return (
          <Panel gap={4}>
            <BarLegend parts={complianceParts} />
            <ol aria-label="Players, worst first">
              {due.map((row) => (
                <PlayerBar key={row.key} context={context} row={row} />
              ))}
            </ol>
            <DataTable
              caption={`Compliance, ${rangeText(context.range)}`}
              head={["Player", ...complianceParts.map(({ name }) => name), "rate"]}
              rows={due.map(({ label, sum }) => [
                label,
                ...countParts(sum).map(({ count }) => String(count)),
                formatRate(sum.rate, rateDecimals(due.map((row) => row.sum))),
              ])}
            />
          </Panel>
        );
      }}
    </HistoryPart>
  );
}

function PlayerBar({ context, row: { key, label, sum } }: { context: HistoryContext; row: SumRow }) {
  return (
    <li className={styles.barRow}>
      <Text weight={600} wrap="cut">
        <PlayerLink memberId={key}>{label}</PlayerLink>
      </Text>
      <StackedBar label={label} parts={countParts(sum)} />
      <Button
        variant="plain"
        className={styles.rate}
        onClick={() => context.onExplain({ title: label, sum, change: { members: [key] } })}
      >
        <span>
          <span className="visually-hidden">{label}: </span>
          {formatPercent(sum.rate)}{" "}
          <Text as="small" dim size="xs" weight={400}>
            {metText(sum)}
          </Text>
        </span>
      </Button>
    </li>
  );
}
