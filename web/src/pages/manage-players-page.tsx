import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { clanQuery } from "../domain/clans.ts";
import { ClanPicker, useChosenClan } from "../domain/clan-picker.tsx";
import { readFilters, type RosterFilters, toSearch } from "../features/members/roster-filters.ts";
import { Roster } from "../features/members/roster.tsx";
import styles from "./manage-players-page.module.css";

export function ManagePlayersPage() {
  const chosen = useChosenClan("clan.view");
  const { clan } = chosen;
  return (
    <section className={styles.page}>
      <div className={styles.head}>
        <h1>Manage Players</h1>
        <ClanPicker chosen={chosen} />
      </div>
      {clan && <RosterOf key={clan.id} clan={clan} />}
    </section>
  );
}

function RosterOf({ clan }: { clan: Parameters<typeof Roster>[0]["clan"] }) {
  const navigate = useNavigate();
  const filters = readFilters(useLocation({ select: ({ search }) => search }));
  const { data: settings } = useQuery(clanQuery(clan.id));
  const onFilter = (next: RosterFilters) =>
    void navigate({
      to: pages.managePlayers.path,
      search: (search: Record<string, unknown>) => ({ ...search, ...toSearch(next) }),
      replace: true,
      resetScroll: false,
    });
  const onInvite = useCallback(
    (member: string) => void navigate({ to: pages.invites.path, search: { clan: clan.id, member } }),
    [navigate, clan.id],
  );
  return <Roster clan={clan} rules={settings?.day_rules} filters={filters} onFilter={onFilter} onInvite={onInvite} />;
}
