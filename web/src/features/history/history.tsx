import type { ClanCard } from "@clanhall/contract/clans";
import type { Member } from "@clanhall/contract/members";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { activitiesQuery } from "../../domain/activities.ts";
import { membersQuery, toMembers } from "../../domain/members.ts";
import { mayInClan } from "../../domain/permissions.ts";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { Muted, Stack, Row } from "../../ui/core/layout.tsx";
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
import { toFilter } from "./api.ts";
import { type Explained, type HistoryContext, HistoryPart } from "./context.tsx";
import { FilterBar, FilterSummary } from "./filters.tsx";
import { GroupView } from "./group-view.tsx";
import styles from "./history.module.css";
import { TableView } from "./table.tsx";
import { HistoryTools } from "./tools.tsx";

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
    <Stack className={styles.history}>
      <ViewTabs address={address} />
      <FilterBar {...filters} />
      <Row justify="between" className={styles.line}>
        <FilterSummary {...filters} />
        {activities.data && <HistoryTools context={contextFor(activities.data)} onFilter={onFilter} />}
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
