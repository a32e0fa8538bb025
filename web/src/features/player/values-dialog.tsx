import type { HistoryRow, HistorySum } from "@clanhall/contract/entry-history";
import { pages } from "@clanhall/contract/pages";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { activitiesQuery } from "../../domain/activities.ts";
import { formatPoints, formatValue } from "../../domain/formats.ts";
import { formatClanDate, formatNumber, formatPercent, plural } from "../../lib/format.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/core/button.tsx";
import { Muted, Text } from "../../ui/core/layout.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Pager } from "../../ui/pager.tsx";
import { type ValuesFilter, valuesQuery } from "./api.ts";
import styles from "./player.module.css";

/** The days, and maybe the activity, that a number was made of. */
export interface Explained extends ValuesFilter {
  title: string;
  /** What the number is, before the values it is made of. */
  note?: string;
}

export type CellKey = Pick<HistoryRow, "day" | "member_id" | "activity_id">;

interface ValuesDialogProps {
  clanId: string;
  memberId: string;
  explained: Explained;
  /** Opens one value: how its points come about, or why it was due. */
  onOpen: (cell: CellKey) => void;
  onClose: () => void;
}

/** Every value behind a number, missing ones included. */
export function ValuesDialog({ clanId, memberId, explained, onOpen, onClose }: ValuesDialogProps) {
  const { from, to, activityId, title, note } = explained;
  const query = useInfiniteQuery(valuesQuery(clanId, memberId, explained));
  const { data: activities = [] } = useQuery(activitiesQuery(clanId));
  const kinds = new Map(activities.map((activity) => [activity.id, activity]));
  const range = { clan: clanId, from, to, member: memberId, state: "value,excused,missing", former: true };
  return (
    <Dialog title={title} onClose={onClose} size="lg">
      <AsyncSection query={query} what="The values" lines={6}>
        {({ pages: [first, ...more] }) => {
          const rows = [first, ...more].flatMap((page) => page?.items ?? []);
          return (
            <>
              {note && <p>{note}</p>}
              {first && <p>{sumText(first.totals)}</p>}
              {rows.length === 0 ? (
                <Muted as="p">Nothing was due and nothing was entered.</Muted>
              ) : (
                <ul className={styles.values}>
                  {rows.map((row, index) => (
                    <li key={`${row.day} ${row.activity_id}`}>
                      {rows[index - 1]?.day !== row.day && <h3>{formatClanDate(row.day)}</h3>}
                      <button type="button" onClick={() => onOpen(row)} data-state={row.state}>
                        <span>{row.activity_name}</span>
                        <Outcome row={row} />
                        <strong>{valueText(row, kinds.get(row.activity_id))}</strong>
                        <Text dim size="sm" className={styles.number}>
                          {formatPoints(row.points)}
                        </Text>
                      </button>
                    </li>
                  ))}
                </ul>
              )}
              <Pager query={query} />
              <DialogActions>
                <ButtonLink
                  to={pages.activityHistory.path}
                  search={{ ...range, ...(activityId && { activity: activityId }) }}
                >
                  Show in the history
                </ButtonLink>
              </DialogActions>
            </>
          );
        }}
      </AsyncSection>
    </Dialog>
  );
}

function valueText(row: HistoryRow, kind: Parameters<typeof formatValue>[0]): string {
  return row.state === "value" ? formatValue(kind, row.value) : row.state;
}

function Outcome({ row: { outcome } }: { row: HistoryRow }) {
  if (outcome === null) return null;
  return <Badge tone={outcome === "met" ? "success" : "neutral"}>{outcome === "met" ? "met" : "not met"}</Badge>;
}

/** "61.5 points from 9 values. 3 met of 24 due − 2 excused = 13.6%". */
function sumText({ points, entered, due, met, excused, missing, rate }: HistorySum): string {
  const made = `${formatPoints(points)} from ${plural(entered, "value")}${missing ? `, ${formatNumber(missing)} missing` : ""}.`;
  if (rate === null) return made;
  const counted = excused ? `${formatNumber(due)} due − ${formatNumber(excused)} excused` : `${formatNumber(due)} due`;
  return `${made} ${formatNumber(met)} met of ${counted} = ${formatPercent(rate)}.`;
}
