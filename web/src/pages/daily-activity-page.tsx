import type { ClanCard } from "@clanhall/contract/clans";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { ClanPage } from "../domain/clan-page.tsx";
import { type DayFilters, readDayFilters, toDaySearch } from "../features/entries/day-filters.tsx";
import { DayNav, readDay, todayOf } from "../features/entries/day-nav.tsx";
import { ClanDay } from "../features/entries/day.tsx";
import { useSession } from "../lib/session.ts";
import { useNow } from "../ui/relative-time.tsx";

export function DailyActivityPage() {
  const named = useLocation({ select: ({ search }) => readDay(search) });
  const now = useNow();
  return (
    <ClanPage
      title="Daily Activity"
      action="clan.view"
      renderTools={(clan) => <DayNav day={named ?? todayOf(clan, now)} today={todayOf(clan, now)} />}
    >
      {(clan) => {
        const day = named ?? todayOf(clan, now);
        return <DayOf key={`${clan.id} ${day}`} clan={clan} day={day} />;
      }}
    </ClanPage>
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
