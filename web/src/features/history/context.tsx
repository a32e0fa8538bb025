import type { Activity } from "@clanhall/contract/activities";
import type { ClanCard } from "@clanhall/contract/clans";
import type { HistorySum } from "@clanhall/contract/entry-history";
import { pages } from "@clanhall/contract/pages";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatAmount } from "../../domain/formats.ts";
import { mayInClan } from "../../domain/permissions.ts";
import { hasStatus } from "../../lib/api-errors.ts";
import { formatNumber, formatPercent, formatShort, plural } from "../../lib/format.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Button, ButtonLink } from "../../ui/core/button.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { MarkedName } from "../../ui/icon-badge.tsx";
import { EmptyState, NoMatches } from "../../ui/empty-state.tsx";
import {
  type AddressChange,
  type Calendar,
  countFilters,
  defaultPeriod,
  type HistoryAddress,
  noFilters,
  type Period,
  type Range,
  toSearch,
} from "./address.ts";
import { type Filter, toFilter } from "./api.ts";
import { metText, rangeText } from "./format.ts";
import { Row } from "../../ui/core/layout.tsx";
import { Inset } from "../../ui/card.tsx";
import styles from "./history.module.css";

/** What is shown of the history, as every view needs to know it. */
export interface HistoryContext {
  clan: ClanCard;
  calendar: Calendar;
  activities: Activity[];
  address: HistoryAddress;
  range: Range;
  /** The address as the calls take it. */
  filter: Filter;
  /** Goes to another address, from which one can come back. */
  onShow: (change: AddressChange) => void;
  onExplain: (explained: Explained) => void;
}

/** A sum somebody wants to understand. */
export interface Explained {
  title: string;
  sum: HistorySum;
  /** What finds exactly its cells; null where no filter can. */
  change: AddressChange | null;
}

export function activityOf({ activities }: HistoryContext, id: string): Activity | undefined {
  return activities.find((activity) => activity.id === id);
}

/** Behind its mark; one that is no longer there has none. */
export function ActivityName({ context, id, name }: { context: HistoryContext; id: string; name: string }) {
  const activity = activityOf(context, id);
  return activity ? <MarkedName icon={activity.icon} color={activity.color} name={name} /> : name;
}

/** The activity that everything in sight is of, if it is one. */
export function onlyActivity({ activities, address }: HistoryContext): Activity | undefined {
  const [id] = address.activities;
  if (address.activities.length === 1) return activities.find((activity) => activity.id === id);
  return address.activities.length === 0 && activities.length === 1 ? activities[0] : undefined;
}

/** Whether everything in sight is of one player. */
export function isOnePlayer(context: HistoryContext): boolean {
  return context.address.members.length === 1 || !seesAll(context);
}

export function chosenPeriod({ address: { groupBy }, range }: HistoryContext): Period {
  return groupBy === "day" || groupBy === "week" || groupBy === "month" ? groupBy : defaultPeriod(range);
}

/** The calendar is of one player, who is chosen there: who else is chosen does not matter. */
export function calendarFilter({ address, clan, range }: HistoryContext): Filter {
  const members = [address.player ?? clan.member_id];
  return toFilter({ ...address, members, groups: [], withFormer: true }, range);
}

function isFiltered({ address }: HistoryContext): boolean {
  return countFilters(address) > 0;
}

export function seesAll({ clan }: HistoryContext): boolean {
  return mayInClan(clan, "values.view");
}

/** Managers write every cell, members those of their own that are theirs to enter. */
export function mayWrite(
  context: HistoryContext,
  { member_id, activity_id }: { member_id: string; activity_id: string },
): boolean {
  const { clan } = context;
  if (mayInClan(clan, "clan.manage")) return true;
  const isOwn = member_id === clan.member_id && activityOf(context, activity_id)?.entry_by === "members";
  return isOwn && mayInClan(clan, "entry.write");
}

/** What of a sum is shown where there is room for one number. */
export interface Measure {
  name: string;
  isPoints: boolean;
  /** What the numbers are, in a sentence. */
  note: string;
  read: (sum: HistorySum) => number | null;
  /** For each of the players that a sum is of; null where values cannot be shared out. */
  mean: (sum: HistorySum, players: number) => number | null;
  format: (value: number) => string;
  show: (sum: HistorySum) => string;
}

