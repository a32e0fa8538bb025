import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import type { ClanCard } from "@clanhall/contract/clans";
import { useEffect, useState } from "react";
import { ClanPage } from "../domain/clan-page.tsx";
import { myClansQuery } from "../domain/clans.ts";
import { type DayFilters, readDayFilters, toDaySearch } from "../features/entries/day-filters.tsx";
import { DayNav, MissingDays, readDay, todayOf } from "../features/entries/day-nav.tsx";
import { ClanDay, type ClanDayProps, writesOf } from "../features/entries/day.tsx";
import { noDecisions } from "../features/entries/import/table.ts";
import type { ScreenshotImport as CheckedScreenshots } from "../features/screenshots/check-state.ts";
import type { ScreenshotsDialogProps } from "../features/screenshots/dialog.tsx";
import { dropShared } from "../features/screenshots/shared-pictures.ts";
import { useCurrentClan } from "../domain/named-clan.ts";
import { mayInClan } from "../domain/permissions.ts";
import { formatClanDate } from "../lib/format.ts";
import { useIsPhone } from "../lib/media.ts";
import { useSession } from "../lib/session.ts";
import { ButtonLink } from "../ui/core/button.tsx";
import { Row } from "../ui/core/layout.tsx";
import { Notice } from "../ui/core/notice.tsx";
import { lazyDialog } from "../ui/lazy-dialog.tsx";
import { useNow } from "../ui/relative-time.tsx";

export function DailyActivityPage() {
  const showsAll = useLocation({ select: ({ search }) => (search as Record<string, unknown>)["view"] === "all" });
  const { dayOf, now, hasEnded } = useOpenDay();
  const isPhone = useIsPhone();
  const [menuSlot, setMenuSlot] = useState<HTMLElement | null>(null);
  const screenshots = useScreenshots();
  return (
    <ClanPage
      title="Daily Activity"
      action={screenshots === "taken" ? "clan.manage" : "clan.view"}
      whoMay={screenshots === "taken" ? onlyOfficers : undefined}
      renderTools={(clan) => {
        const [day, today] = [dayOf(clan), todayOf(clan, now)];
        const isOwn = writesOf(clan) === "own" && !showsAll;
        return (
          <Row gap={isPhone ? 1 : 2} {...(isPhone && { nowrap: true })}>
            <DayNav day={day} today={today} hasToday={!isPhone && !isOwn} />
            {!isPhone && !isOwn && <MissingDays clanId={clan.id} day={day} />}
            {isPhone && <span ref={setMenuSlot} />}
          </Row>
        );
      }}
    >
      {(clan) => {
        const day = dayOf(clan);
        return (
          <>
            {screenshots === "refused" && <Notice role="status">{onlyOfficers}</Notice>}
            {hasEnded && <EndedNotice day={day} />}
            <DayOf key={`${clan.id} ${day}`} clan={clan} day={day} showsAll={showsAll} menuSlot={menuSlot} />
            {/* The day may end while screenshots are checked: their dialog stays. */}
            {screenshots === "taken" && <ScreenshotsOf key={clan.id} clan={clan} day={day} />}
          </>
        );
      }}
    </ClanPage>
  );
}

/**
 * The day that the address names, else today. Where that ends while the page is open, the address names it from then
 * on: a reset must not take away what is open or typed.
 */
function useOpenDay() {
  const named = useLocation({ select: ({ search }) => readDay(search) });
  const clan = useCurrentClan();
  const now = useNow();
  const navigate = useNavigate();
  const clanId = clan?.id;
  const today = clan && todayOf(clan, now);
  // What was today when the address last named no other day.
  const isToday = named === null || named === today;
  const [opened, setOpened] = useState({ clanId, named, today: isToday ? today : null });
  if (clanId !== opened.clanId || named !== opened.named) {
    setOpened({ clanId, named, today: isToday ? today : opened.today });
  }
  const ended = opened.today && today && opened.today < today ? opened.today : null;
  useEffect(() => {
    if (named !== null || ended === null) return;
    const search = (before: Record<string, unknown>) => ({ ...before, day: ended });
    // Nobody leaves, so nobody is asked.
    void navigate({ to: ".", search, replace: true, resetScroll: false, ignoreBlocker: true });
  }, [navigate, named, ended]);
  return {
    dayOf: (of: ClanCard) => named ?? ended ?? todayOf(of, now),
    now,
    hasEnded: ended !== null && (named ?? ended) === ended,
  };
}

function EndedNotice({ day }: { day: string }) {
  return (
    <Notice role="status">
      <Row between>
        <span>A new day has begun. You’re still on {formatClanDate(day)}.</span>
        <ButtonLink to="." search={(before: Record<string, unknown>) => ({ ...before, day: undefined })}>
          Go to today
        </ButtonLink>
      </Row>
    </Notice>
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
  const onScreenshots = () =>
    void navigate({
      to: ".",
      search: (before: Record<string, unknown>) => ({ ...before, import: "screenshots" }),
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
      onScreenshots={onScreenshots}
      {...more}
    />
  );
}

const onlyOfficers = "Only officers can import screenshots.";

/**
 * That screenshots are imported stands in the address. A phone's share menu names no clan: it is one in which they may
 * be imported, and where there is none, the pictures do not wait for another day.
 */
function useScreenshots(): "taken" | "refused" | null {
  const isAsked = useLocation({
    select: ({ search }) => (search as Record<string, unknown>)["import"] === "screenshots",
  });
  const { data: clans } = useQuery(myClansQuery);
  const isRefused = isAsked && clans !== undefined && !clans.some((clan) => mayInClan(clan, "clan.manage"));
  useEffect(() => {
    if (isRefused) dropShared().catch(() => undefined);
  }, [isRefused]);
  if (isRefused) return "refused";
  return isAsked ? "taken" : null;
}

function ScreenshotsOf({ clan, day }: { clan: ClanCard; day: string }) {
  const navigate = useNavigate();
  const userId = useSession()?.userId;
  const onClose = () =>
    void navigate({
      to: ".",
      search: (before: Record<string, unknown>) => ({ ...before, import: undefined }),
      resetScroll: false,
      // The dialog has asked already.
      ignoreBlocker: true,
    });
  if (!userId) return null;
  return <ScreenshotImport key={userId} clan={clan} day={day} onClose={onClose} />;
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
        clanName={clan.name}
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
