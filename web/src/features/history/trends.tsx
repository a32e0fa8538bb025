import type { Activity } from "@clanhall/contract/activities";
import type { HistorySum } from "@clanhall/contract/entry-history";
import { isScheduled } from "@clanhall/contract/rules/cells";
import { daysOf, startOfWeek } from "@clanhall/contract/rules/clan-day";
import { addUp, pointsOf, ruleOn } from "@clanhall/contract/rules/scoring";
import { useQuery } from "@tanstack/react-query";
import { useIsPhone } from "../../lib/media.ts";
import { DataTable } from "../../ui/table.tsx";
import { type ChartLine, LineChart } from "../../ui/charts/line-chart.tsx";
import { type Filter, type Summary, summaryOf, type SumRow } from "./api.ts";
import {
  chosenPeriod,
  type HistoryContext,
  HistoryPart,
  type Measure,
  NothingFound,
  onlyActivity,
  seesAll,
  toMeasure,
} from "./context.tsx";
import type { Period } from "./address.ts";
import { keyNames, shortPeriod } from "./format.ts";
import { Panel } from "../../ui/card.tsx";
import { Text } from "../../ui/core/layout.tsx";
import styles from "./views.module.css";

/** Lines of a few players or activities over time. */
export function TrendsView({ context }: { context: HistoryContext }) {
  return context.address.lines === "activity" ? (
    <ActivityTrends context={context} />
  ) : (
    <PlayerTrends context={context} />
  );
}

function ActivityTrends({ context }: { context: HistoryContext }) {
  const query = useQuery(summaryOf(context.clan.id, context.filter, "activity", chosenPeriod(context)));
  return (
    <HistoryPart query={query}>{(summary) => <Trends context={context} summary={summary} mean={null} />}</HistoryPart>
  );
}

/** Those who were chosen, or else the reader and those with the most points; and the clan's mean, to hold them against. */
function PlayerTrends({ context }: { context: HistoryContext }) {
  const { clan, filter, address } = context;
  const isPhone = useIsPhone();
  const isChosen = address.members.length > 0 && address.members.length <= linesMax;
  const ranks = useQuery({ ...summaryOf(clan.id, filter, "member"), enabled: !isChosen });
  const ids = isChosen
    ? address.members
    : ranks.data && topKeys(ranks.data.rows, isPhone ? 1 : linesMax, clan.member_id);
  const lines = useQuery({
    ...summaryOf(clan.id, { ...filter, member_id: ids?.join(",") ?? "" }, "member", chosenPeriod(context)),
    enabled: ids !== undefined && ids.length > 0,
  });
  const mean = useQuery({
    ...summaryOf(clan.id, withoutMembers(filter), chosenPeriod(context)),
    enabled: seesAll(context),
  });
  if (ids?.length === 0) return <NothingFound context={context} />;
  return (
    <HistoryPart query={ranks.isError ? { ...lines, ...pickError(ranks) } : lines}>
      {(summary) => <Trends context={context} summary={summary} mean={mean.data ?? null} />}
    </HistoryPart>
  );
}

function pickError({ error, isError, isFetching }: ReturnType<typeof useQuery<Summary>>) {
  return { error, isError, isFetching };
}

function withoutMembers({ member_id: _chosen, ...filter }: Filter): Filter {
  return filter;
}

interface TrendsProps {
  context: HistoryContext;
  summary: Summary;
  /** Of the whole clan, a row for each period. */
  mean: Summary | null;
}

function Trends({ context, summary, mean }: TrendsProps) {
  const measure = toMeasure(context);
  const isPhone = useIsPhone();
  const meanOfClan = mean && meanLine(mean, summary.columns, measure);
  const target = targetLine(context, summary.columns);
  const lines = [...linesOf(summary, measure), ...(meanOfClan ? [meanOfClan] : []), ...(target ? [target] : [])];
  const columns = summary.columns.map(({ label }) => label);
  if (summary.cells.length === 0) return <NothingFound context={context} />;
  const period = keyNames[chosenPeriod(context)].toLowerCase();
  return (
    <Panel gap={4}>
      <h2>
        {measure.name} by {period}
      </h2>
      <LineChart
        label={`${measure.name} by ${period}`}
        columns={columns.map(shortPeriod)}
        lines={lines}
        format={measure.format}
      />
      <Text as="p" dim size="sm" className={styles.note}>
        {noteOf(context, summary, isPhone)}
      </Text>
      <DataTable
        caption={`${measure.name} by ${period}`}
        head={[keyNames[chosenPeriod(context)], ...lines.map(({ name }) => name)]}
        rows={columns.map((label, index) => [
          label,
          ...lines.map(({ values }) => {
            const value = values[index] ?? null;
            return value === null ? "–" : measure.format(value);
          }),
        ])}
      />
    </Panel>
  );
}

