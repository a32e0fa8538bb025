import type { ClanCard } from "@clanhall/contract/clans";
import type { Member } from "@clanhall/contract/members";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { activitiesQuery } from "../../domain/activities.ts";
import { membersQuery, toMembers } from "../../domain/members.ts";
import { mayInClan } from "../../domain/permissions.ts";
import { toFileName } from "../../lib/files.ts";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { Muted, Row, Stack } from "../../ui/core/layout.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import {
  type AddressChange,
  type Calendar,
  type HistoryAddress,
  rangeOf,
  toSearch,
  type View,
  viewNames,
} from "./address.ts";
import { toFilter, useExportHistory } from "./api.ts";
import {
  calendarFilter,
  chosenPeriod,
  type Explained,
  type HistoryContext,
  HistoryPart,
  onlyActivity,
} from "./context.tsx";
import { FilterBar, FilterSummary } from "./filters.tsx";
import { GroupView, TableView } from "./table.tsx";
import styles from "./history.module.css";
import { type HistoryKey, historyKeys } from "@clanhall/contract/entry-history";
import { Button } from "../../ui/core/button.tsx";
import { ViewSwitch } from "../../ui/view-switch.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { SelectControl } from "../../ui/core/select.tsx";
import { Menu } from "../../ui/menu.tsx";
import { keyNames } from "./format.ts";

interface ToolsProps {
  context: HistoryContext;
  onFilter: (change: AddressChange) => void;
}

const periods: HistoryKey[] = ["day", "week", "month"];
const groupings: Partial<Record<View, readonly HistoryKey[]>> = {
  table: historyKeys,
  matrix: periods,
  trends: periods,
};
const measuredViews = new Set<View>(["matrix", "calendar", "trends"]);

/** How the entries are shown. */
function HistoryTools({ context, onFilter }: ToolsProps) {
  const { view, lines } = context.address;
  return (
    <Row gap={2} className={styles.tools}>
      {groupings[view] && <Grouping context={context} keys={groupings[view]} onFilter={onFilter} />}
      {measuredViews.has(view) && <Measure context={context} onFilter={onFilter} />}
      {view === "trends" && (
        <ViewSwitch
          label="Lines for"
          options={{ member: "Players", activity: "Activities" }}
          value={lines}
          onChange={(chosen) => onFilter({ lines: chosen })}
        />
      )}
    </Row>
  );
}

