import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ClanPage } from "../domain/clan-page.tsx";
import { clanQuery } from "../domain/clans.ts";
import { Roster } from "../features/members/roster.tsx";

export function ManagePlayersPage() {
  return (
    <ClanPage title="Manage Players" action="clan.view">
      {(clan) => <RosterOf key={clan.id} clan={clan} />}
    </ClanPage>
  );
}

function RosterOf({ clan }: { clan: Parameters<typeof Roster>[0]["clan"] }) {
  const navigate = useNavigate();
  const { data: settings } = useQuery(clanQuery(clan.id));
  const onInvite = (member: string) => void navigate({ to: pages.invites.path, search: { clan: clan.id, member } });
  return <Roster clan={clan} rules={settings?.day_rules} onInvite={onInvite} />;
}
