import { useLocation, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ClanPage } from "../domain/clan-page.tsx";
import { type DayFilters, readDayFilters, toDaySearch } from "../features/entries/day-filters.tsx";
import { DayNav, MissingDays, readDay, todayOf } from "../features/entries/day-nav.tsx";
import { ClanDay, type ClanDayProps, writesOf } from "../features/entries/day.tsx";
import { useIsPhone } from "../lib/media.ts";
import { useSession } from "../lib/session.ts";
import { Row } from "../ui/core/layout.tsx";
import { useNow } from "../ui/relative-time.tsx";

export function DailyActivityPage() {
  const named = useLocation({ select: ({ search }) => readDay(search) });
  const showsAll = useLocation({ select: ({ search }) => (search as Record<string, unknown>)["view"] === "all" });
  const now = useNow();
  const isPhone = useIsPhone();
  const [menuSlot, setMenuSlot] = useState<HTMLElement | null>(null);
  return (
    <ClanPage
      title="Daily Activity"
      action="clan.view"
      renderTools={(clan) => {
        const [day, today] = [named ?? todayOf(clan, now), todayOf(clan, now)];
        const isOwn = writesOf(clan) === "own" && !showsAll;
        return (
          <Row gap={isPhone ? 1 : 2}>
            <DayNav day={day} today={today} hasToday={!isPhone && !isOwn} />
            {!isPhone && !isOwn && <MissingDays clanId={clan.id} day={day} />}
            {isPhone && <span ref={setMenuSlot} />}
          </Row>
        );
      }}
    >
      {(clan) => {
        const day = named ?? todayOf(clan, now);
        return <DayOf key={`${clan.id} ${day}`} clan={clan} day={day} showsAll={showsAll} menuSlot={menuSlot} />;
      }}
    </ClanPage>
  );
}

function DayOf({ clan, day, ...more }: Pick<ClanDayProps, "clan" | "day" | "showsAll" | "menuSlot">) {
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
      {...more}
    />
  );
}
