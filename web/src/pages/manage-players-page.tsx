import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useLocation, useNavigate } from "@tanstack/react-router";
import { ClanPage } from "../domain/clan-page.tsx";
import { clanQuery } from "../domain/clans.ts";
import { toPlayerPage } from "../domain/members.ts";
import { Roster } from "../features/members/roster.tsx";

/** One player has a page of their own. */
export function ManagePlayersPage() {
  const player = useLocation({ select: ({ search }) => (search as { player?: unknown }).player });
  if (typeof player === "string") return <Navigate {...toPlayerPage(player)} replace />;
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
