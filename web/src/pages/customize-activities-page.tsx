import { toClanDate } from "@clanhall/contract/rules/clan-day";
import type { ClanCard } from "@clanhall/contract/clans";
import { useQuery } from "@tanstack/react-query";
import { ClanPage } from "../domain/clan-page.tsx";
import { clanQuery } from "../domain/clans.ts";
import { ActivityList } from "../features/activities/list.tsx";
import { useNow } from "../ui/relative-time.tsx";

/** For owners and maintainers; an archived clan is there to be read. */
export function CustomizeActivitiesPage() {
  return (
    <ClanPage title="Customize Activities" action="settings.view">
      {(clan) => <ActivitiesOf key={clan.id} clan={clan} />}
    </ClanPage>
  );
}

function ActivitiesOf({ clan }: { clan: ClanCard }) {
  const { data: settings } = useQuery(clanQuery(clan.id));
  const now = useNow();
  const today = settings ? toClanDate(settings.day_rules, new Date(now)) : clan.today.clan_date;
  return <ActivityList clan={clan} today={today} />;
}
