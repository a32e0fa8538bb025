import { type DayRule, toClanDate } from "@clanhall/contract/rules/clan-day";
import type { ClanCard } from "@clanhall/contract/clans";
import type { Member } from "@clanhall/contract/members";
import { pages } from "@clanhall/contract/pages";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { toPlayerPage } from "../../domain/clan-screens.ts";
import { membersQuery, type Roster as RosterAnswer } from "../../domain/members.ts";
import { plural, toDateInput } from "../../lib/format.ts";
import { useIsPhone } from "../../lib/media.ts";
import { Button } from "../../ui/core/button.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { type ColumnChoice, useSelection, useVisibleColumns } from "../../ui/lists/data-list-state.ts";
import { ColumnPicker, DataList } from "../../ui/lists/data-list.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FilterBar } from "../../ui/lists/filter-bar.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { AddButton, ListSection, ListTools } from "../../ui/list.tsx";
import { Menu, type MenuItem } from "../../ui/menu.tsx";
import { type Filters, useSearchFilters, useSearchParams } from "../../ui/lists/search-filters.ts";
import {
  BulkBar,
  lockedReason,
  type RosterActions,
  type RosterDecision,
  rosterItems,
  toViewer,
  useRosterActions,
  type Viewer,
} from "./actions.tsx";
import { memberColumns } from "./columns.tsx";
import { type OpenDialog, RosterDialogs } from "./dialogs.tsx";
import { exportRoster, memberFilters, toRosterFilters } from "./api.ts";
import styles from "./members.module.css";

interface RosterProps {
  clan: ClanCard;
  /** When the clan's days begin; until that is known dates are those of the device. */
  rules: DayRule[] | undefined;
  onInvite: (memberId: string) => void;
  /** The viewer says when they are away. */
  onAway: () => void;
  onDecide: (decision: RosterDecision, row: Member) => void;
}

/** Where a link leads straight to one of the dialogs. */
const dialogParams = { show: { values: ["add", "import"] } } as const;

const noAnswer: RosterAnswer = { members: [], counts: {}, next_cursor: null };
const idOf = ({ id }: Member) => id;

/** Everybody in a clan, and all that can be done to them. */
export function Roster(props: RosterProps) {
  const { clan, rules } = props;
  const filters = useSearchFilters(memberFilters);
  const asked = toRosterFilters(filters.values);
  const query = useQuery({ ...membersQuery(clan.id, asked), placeholderData: keepPreviousData });
  const { members, counts } = query.data ?? noAnswer;
  const viewer = useMemo(() => toViewer(clan), [clan]);
  const { dialog, setDialog, closeDialog } = useDialog(viewer.canManage);
  const actions = useRosterActions(clan.id);
  const selection = useSelection(members, idOf, "Select all players shown");
  const toDay = useToDay(rules);
  const columns = useMemo(() => memberColumns(viewer.canManage, toDay), [viewer, toDay]);
  const choice = useVisibleColumns("manage_players_hidden_columns", columns);
  const groups = groupsOf(query.data ?? noAnswer);
  const isPhone = useIsPhone();
  const csv = useMutation({ mutationFn: () => exportRoster(clan, asked) });
  const menuOf = useRowMenu(props, { viewer, actions, onOpen: setDialog });
  const count = query.data && <Count answer={query.data} status={filters.values.status} />;
  return (
    <ListSection>
      {viewer.canManage && <RosterTools onOpen={(kind) => setDialog({ kind })} onExport={() => csv.mutate()} />}
      <FilterBar
        filters={filters}
        // What a plain member cannot know cannot be filtered by.
        without={viewer.canManage ? [] : ["linked", "invite", "idle_days"]}
        options={{ group: groups.map((group) => ({ value: group, label: group })) }}
        countOf={(name, value) => counts[`${name === "idle_days" ? "idle" : name}:${value}`]}
      >
        {!isPhone && <TableTools count={count} choice={choice} csv={viewer.canManage ? csv : null} />}
      </FilterBar>
      <ErrorMessage error={csv.error ?? actions.error} />
      <DataList
        label="Players"
        what="The players"
        query={query}
        rows={query.data?.members}
        count={count}
        columns={choice.visible}
        rowId={idOf}
        rowName={({ name }) => name}
        filters={toListFilters(filters)}
        selection={viewer.canManage ? selection : null}
        isDim={({ status }) => status === "removed"}
        menu={menuOf}
        menuNote={(row) => lockedReason(viewer, row)}
      />
      {query.data && totalOf(counts) <= 1 && viewer.canManage && <FewPlayers onOpen={setDialog} />}
      {selection.isSome && (
        <BulkBar
          selected={selection.selected}
          viewer={viewer}
          onAct={(action, rows) => setDialog({ kind: "act", action, rows })}
          onMerge={(rows) => setDialog({ kind: "merge", rows })}
          onClear={selection.clear}
        />
      )}
      {dialog && (
        <RosterDialogs
          dialog={withLatest(dialog, members)}
          clanId={clan.id}
          today={clan.today.clan_date}
          viewer={viewer}
          groups={groups}
          toDay={toDay}
          actions={actions}
          onClose={closeDialog}
        />
      )}
    </ListSection>
  );
}