function noteOf({ address }: HistoryContext, { rows }: Summary, isPhone: boolean): string {
  const isActivity = address.lines === "activity";
  const chosen = isActivity ? address.activities.length : address.members.length;
  if (chosen > 0 && chosen <= linesMax) return "";
  const what = isActivity ? "activities" : "players";
  const many = isActivity ? rows.length > linesMax : true;
  const players = isPhone ? "" : "You, and those with the most points. ";
  const shown = isActivity ? `The ${what} with the most points. ` : players;
  return many ? `${shown}Choose up to ${linesMax} ${what} to compare others.` : "";
}

/** Oneself and three others; more lines cannot be told apart. */
const linesMax = 4;

/** The first of them, if it is there, then those with the most points. */
function topKeys(rows: SumRow[], count = linesMax, first?: string): string[] {
  const active = rows.filter(({ sum }) => sum.due > 0 || sum.entered > 0);
  return active
    .toSorted((a, b) => Number(b.key === first) - Number(a.key === first) || b.sum.points - a.sum.points)
    .slice(0, count)
    .map(({ key }) => key);
}

/** A line for each of the rows, or for those with the most points where they are too many. */
function linesOf({ rows, columns, cells }: Summary, measure: Measure): ChartLine[] {
  const shown = rows.length > linesMax ? topKeys(rows) : rows.map(({ key }) => key);
  const sums = new Map<string, HistorySum>(cells.map((cell) => [`${cell.row} ${cell.column}`, cell]));
  return rows.flatMap(({ key, label }, row) => {
    if (!shown.includes(key)) return [];
    const values = columns.map((_, column) => {
      const sum = sums.get(`${row} ${column}`);
      return sum ? measure.read(sum) : null;
    });
    return [{ key, name: label, values }];
  });
}

/** What each player came to on average; null where the values cannot be shared out. */
function meanLine({ rows, members }: Summary, columns: SumRow[], measure: Measure): ChartLine | null {
  const sums = new Map(rows.map(({ key, sum }) => [key, sum]));
  const values = columns.map(({ key }) => {
    const sum = sums.get(key);
    return sum && (sum.due > 0 || sum.entered > 0) ? measure.mean(sum, members) : null;
  });
  return values.some((value) => value !== null) ? { key: "mean", name: "Clan mean", values, guide: "mean" } : null;
}

/** What a player who meets every target comes to. */
function targetLine(context: HistoryContext, columns: SumRow[]): ChartLine | null {
  const { address, activities, range, calendar } = context;
  // A line for each activity has no target in common.
  if (address.lines === "activity") return null;
  const line = { key: "target", name: "Target", guide: "target" } as const;
  // Of what is due, all of it.
  if (address.shows !== "points" && !onlyActivity(context)) return { ...line, values: columns.map(() => 100) };
  const counted = activities.filter(({ id }) => address.activities.length === 0 || address.activities.includes(id));
  const last = range.to < calendar.today ? range.to : calendar.today;
  const days = new Map<string, string[]>(columns.map(({ key }) => [key, []]));
  for (const day of daysOf({ from: range.from, to: last })) {
    days.get(columnOf(day, chosenPeriod(context), calendar.weekStart))?.push(day);
  }
  const values = columns.map(({ key }) => sumTargets(counted, days.get(key) ?? [], address.shows === "points"));
  return values.some((value) => value !== null) ? { ...line, values } : null;
}

function columnOf(day: string, period: Period, weekStart: number): string {
  if (period === "day") return day;
  return period === "week" ? startOfWeek(day, weekStart) : day.slice(0, 7);
}

/** Null where none of them has a target on these days. */
function sumTargets(activities: Activity[], days: string[], isPoints: boolean): number | null {
  const targets = activities.flatMap((activity) =>
    days.flatMap((day) => {
      const rule = ruleOn(activity.rules, day);
      if (rule.daily_target === null || !isScheduled({ ...activity, pauses: [] }, day)) return [];
      if (isPoints) return [pointsOf(activity.aggregate, rule, rule.daily_target)];
      return [activity.aggregate === "days_done" ? 1 : rule.daily_target];
    }),
  );
  if (targets.length === 0) return null;
  const isShared = isPoints || activities.every(({ aggregate }) => aggregate === "sum" || aggregate === "days_done");
  return isShared ? addUp(targets) : Math.max(...targets);
}
