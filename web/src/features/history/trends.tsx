import { useQuery } from "@tanstack/react-query";
import { DataTable } from "../../ui/charts/data-table.tsx";
import { LineChart } from "../../ui/charts/line-chart.tsx";
import { type Filter, summaryOf, type Summary } from "./api.ts";
import { HistoryPart, NothingFound } from "./history-states.tsx";
import { keyNames, shortPeriod } from "./format.ts";
import { chosenPeriod, type Look, seesAll } from "./context.tsx";
import { toMeasure } from "./measure.ts";
import { linesOf, linesMax, meanLine, topKeys } from "./trend-lines.ts";
import styles from "./views.module.css";

/** Lines of a few players or activities over time. */
export function TrendsView({ look }: { look: Look }) {
  return look.address.lines === "activity" ? <ActivityTrends look={look} /> : <PlayerTrends look={look} />;
}

function ActivityTrends({ look }: { look: Look }) {
  const query = useQuery(summaryOf(look.clan.id, look.filter, "activity", chosenPeriod(look)));
  return <HistoryPart query={query}>{(summary) => <Trends look={look} summary={summary} mean={null} />}</HistoryPart>;
}

/** Those who were chosen, or else those with the most points; and the mean of the whole clan, to hold them against. */
function PlayerTrends({ look }: { look: Look }) {
  const { clan, filter, address } = look;
  const isChosen = address.members.length > 0 && address.members.length <= linesMax;
  const ranks = useQuery({ ...summaryOf(clan.id, filter, "member"), enabled: !isChosen });
  const ids = isChosen ? address.members : ranks.data && topKeys(ranks.data.rows);
  const lines = useQuery({
    ...summaryOf(clan.id, { ...filter, member_id: ids?.join(",") ?? "" }, "member", chosenPeriod(look)),
    enabled: ids !== undefined && ids.length > 0,
  });
  const mean = useQuery({
    ...summaryOf(clan.id, withoutMembers(filter), chosenPeriod(look)),
    enabled: seesAll(look),
  });
  if (ids?.length === 0) return <NothingFound look={look} />;
  return (
    <HistoryPart query={ranks.isError ? { ...lines, ...pickError(ranks) } : lines}>
      {(summary) => <Trends look={look} summary={summary} mean={mean.data ?? null} />}
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
  look: Look;
  summary: Summary;
  /** Of the whole clan, a row for each period. */
  mean: Summary | null;
}

function Trends({ look, summary, mean }: TrendsProps) {
  const measure = toMeasure(look);
  const meanOfClan = mean && meanLine(mean, summary.columns, measure);
  const lines = [...linesOf(summary, measure), ...(meanOfClan ? [meanOfClan] : [])];
  const columns = summary.columns.map(({ label }) => label);
  if (summary.cells.length === 0) return <NothingFound look={look} />;
  const period = keyNames[chosenPeriod(look)].toLowerCase();
  return (
    <div className={styles.card}>
      <h2 className={styles.title}>
        {measure.name} by {period}
      </h2>
      <LineChart
        label={`${measure.name} by ${period}`}
        columns={columns.map(shortPeriod)}
        lines={lines}
        format={measure.format}
      />
      <p className={styles.note}>{noteOf(look, summary)}</p>
      <DataTable
        caption={`${measure.name} by ${period}`}
        head={[keyNames[chosenPeriod(look)], ...lines.map(({ name }) => name)]}
        rows={columns.map((label, place) => [
          label,
          ...lines.map(({ values }) => {
            const value = values[place] ?? null;
            return value === null ? "–" : measure.format(value);
          }),
        ])}
      />
    </div>
  );
}

function noteOf({ address }: Look, { rows }: Summary): string {
  const isActivity = address.lines === "activity";
  const chosen = isActivity ? address.activities.length : address.members.length;
  if (chosen > 0 && chosen <= linesMax) return "";
  const what = isActivity ? "activities" : "players";
  const many = isActivity ? rows.length > linesMax : true;
  return many ? `The ${what} with the most points. Choose up to ${linesMax} ${what} to compare others.` : "";
}
