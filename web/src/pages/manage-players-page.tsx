import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ClanPicker, useChosenClan } from "../domain/clan-picker.tsx";
import { clanQuery } from "../domain/clans.ts";
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
  const { data: settings } = useQuery(clanQuery(clan.id));
  const onInvite = (member: string) => void navigate({ to: pages.invites.path, search: { clan: clan.id, member } });
  return <Roster clan={clan} rules={settings?.day_rules} onInvite={onInvite} />;
}