/** Points; or values, which several activities do not have in common: then how much of what was due was met. */
export function toMeasure(context: HistoryContext): Measure {
  if (context.address.shows === "points") return points;
  const activity = onlyActivity(context);
  if (!activity) return rate;
  const isShared = activity.aggregate === "sum" || activity.aggregate === "days_done";
  const format = (value: number) =>
    activity.value_type === "duration" ? formatAmount(activity, value) : formatShort(value);
  return {
    name: activity.name,
    isPoints: false,
    note: `The numbers are values of ${activity.name}${activity.unit && `, in ${activity.unit}`}.`,
    read: ({ value }) => value,
    mean: ({ value }, players) => (isShared && value !== null ? value / Math.max(1, players) : null),
    format,
    show: ({ value, excused }) => (value === null ? (excused > 0 ? "exc." : "–") : format(value)),
  };
}

const points: Measure = {
  name: "Points",
  isPoints: true,
  note: "The numbers are points.",
  read: (sum) => sum.points,
  mean: (sum, players) => sum.points / Math.max(1, players),
  format: formatNumber,
  show: (sum) => formatShort(sum.points),
};

const rate: Measure = {
  name: "Met, in %",
  isPoints: false,
  note: "The numbers are met of due values, as several activities have no value in common. Choose one to see its values.",
  read: (sum) => sum.rate,
  mean: (sum) => sum.rate,
  format: formatPercent,
  show: ({ met, due, excused }) => (due - excused > 0 ? `${formatNumber(met)}/${formatNumber(due - excused)}` : "–"),
};

/** What all that the filter finds comes to, however much of it is in sight. */
export function Totals({ context, totals }: { context: HistoryContext; totals: HistorySum }) {
  const { entered, excused, missing, value } = totals;
  const only = onlyActivity(context);
  const parts = [
    ...(only && value !== null ? [formatAmount(only, value)] : []),
    plural(totals.points, "point"),
    ...(totals.due > 0 ? [`${formatPercent(totals.rate)} (${metText(totals)})`] : []),
    ...(missing > 0 ? [`${plural(missing, "value")} missing`] : []),
  ];
  return (
    <Inset as="div" className={styles.totals}>
      <Row tight gap={5}>
        <p>
          <strong>Totals of {plural(entered + excused, "value")}:</strong> {parts.join(" · ")}
        </p>
        <Button
          variant="plain"
          onClick={() => context.onExplain({ title: `Totals of ${rangeText(context.range)}`, sum: totals, change: {} })}
        >
          How this is calculated
        </Button>
      </Row>
    </Inset>
  );
}

interface HistoryPartProps<Data> {
  query: Pick<UseQueryResult<Data>, "data" | "error" | "isError" | "isFetching" | "refetch">;
  children: (data: Data) => ReactNode;
}

/** A view that comes from the server. A refusal is said as the server puts it; whatever else went wrong can be tried again. */
export function HistoryPart<Data>({ query, children }: HistoryPartProps<Data>) {
  if (query.data === undefined && hasStatus(query.error, 400, 403, 404)) return <ErrorMessage error={query.error} />;
  return (
    <AsyncSection query={query} what="The history" lines={8}>
      {children}
    </AsyncSection>
  );
}

export function NothingFound({ context }: { context: HistoryContext }) {
  const { clan, range, onShow } = context;
  if (isFiltered(context)) {
    return (
      <NoMatches sentence={`No values in ${rangeText(range)} match these filters.`} onClear={() => onShow(noFilters)} />
    );
  }
  return (
    <EmptyState
      title="No values yet"
      actions={
        <ButtonLink to={pages.dailyActivity.path} search={{ clan: clan.id }}>
          Enter today
        </ButtonLink>
      }
    >
      What your players did in the last 30 days will be here once it is entered.
    </EmptyState>
  );
}

interface AddressLinkProps {
  address: HistoryAddress;
  change: AddressChange;
  className?: string | undefined;
  isButton?: boolean;
  level?: number | null | undefined;
  onClick?: () => void;
  children: ReactNode;
}

/** Leads to another part of the same clan's history. */
export function AddressLink({ address, change, className, level, isButton, onClick, children }: AddressLinkProps) {
  const Element = isButton ? ButtonLink : Link;
  return (
    <Element
      to="."
      search={(before: Record<string, unknown>) => ({ ...before, ...toSearch({ ...address, ...change }) })}
      className={className}
      // None of them is the current one: only the tabs have that.
      activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
      activeProps={{}}
      preload={false}
      resetScroll={false}
      data-level={level ?? undefined}
      onClick={onClick}
    >
      {children}
    </Element>
  );
}