/** What somebody else changed meanwhile is taken into account by the next try. */
function withLatest(dialog: OpenDialog, members: Member[]): OpenDialog {
  if (dialog.kind !== "away") return dialog;
  return { ...dialog, row: members.find(({ id }) => id === dialog.row.id) ?? dialog.row };
}

/** Whoever searches by name means everybody: the list begins with the active players only. */
function toListFilters(filters: Filters<typeof memberFilters>) {
  const isActiveSearch = filters.values.q !== "" && filters.values.status === "active";
  if (!isActiveSearch)
    return { ...filters, isFiltered: true, noMatch: { sentence: "No players match these filters." } };
  const noMatch = { sentence: "No active players match.", action: "Search all players" };
  return { isFiltered: true, clear: () => filters.set({ status: "any" }), noMatch };
}

interface RowMenu {
  viewer: Viewer;
  actions: RosterActions;
  onOpen: (dialog: OpenDialog) => void;
}

/** What can be done with one player. What can be undone is done at once; what cannot is asked for. */
function useRowMenu({ clan, onInvite, onAway, onDecide }: RosterProps, { viewer, actions, onOpen }: RowMenu) {
  const navigate = useNavigate();
  return (row: Member): MenuItem[] =>
    rosterItems(row, viewer, {
      onPage: () => void navigate(toPlayerPage(row.id)),
      onHistory: () => void navigate({ to: pages.activityHistory.path, search: { clan: clan.id, member: row.id } }),
      onDecide,
      onAwayOf: () => onOpen({ kind: "away", row }),
      onEdit: () => onOpen({ kind: "edit", row }),
      onTimeline: () => onOpen({ kind: "timeline", row }),
      onUnlink: () => onOpen({ kind: "unlink", row }),
      onMerge: () => onOpen({ kind: "merge", rows: [row] }),
      onInvite: () => onInvite(row.id),
      onAway,
      onAct: (action) =>
        action === "mark-removed" ? onOpen({ kind: "act", action, rows: [row] }) : actions.actNow(action, row),
    });
}

interface TableToolsProps {
  count: ReactNode;
  choice: ColumnChoice<Member>;
  /** Null for those who may not. */
  csv: { isPending: boolean; mutate: () => void } | null;
}

/** After the filters, on the line above the table. */
function TableTools({ count, choice, csv }: TableToolsProps) {
  return (
    <>
      {count}
      <Row className={styles.listTools}>
        <ColumnPicker choice={choice} />
        {csv && (
          <Button busy={csv.isPending} onClick={() => csv.mutate()}>
            Export CSV
          </Button>
        )}
      </Row>
    </>
  );
}

/** What is open: what somebody chose, else what the address asks for. */
function useDialog(canManage: boolean) {
  const [chosen, setDialog] = useState<OpenDialog | null>(null);
  const params = useSearchParams(dialogParams);
  const { show } = params.values;
  const dialog = chosen ?? (canManage && show !== "" ? { kind: show } : null);
  const closeDialog = () => {
    setDialog(null);
    if (show !== "") params.set({ show: "" });
  };
  return { dialog, setDialog, closeDialog };
}

interface RosterToolsProps {
  onOpen: (dialog: "add" | "import") => void;
  /** Where there is a list to export. */
  onExport?: () => void;
}

/** How players come onto the roster, the same beside every part of it. */
export function RosterTools({ onOpen, onExport }: RosterToolsProps) {
  const isPhone = useIsPhone();
  const onImport = () => onOpen("import");
  const more: MenuItem[] = [
    { label: "Import list", onSelect: onImport },
    ...(onExport ? [{ label: "Export CSV", group: "share" as const, onSelect: onExport }] : []),
  ];
  return (
    <ListTools>
      {isPhone ? <Menu label="More for players" items={more} /> : <Button onClick={onImport}>Import list</Button>}
      <AddButton label="Add player" onClick={() => onOpen("add")} />
    </ListTools>
  );
}

/** A new clan has nobody but its owner; this is the next step. */
function FewPlayers({ onOpen }: { onOpen: (dialog: OpenDialog) => void }) {
  return (
    <EmptyState
      title="Add your players"
      actions={
        <>
          <Button variant="primary" onClick={() => onOpen({ kind: "import" })}>
            Paste a list or choose a CSV
          </Button>
          <Button onClick={() => onOpen({ kind: "add" })}>Add one player</Button>
        </>
      }
    >
      They need no account: a name is enough to enter what they did. Bring the whole list from your spreadsheet, or add
      one after the other.
    </EmptyState>
  );
}

function useToDay(rules: DayRule[] | undefined) {
  return useCallback(
    (instant: string) => {
      // Other servers may not say when somebody joined.
      if (instant === "") return "";
      return rules ? toClanDate(rules, new Date(instant)) : toDateInput(instant);
    },
    [rules],
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

/** Of all that have the chosen status, which are those who are here until another is chosen. */
function Count({ answer: { members, counts }, status }: { answer: RosterAnswer; status: string }) {
  const known = status === "any" ? totalOf(counts) : (counts[`status:${status}`] ?? 0);
  const total = Math.max(known, members.length);
  return (
    <Muted as="p" role="status">
      {members.length === total ? plural(total, "player") : `${members.length} of ${plural(total, "player")}`}
    </Muted>
  );
}
