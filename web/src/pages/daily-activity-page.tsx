import type { ClanCard } from "@clanhall/contract/clans";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { ClanPicker, useChosenClan } from "../domain/clan-picker.tsx";
import { type DayFilters, readDayFilters, toDaySearch } from "../features/entries/day-filters.tsx";
import { DayNav, readDay, todayOf } from "../features/entries/day-nav.tsx";
import { ClanDay } from "../features/entries/day.tsx";
import { useSession } from "../lib/session.ts";
import { useNow } from "../ui/relative-time.tsx";
import styles from "./daily-activity-page.module.css";

export function DailyActivityPage() {
  const chosen = useChosenClan("clan.view");
  const named = useLocation({ select: ({ search }) => readDay(search) });
  const now = useNow();
  const { clan } = chosen;
  const today = clan ? todayOf(clan, now) : "";
  const day = named ?? today;
  return (
    <section className={styles.page}>
      <div className={styles.head}>
        <h1>Daily Activity</h1>
        <div className={styles.choices}>
          <ClanPicker chosen={chosen} />
          {clan && <DayNav day={day} today={today} />}
        </div>
      </div>
      {clan && <DayOf key={`${clan.id} ${day}`} clan={clan} day={day} />}
    </section>
  );
}

function DayOf({ clan, day }: { clan: ClanCard; day: string }) {
  const navigate = useNavigate();
  const userId = useSession()?.userId;
  const search: Record<string, unknown> = useLocation({ select: (location) => location.search });
  const onFilter = (filters: DayFilters) =>
    void navigate({
      to: ".",
      search: (before: Record<string, unknown>) => ({ ...before, ...toDaySearch(filters) }),
      replace: true,
      resetScroll: false,
    });
  if (!userId) return null;
  return (
    <ClanDay
      key={userId}
      clan={clan}
      userId={userId}
      day={day}
      filters={readDayFilters(search)}
      onFilter={onFilter}
      showsAll={search.view === "all"}
    />
  );
}
