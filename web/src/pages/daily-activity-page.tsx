import { useLocation, useNavigate } from "@tanstack/react-router";
import type { ClanCard } from "@clanhall/contract/clans";
import { useState } from "react";
import { ClanPage } from "../domain/clan-page.tsx";
import { type DayFilters, readDayFilters, toDaySearch } from "../features/entries/day-filters.tsx";
import { DayNav, MissingDays, readDay, todayOf } from "../features/entries/day-nav.tsx";
import { ClanDay, type ClanDayProps, writesOf } from "../features/entries/day.tsx";
import { noDecisions } from "../features/entries/import/table.ts";
import type { ScreenshotImport as CheckedScreenshots } from "../features/screenshots/check-state.ts";
import type { ScreenshotsDialogProps } from "../features/screenshots/dialog.tsx";
import { mayInClan } from "../domain/permissions.ts";
import { useIsPhone } from "../lib/media.ts";
import { useSession } from "../lib/session.ts";
import { Row } from "../ui/core/layout.tsx";
import { lazyDialog } from "../ui/lazy-dialog.tsx";
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
  const openImport = (wanted: "screenshots" | undefined) =>
    void navigate({
      to: ".",
      search: (before: Record<string, unknown>) => ({ ...before, import: wanted }),
      resetScroll: false,
    });
  if (!userId) return null;
  return (
    <>
      <ClanDay
        key={userId}
        clan={clan}
        userId={userId}
        day={day}
        filters={readDayFilters(search)}
        onFilter={onFilter}
        onScreenshots={() => openImport("screenshots")}
        {...more}
      />
      {search["import"] === "screenshots" && mayInClan(clan, "clan.manage") && (
        <ScreenshotImport clan={clan} day={day} onClose={() => openImport(undefined)} />
      )}
    </>
  );
}

const ScreenshotsDialog = lazyDialog(async () => {
  const [{ ScreenshotsDialog: Dialog }, { findList, readPictures }, { fitsLayout }] = await Promise.all([
    import("../features/screenshots/dialog.tsx"),
    import("../features/screenshots/read-pictures.ts"),
    import("../features/screenshots/geometry.ts"),
  ]);
  const engine = { findList, readPictures, fitsLayout };
  return function WithEngine(props: Omit<ScreenshotsDialogProps, "engine">) {
    return <Dialog {...props} engine={engine} />;
  };
});
const ImportDialog = lazyDialog(async () => (await import("../features/entries/import/import.tsx")).ImportDialog);

/** Pictures are read and checked in one dialog, and imported in the one that files have too. */
function ScreenshotImport({ clan, day, onClose }: { clan: ClanCard; day: string; onClose: () => void }) {
  const [checked, setChecked] = useState<CheckedScreenshots | null>(null);
  const now = useNow();
  return (
    <>
      <ScreenshotsDialog
        clanId={clan.id}
        day={day}
        today={todayOf(clan, now)}
        onChecked={setChecked}
        onClose={onClose}
      />
      {checked && (
        <ImportDialog
          clanId={clan.id}
          day={checked.day}
          ready={toReadyImport(checked)}
          onClose={() => setChecked(null)}
          onDone={onClose}
        />
      )}
    </>
  );
}

function toReadyImport({
  content,
  fileName,
  header,
  lines,
  activities,
  players,
  add,
  remember,
  day,
}: CheckedScreenshots) {
  const mapping = { ...noColumns, player: 0, activities, day };
  return {
    table: { content, fileName, header, lines, format: "wide" as const, mapping },
    decisions: { ...noDecisions, players, added: add, remembered: remember },
  };
}

const noColumns = { date: null, activity: null, value: null, decimal: "." as const, date_order: "ymd" as const };