function Grouping({ context, keys, onFilter }: ToolsProps & { keys: readonly HistoryKey[] }) {
  const { view, groupBy } = context.address;
  const none = view === "table" ? "None" : `Automatic (${keyNames[chosenPeriod(context)].toLowerCase()})`;
  const chosen = groupBy && keys.includes(groupBy) ? groupBy : "";
  return (
    <Row as="label" inline nowrap gap={2} size="sm" weight={600} wrap="never">
      {view === "table" ? "Group by" : "Period"}
      <SelectControl
        compact
        value={chosen}
        placeholder={chosen === "" ? none : none.replace(/ \(.*/, "")}
        options={keys.map((key) => ({ value: key, label: keyNames[key] }))}
        onChange={(key: HistoryKey | "") => onFilter({ groupBy: key || null })}
      />
    </Row>
  );
}

function Measure({ context, onFilter }: ToolsProps) {
  const raw = onlyActivity(context) && context.address.view !== "calendar" ? "Values" : "Met";
  return (
    <ViewSwitch
      label="Show"
      options={{ points: "Points", raw }}
      value={context.address.shows}
      onChange={(shows) => onFilter({ shows })}
    />
  );
}

/** Exactly what is in sight. */
function ExportButton({ context }: { context: HistoryContext }) {
  const { clan, range } = context;
  const filter = context.address.view === "calendar" ? calendarFilter(context) : context.filter;
  const file = useExportHistory(clan.id);
  const save = (kind: "csv" | "json") => {
    const name = `${toFileName(clan.name, "clan")}-entries-${range.from}-${range.to}.${kind}`;
    if (!file.isPending) file.mutate({ filter, kind, name });
  };
  return (
    <div className={styles.export}>
      <Menu
        label="Export"
        trigger={<Button busy={file.isPending}>Export</Button>}
        items={[
          { label: "CSV of these values", onSelect: () => save("csv") },
          { label: "JSON of these values", onSelect: () => save("json") },
        ]}
      />
      <ErrorMessage error={file.error} />
    </div>
  );
}

const ExplainDialog = lazyDialog(async () => (await import("./explain-dialog.tsx")).ExplainDialog);

export interface HistoryProps {
  clan: ClanCard;
  calendar: Calendar;
  address: HistoryAddress;
  /** Narrows what is in sight; the way back leads past it. */
  onFilter: (change: AddressChange) => void;
  /** Goes to another view or another part of the history. */
  onShow: (change: AddressChange) => void;
}

/** What a clan did on earlier days, as a table or drawn. */
export function History({ clan, calendar, address, onFilter, onShow }: HistoryProps) {
  const activities = useQuery(activitiesQuery(clan.id));
  const canChoosePlayers = mayInClan(clan, "values.view");
  const { data: players = [] } = useQuery({
    ...membersQuery(clan.id),
    select: toMembers,
    enabled: canChoosePlayers,
  });
  const [explained, setExplained] = useState<Explained | null>(null);
  const range = rangeOf(address, calendar);
  const filter = toFilter(address, range);
  const contextFor = (all: HistoryContext["activities"]): HistoryContext => {
    return { clan, calendar, activities: all, address, range, filter, onShow, onExplain: setExplained };
  };
  const filters = { address, range, players, activities: activities.data ?? [], canChoosePlayers, onFilter };
  return (
    <Stack>
      <ViewTabs address={address} />
      <FilterBar {...filters} />
      <Row gap={2}>
        <FilterSummary {...filters} />
        {activities.data && (
          <>
            <HistoryTools context={contextFor(activities.data)} onFilter={onFilter} />
            {mayInClan(clan, "settings.view") && <ExportButton context={contextFor(activities.data)} />}
          </>
        )}
      </Row>
      {!canChoosePlayers && (
        <Muted as="p">Your clan shows players their own values only, so you see your own rows here.</Muted>
      )}
      <HistoryPart query={activities}>
        {(all) => (
          <>
            <HistoryView context={contextFor(all)} players={players} />
            {explained && (
              <ExplainDialog context={contextFor(all)} explained={explained} onClose={() => setExplained(null)} />
            )}
          </>
        )}
      </HistoryPart>
    </Stack>
  );
}

function ViewTabs({ address }: { address: HistoryAddress }) {
  return (
    <Tabs
      label="Views"
      className={styles.tabs}
      items={(Object.keys(viewNames) as View[]).map((view) => ({
        key: view,
        label: viewNames[view],
        search: toSearch({ ...address, view }),
      }))}
      current={address.view}
    />
  );
}

/** What is not the table is fetched when it is first opened. */
const MatrixView = lazyDialog(async () => (await import("./matrix.tsx")).MatrixView);
const ChangesView = lazyDialog(async () => (await import("./changes.tsx")).ChangesView);
const ComplianceView = lazyDialog(async () => (await import("./compliance.tsx")).ComplianceView);
const CalendarView = lazyDialog(async () => (await import("./calendar.tsx")).CalendarView);
const TrendsView = lazyDialog(async () => (await import("./trends.tsx")).TrendsView);

function HistoryView({ context, players }: { context: HistoryContext; players: Member[] }) {
  const { view, groupBy } = context.address;
  if (view === "matrix") return <MatrixView context={context} />;
  if (view === "compliance") return <ComplianceView context={context} />;
  if (view === "calendar") return <CalendarView context={context} players={players} />;
  if (view === "trends") return <TrendsView context={context} />;
  if (view === "changes") return <ChangesView context={context} />;
  return groupBy ? <GroupView context={context} groupBy={groupBy} /> : <TableView context={context} />;
}
