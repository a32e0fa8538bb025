import type { ClanCard } from "@clanhall/contract/clans";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { activitiesQuery } from "../../domain/activities.ts";
import { membersQuery, toMembers } from "../../domain/members.ts";
import { mayInClan } from "../../domain/permissions.ts";
import { Tabs } from "../../ui/tabs.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { FilterBar, FilterSummary } from "./filters.tsx";
import { type AddressChange, type HistoryAddress, type View, rangeOf, toSearch, viewNames } from "./address.ts";
import { toFilter } from "./api.ts";
import type { Calendar } from "./history-range.ts";
import { HistoryPart } from "./history-states.tsx";
import { HistoryTools } from "./tools.tsx";
import { HistoryView } from "./history-view.tsx";
import styles from "./history.module.css";
import type { Explained, Look } from "./context.tsx";

const WorkingDialog = lazyDialog(async () => (await import("./explain-dialog.tsx")).WorkingDialog);

export interface HistoryProps {
  clan: ClanCard;
  calendar: Calendar;
  address: HistoryAddress;
  /** Narrows what is in sight; the way back leads past it. */
  onFilter: (change: AddressChange) => void;
  /** Goes to another look. */
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
  const lookAt = (all: Look["activities"]): Look => {
    return { clan, calendar, activities: all, address, range, filter, onShow, onExplain: setExplained };
  };
  const filters = { address, range, players, activities: activities.data ?? [], canChoosePlayers, onFilter };
  return (
    <div className={styles.history}>
      <ViewTabs address={address} />
      <FilterBar {...filters} />
      <div className={styles.line}>
        <FilterSummary {...filters} />
        {activities.data && <HistoryTools look={lookAt(activities.data)} onFilter={onFilter} />}
      </div>
      {!canChoosePlayers && (
        <p className={styles.note}>Your clan shows players their own values only, so you see your own rows here.</p>
      )}
      <HistoryPart query={activities}>
        {(all) => (
          <>
            <HistoryView look={lookAt(all)} players={players} />
            {explained && <WorkingDialog look={lookAt(all)} explained={explained} onClose={() => setExplained(null)} />}
          </>
        )}
      </HistoryPart>
    </div>
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
