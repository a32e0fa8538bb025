import type { HistoryKey, HistoryRow } from "@clanhall/contract/entry-history";
import { PlayerLink } from "../../domain/player-link.tsx";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { formatClanDate, formatFixed, formatNumber, plural } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/core/button.tsx";
import type { Column } from "../../ui/lists/data-list-state.ts";
import { DataList } from "../../ui/lists/data-list.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { type AddressChange, periodRange, toCell } from "./address.ts";
import { entriesOf, groupsOf, type SumRow } from "./api.ts";
import {
  ActivityName,
  activityOf,
  type HistoryContext,
  HistoryPart,
  isOnePlayer,
  NothingFound,
  onlyActivity,
  Totals,
} from "./context.tsx";
import { contentText, formatRate, keyNames, metText, sourceNames } from "./format.ts";
import { formatAmount } from "../../domain/formats.ts";
import { IconBadge } from "../../ui/icon-badge.tsx";

/** Entries, the latest day first, with the totals of all that the filter finds. */
export function TableView({ context }: { context: HistoryContext }) {
  const query = useInfiniteQuery(entriesOf(context.clan.id, context.filter));
  return (
    <HistoryPart query={query}>
      {({ pages }) => {
        const rows = pages.flatMap(({ items }) => items);
        const totals = pages.at(-1)?.totals;
        if (rows.length === 0 || !totals) return <NothingFound context={context} />;
        return (
          <>
            <DataList
              label="Values"
              what="The values"
              query={query}
              rows={rows}
              columns={columnsOf(context)}
              rowId={toCell}
              rowName={nameOf}
              pages={query}
            />
            <Totals context={context} totals={totals} />
          </>
        );
      }}
    </HistoryPart>
  );
}

function nameOf(row: HistoryRow): string {
  return `${row.member_name}, ${row.activity_name}, ${formatClanDate(row.day)}`;
}

/** What tells the rows apart is their title: the player, or the activity where all of them are of one player. */
function nameColumns(context: HistoryContext): Column<HistoryRow>[] {
  const isOne = isOnePlayer(context);
  return [
    {
      key: "member",
      label: "Player",
      card: isOne ? "none" : "title",
      cell: (row) => <PlayerLink memberId={row.member_id}>{row.member_name}</PlayerLink>,
      phone: ({ activity_name }) => activity_name,
    },
    isOne
      ? {
          key: "activity",
          label: "Activity",
          card: "title",
          icon: ({ activity_id, activity_name }) => (
            <ActivityMark activity={activityOf(context, activity_id)} name={activity_name} />
          ),
          cell: ({ activity_name }) => activity_name,
        }
      : {
          key: "activity",
          label: "Activity",
          card: "none",
          cell: (row) => <ActivityName context={context} id={row.activity_id} name={row.activity_name} />,
        },
  ];
}

function columnsOf(context: HistoryContext): Column<HistoryRow>[] {
  return [
    { key: "day", label: "Day", card: "fact", cell: ({ day }) => formatClanDate(day) },
    ...nameColumns(context),
    {
      key: "value",
      label: "Value",
      align: "end",
      card: "control",
      cell: (row) => <CellButton context={context} row={row} />,
    },
    {
      key: "points",
      label: "Points",
      align: "end",
      card: "fact",
      number: ({ points }) => points,
      cell: ({ points }, decimals = 2) => formatFixed(points, decimals),
      phone: ({ points }) => plural(points, "point"),
    },
    { key: "state", label: "State", card: "badge", cell: (row) => <Flags row={row} /> },
    {
      key: "by",
      label: "Entered by",
      card: "fact",
      cell: (row) => row.entered_by_name ?? "–",
      isEmpty: (row) => row.entered_by_name === null,
    },
    {
      key: "at",
      label: "When",
      card: "fact",
      cell: (row) => (row.entered_at ? <RelativeTime iso={row.entered_at} /> : "–"),
      isEmpty: (row) => row.entered_at === null,
    },
    {
      key: "source",
      label: "Source",
      card: "fact",
      cell: ({ source }) => (source ? sourceNames[source] : "–"),
      phone: ({ source }) => source && sourceNames[source].toLowerCase(),
      isEmpty: ({ source }) => source === null,
    },
  ];
}

/** What stands in the cell; leads to everything about it. */
function CellButton({ context, row }: { context: HistoryContext; row: HistoryRow }) {
  return (
    <Button variant="plain" onClick={() => context.onShow({ cell: toCell(row) })}>
      <span className="visually-hidden">{nameOf(row)}: </span>
      {contentText(activityOf(context, row.activity_id), row)}
    </Button>
  );
}

const tones = { met: "success", partly: "warning", missed: "danger", missing: "danger" } as const;

/** Said in words, with a colour beside them. */
function Flags({ row: { state, outcome, late, edited } }: { row: HistoryRow }) {
  const name = state === "value" ? outcome : state;
  const tone = Object.entries(tones).find(([key]) => key === name)?.[1];
  return (
    <>
      {name && <Badge tone={tone ?? "neutral"}>{name}</Badge>} {late && <Badge>late</Badge>}{" "}
      {edited && <Badge>edited</Badge>}
    </>
  );
}

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
              columns={groupColumns(context, groupBy, rows)}
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

function groupColumns(context: HistoryContext, groupBy: HistoryKey, rows: SumRow[]): Column<SumRow>[] {
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
