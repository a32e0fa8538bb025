import { type DayRule, toClanDate } from "@clanhall/contract/clan-day";
import type { ClanCard } from "@clanhall/contract/clans";
import type { Member } from "@clanhall/contract/members";
import { plural, toDateInput } from "../../lib/format.ts";
import { membersQuery, type Roster as RosterAnswer } from "../../domain/members.ts";
import { useMediaQuery } from "../../lib/media.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { Problem } from "../../ui/feedback.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { toViewer, type Viewer } from "./member-rights.ts";
import { RosterCards } from "./roster-cards.tsx";
import { possibleColumns, readHiddenColumns, storeHiddenColumns } from "./roster-columns.tsx";
import { type OpenDialog, RosterDialogs } from "./roster-dialogs.tsx";
import type { RosterFilters } from "./roster-filters.ts";
import { FewPlayers, NoPlayerMatches, RosterLoading } from "./roster-states.tsx";
import { RosterTable } from "./roster-table.tsx";
import { RosterTools } from "./roster-tools.tsx";
import styles from "./roster.module.css";
import { RowMenu } from "./row-menu.tsx";
import { useRosterActions } from "./use-roster-actions.ts";
import { useSelection } from "./use-selection.ts";

export interface RosterProps {
  clan: ClanCard;
  /** When the clan's days begin; until that is known dates are those of the device. */
  rules: DayRule[] | undefined;
  filters: RosterFilters;
  onFilter: (filters: RosterFilters) => void;
  onInvite: (memberId: string) => void;
}

/** Everybody in a clan, and all that can be done to them. */
export function Roster(props: RosterProps) {
  const { clan, filters } = props;
  const roster = useQuery({ ...membersQuery(clan.id, filters), placeholderData: keepPreviousData });
  const viewer = useMemo(() => toViewer(clan), [clan]);
  if (roster.data === undefined) return <RosterLoading query={roster} />;
  return <LoadedRoster {...props} roster={roster.data} viewer={viewer} isOld={roster.isPlaceholderData} />;
}

interface LoadedRosterProps extends RosterProps {
  roster: RosterAnswer;
  viewer: Viewer;
  /** The rows are still those of the filters before. */
  isOld: boolean;
}

function LoadedRoster({ clan, rules, filters, onFilter, onInvite, roster, viewer, isOld }: LoadedRosterProps) {
  const { members, counts } = roster;
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [hidden, setHidden] = useState(readHiddenColumns);
  const actions = useRosterActions(clan.id);
  const selection = useSelection(members);
  const possible = useMemo(() => possibleColumns(viewer.canManage), [viewer]);
  const columns = useMemo(() => possible.filter(({ key }) => !hidden.includes(key)), [possible, hidden]);
  const toDay = useToDay(rules);
  const menuOf = useRowMenu({ viewer, onOpen: setDialog, onInvite, actNow: actions.actNow });
  const groups = useMemo(() => groupsOf(roster), [roster]);
  const hideColumns = (keys: string[]) => {
    setHidden(keys);
    storeHiddenColumns(keys);
  };
  const list = { rows: members, columns, selection: viewer.canManage ? selection : null, toDay, menuOf };
  return (
    <div className={styles.roster}>
      <RosterTools
        clan={clan}
        viewer={viewer}
        filters={filters}
        columns={{ possible, hidden, onChange: hideColumns }}
        onOpen={setDialog}
      />
      <FilterBar filters={filters} counts={counts} groups={groups} canManage={viewer.canManage} onFilter={onFilter} />
      <Problem error={actions.problem} />
      <p role="status" className={styles.count}>
        {countLine(roster)}
      </p>
      {selection.isSome && (
        <BulkBar
          selected={selection.selected}
          viewer={viewer}
          onAct={(action, rows) => setDialog({ kind: "act", action, rows })}
          onMerge={(rows) => setDialog({ kind: "merge", rows })}
          onClear={selection.clear}
        />
      )}
      <div aria-busy={isOld} className={styles.body}>
        {members.length === 0 ? <NoPlayerMatches onClear={() => onFilter({})} /> : <RosterList {...list} />}
        {totalOf(counts) <= 1 && viewer.canManage && <FewPlayers onOpen={setDialog} />}
      </div>
      {dialog && (
        <RosterDialogs
          dialog={dialog}
          clanId={clan.id}
          viewer={viewer}
          groups={groups}
          toDay={toDay}
          actions={actions}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}

function RosterList(list: Parameters<typeof RosterTable>[0]) {
  const isNarrow = useMediaQuery("(max-width: 47.99em)");
  return isNarrow ? <RosterCards {...list} /> : <RosterTable {...list} />;
}

function useToDay(rules: DayRule[] | undefined) {
  return useCallback(
    (instant: string) => (rules ? toClanDate(rules, new Date(instant)) : toDateInput(instant)),
    [rules],
  );
}

interface RowMenuInput {
  viewer: Viewer;
  onOpen: (dialog: OpenDialog) => void;
  onInvite: (memberId: string) => void;
  actNow: ReturnType<typeof useRosterActions>["actNow"];
}

/** The same function while nothing of it changes, so that rows need not be drawn again. */
function useRowMenu({ viewer, onOpen, onInvite, actNow }: RowMenuInput) {
  return useCallback(
    (row: Member) => (
      <RowMenu
        row={row}
        viewer={viewer}
        handlers={{
          onEdit: () => onOpen({ kind: "edit", row }),
          onTimeline: () => onOpen({ kind: "timeline", row }),
          onUnlink: () => onOpen({ kind: "unlink", row }),
          onMerge: () => onOpen({ kind: "merge", rows: [row] }),
          onInvite: () => onInvite(row.id),
          // What can be taken back is done at once; what cannot is asked for.
          onAct: (action) =>
            action === "mark-removed" ? onOpen({ kind: "act", action, rows: [row] }) : actNow(action, row),
        }}
      />
    ),
    [viewer, onOpen, onInvite, actNow],
  );
}

/** Every group that somebody is in, by name. */
function groupsOf({ members, counts }: RosterAnswer): string[] {
  const counted = Object.keys(counts).flatMap((key) => (key.startsWith("group:") ? [key.slice("group:".length)] : []));
  const shown = members.flatMap(({ groups }) => groups);
  return [...new Set([...counted, ...shown])].toSorted((a, b) => a.localeCompare(b, "en"));
}

/** How many rows the whole roster has. */
function totalOf(counts: Record<string, number>): number {
  const { "status:active": active = 0, "status:inactive": inactive = 0, "status:removed": removed = 0 } = counts;
  return active + inactive + removed;
}

function countLine({ members, counts }: RosterAnswer): string {
  const total = Math.max(totalOf(counts), members.length);
  return members.length === total ? plural(total, "player") : `${members.length} of ${plural(total, "player")}`;
}
