import { toClanDate } from "@clanhall/contract/clan-day";
import type { ClanCard } from "@clanhall/contract/clans";
import { useQuery } from "@tanstack/react-query";
import { ClanPicker, useChosenClan } from "../domain/clan-picker.tsx";
import { clanQuery } from "../domain/clans.ts";
import { ActivityList } from "../features/activities/list.tsx";
import { useNow } from "../ui/relative-time.tsx";
import styles from "./customize-activities-page.module.css";

export function CustomizeActivitiesPage() {
  // Owners and maintainers; an archived clan is there to be read.
  const chosen = useChosenClan("settings.view");
  const { clan } = chosen;
  return (
    <section className={styles.page}>
      <div className={styles.head}>
        <h1>Customize Activities</h1>
        <ClanPicker chosen={chosen} />
      </div>
      {clan && <ActivitiesOf key={clan.id} clan={clan} />}
    </section>
  );
}

function ActivitiesOf({ clan }: { clan: ClanCard }) {
  const { data: settings } = useQuery(clanQuery(clan.id));
  const now = useNow();
  const today = settings ? toClanDate(settings.day_rules, new Date(now)) : clan.today.clan_date;
  return <ActivityList clan={clan} today={today} />;
}
