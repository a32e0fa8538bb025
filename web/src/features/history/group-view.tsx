import type { HistoryKey } from "@clanhall/contract/entry-history";
import { useQuery } from "@tanstack/react-query";
import { formatAmount } from "../../domain/formats.ts";
import { formatFixed, formatNumber } from "../../lib/format.ts";
import { Button } from "../../ui/core/button.tsx";
import { IconBadge } from "../../ui/icon-badge.tsx";
import type { Column } from "../../ui/lists/data-list-state.ts";
import { DataList } from "../../ui/lists/data-list.tsx";
import { type AddressChange, periodRange } from "./address.ts";
import { groupsOf, type SumRow } from "./api.ts";
import { activityOf, type HistoryContext, HistoryPart, NothingFound, onlyActivity, Totals } from "./context.tsx";
import { keyNames, metText, formatRate } from "./format.ts";

/** Sums by day, player or whatever else entries can be told apart by. */
export function GroupView({ context, groupBy }: { context: HistoryContext; groupBy: HistoryKey }) {
  const query = useQuery(groupsOf(context.clan.id, context.filter, groupBy));
  return (
    <HistoryPart query={query}>
      {({ groups, totals }) => {
        const rows = groups.filter(({ sum }) => sum.due > 0 || sum.entered > 0 || sum.excused > 0);
        if (rows.length === 0) return <NothingFound context={context} />;
        return (
          <>
            <DataList
              label={`Sums by ${keyNames[groupBy].toLowerCase()}`}
              what="The sums"
              query={query}
              rows={rows}
              columns={columnsOf(context, groupBy, rows)}
              rowId={({ key }) => key}
              rowName={({ label }) => label}
            />
            <Totals context={context} totals={totals} />
          </>
        );
      }}
    </HistoryPart>
  );
}

function columnsOf(context: HistoryContext, groupBy: HistoryKey, rows: SumRow[]): Column<SumRow>[] {
  const kindOf = (key: string) => (groupBy === "activity" ? activityOf(context, key) : onlyActivity(context));
  const value: Column<SumRow> = {
    key: "value",
    label: "Value",
    align: "end",
    card: "fact",
    cell: ({ key, sum }) => formatAmount(kindOf(key), sum.value),
    isEmpty: ({ sum }) => sum.value === null,
  };
  return [
    {
      key: "group",
      label: keyNames[groupBy],
      card: "title",
      cell: ({ label }) => label,
      ...(groupBy === "activity" && { icon: ({ key, label }) => <ActivityMark activity={kindOf(key)} name={label} /> }),
    },
    ...(rows.some(({ sum }) => sum.value !== null) ? [value] : []),
    {
      key: "points",
      label: "Points",
      align: "end",
      card: "figure",
      number: ({ sum }) => sum.points,
      cell: ({ key, label, sum }, decimals = 2) => (
        <Button
          variant="plain"
          onClick={() => context.onExplain({ title: label, sum, change: changeOf(context, groupBy, key) })}
        >
          <span className="visually-hidden">Points of {label}: </span>
          {formatFixed(sum.points, decimals)}
        </Button>
      ),
    },
    { key: "due", label: "Due", align: "end", card: "none", cell: ({ sum }) => formatNumber(sum.due) },
    {
      key: "met",
      label: "Met",
      align: "end",
      card: "fact",
      cell: ({ sum }) => formatNumber(sum.met),
      phone: ({ sum }) => metText(sum),
    },
    {
      key: "rate",
      label: "Rate",
      align: "end",
      card: "fact",
      number: ({ sum }) => (sum.rate === null ? null : Math.round(sum.rate * 10) / 10),
      cell: ({ sum }, decimals = 1) => formatRate(sum.rate, decimals),
      isEmpty: ({ sum }) => sum.rate === null,
    },
  ];
}

function ActivityMark({ activity, name }: { activity: ReturnType<typeof activityOf>; name: string }) {
  return activity ? <IconBadge icon={activity.icon} color={activity.color} name={name} /> : null;
}

/** The filter that finds a group alone. None finds the Mondays of a range. */
function changeOf({ range }: HistoryContext, groupBy: HistoryKey, key: string): AddressChange | null {
  if (groupBy === "member") return { members: [key] };
  if (groupBy === "activity") return { activities: [key] };
  return groupBy === "weekday" ? null : { range: "custom", ...periodRange(groupBy, key, range) };
}
