import type { ClanCard } from "@clanhall/contract/clans";
import type { Day } from "@clanhall/contract/days";
import { useQuery } from "@tanstack/react-query";
import { Suspense, lazy, useDeferredValue, useEffect, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { homeQuery } from "../../domain/clan-home.ts";
import { stepTexts, toOpenStep } from "../../domain/first-steps.ts";
import { mayInClan } from "../../domain/permissions.ts";
import { formatClanDate, formatDuration, formatNumber } from "../../lib/format.ts";
import { loadWhenReachable } from "../../lib/load-chunk.ts";
import { useIsPhone } from "../../lib/media.ts";
import { Badge } from "../../ui/badge.tsx";
import { Surface } from "../../ui/card.tsx";
import { copyText } from "../../ui/copy-button.tsx";
import { ButtonLink } from "../../ui/core/button.tsx";
import { Row, Stack } from "../../ui/core/layout.tsx";
import { Notice } from "../../ui/core/notice.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { Progress } from "../../ui/figures.tsx";
import { nothingDueText } from "../../domain/clan-day.tsx";
import { useNow } from "../../ui/relative-time.tsx";
import { showToast } from "../../ui/toasts.ts";
import { dayQuery } from "./api.ts";
import { DayFilterBar, type DayFilters, noFilters, useShownRows } from "./day-filters.tsx";
import {
  DayLoading,
  DaySkeleton,
  DraftNotice,
  EmptyDay,
  FutureDay,
  LockedNotice,
  NoRows,
  reasonId,
  ReopenDialog,
  SaveStatus,
} from "./day-state.tsx";
import { DayMenu, DayTools } from "./day-tools.tsx";
import styles from "./day.module.css";
import { formatDayLine, formatDayState } from "./format.ts";
import type { NamesPaste } from "./grid/state.ts";
import { OwnDay } from "./own-day.tsx";
import { WithDisputes } from "../../domain/disputes.tsx";
import { PhoneDay } from "./phone/phone-day.tsx";
import { type CellAt, wholeSheet } from "./sheet/cell-store.ts";
import { type RowOrder, useRowOrder } from "./row-order.ts";
import type { RefusalAction, Writes } from "./sheet/access.ts";
import type { DaySheet } from "./sheet/day-sheet.ts";
import { type DraftKey, readReason } from "./sheet/stored-drafts.ts";
import { useDaySheet, useWholeSheet } from "./use-day-sheet.ts";

export interface ClanDayProps {
  clan: ClanCard;
  userId: string;
  day: string;
  filters: DayFilters;
  onFilter: (filters: DayFilters) => void;
  /** A member who enters their own values looks at everybody's. */
  showsAll: boolean;
  /** Beside the heading, for what a phone has no other room for. */
  menuSlot: HTMLElement | null;
  onScreenshots: () => void;
}

/** One day of a clan: everything that was entered, and where to enter more. */
export function ClanDay(props: ClanDayProps) {
  const isPhone = useIsPhone();
  useEffect(() => {
    if (!isPhone) fetchGrid();
  }, [isPhone]);
  const query = useQuery({
    ...dayQuery(props.clan.id, props.day),
    refetchInterval: ({ state }) => untilWindowChanges(state.data),
  });
  // Drawn in pieces, so that the page hears a tap meanwhile.
  const isThere = useDeferredValue(query.data !== undefined);
  if (query.data === undefined || !isThere) return <DayLoading query={query} />;
  const { state, today } = query.data.window;
  if (state === "future") return <FutureDay day={props.day} today={today} />;
  return <LoadedDay {...props} isPhone={isPhone} loaded={query.data} />;
}

function LoadedDay(props: ClanDayProps & { isPhone: boolean; loaded: Day }) {
  const { clan, userId, day, filters, onFilter, showsAll, isPhone, menuSlot, onScreenshots, loaded } = props;
  const draftKey = { userId, clanId: clan.id, day };
  const writes = writesOf(clan);
  const sheet = useDaySheet(loaded, draftKey, { writes, closed: closedAs(clan) });
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const canManage = mayInClan(clan, "clan.manage");
  const isLocked = loaded.window.state === "locked";
  const canReopen = isLocked && mayInClan(clan, "entry.write_locked");
  const isOwn = writes === "own" && !showsAll;
  const order = useRowOrder(sheet, clan);
  const tools = {
    clan,
    sheet,
    canManage,
    canReopen,
    onImport: () => setDialog({ kind: "import" }),
    onScreenshots,
    onReopen: () => setDialog({ kind: "reopen" }),
  };
  const body = (
    <DayBody
      draftKey={draftKey}
      sheet={sheet}
      order={order}
      filters={filters}
      onFilter={onFilter}
      isPhone={isPhone}
      canManage={canManage}
      canExcuse={writes === "all"}
      onOpenCell={(at) => setDialog({ kind: "cell", at })}
      onPasteNames={(paste) => setDialog({ kind: "paste", paste })}
      onRefusalAction={(action) => {
        if (action === "reopen") setDialog({ kind: "reopen" });
        else if (action === "ask") void askOwner(day);
        else document.querySelector<HTMLElement>(`#${reasonId} input`)?.focus();
      }}
    />
  );
  return (
    <Stack>
      <DraftNotice draftKey={draftKey} />
      <LockedNotice sheet={sheet} draftKey={draftKey} />
      {clan.role === "owner" && <NextStep clanId={clan.id} sheet={sheet} />}
      {isOwn ? (
        <OwnDay sheet={sheet} clanId={clan.id} seesAll={mayInClan(clan, "values.view")} isPhone={isPhone} />
      ) : isPhone ? (
        <div className={`closer ${styles.phoneDay}`}>
          {menuSlot &&
            createPortal(<DayMenu {...tools} order={order} filters={filters} onFilter={onFilter} />, menuSlot)}
          <DayLine sheet={sheet} />
          {body}
        </div>
      ) : (
        <>
          <Row between className={styles.controls}>
            <DayFilterBar sheet={sheet} clanId={clan.id} order={order} filters={filters} onFilter={onFilter} />
            <DayTools {...tools} />
          </Row>
          <Surface className={styles.card}>
            <DayStrip sheet={sheet} />
            {body}
          </Surface>
        </>
      )}
      {dialog && <DayDialogs dialog={dialog} sheet={sheet} draftKey={draftKey} onClose={() => setDialog(null)} />}
    </Stack>
  );
}

/** While a clan is being set up, its first complete day leads on to the first board. */
function NextStep({ clanId, sheet }: { clanId: string; sheet: DaySheet }) {
  useWholeSheet(sheet);
  const { due, entered } = sheet.counts();
  const isDone = due > 0 && entered === due;
  const { data: home } = useQuery({ ...homeQuery(clanId), enabled: isDone });
  if (!isDone || home?.steps?.board !== false) return null;
  return (
    <Notice tone="success" role="status">
      <Row between>
        <span>The first day is entered. Now everyone can see where they stand.</span>
        <ButtonLink variant="primary" {...toOpenStep("board", clanId)}>
          {stepTexts.board}
        </ButtonLink>
      </Row>
    </Notice>
  );
}

/** Whoever may not open a locked day sends the owner there. */
async function askOwner(day: string): Promise<void> {
  const text = `Please reopen ${formatClanDate(day)}: ${location.href}`;
  showToast({ message: (await copyText(text)) ? "Copied. Send it to the owner." : text });
}

/** Managers write everything; members their own cells, where the clan lets them. */
export function writesOf(clan: ClanCard): Writes {
  if (mayInClan(clan, "clan.manage")) return "all";
  return mayInClan(clan, "entry.write") ? "own" : "none";
}

function closedAs({ archived_at, deletes_at }: ClanCard) {
  if (deletes_at !== null) return "being deleted";
  return archived_at === null ? null : "archived";
}

/** Milliseconds until the day ends or locks, when what is known of it is no longer true. */
function untilWindowChanges(day: Day | undefined): number | false {
  if (!day) return false;
  const { ends_at, locks_at, reopened_until } = day.window;
  const ahead = [ends_at, locks_at, reopened_until]
    .flatMap((instant) => (instant === null ? [] : [Date.parse(instant) - Date.now()]))
    .filter((ms) => ms > 0);
  return ahead.length === 0 ? false : Math.min(Math.max(5_000, Math.min(...ahead) + 1_000), 2_147_000_000);
}

const loadGrid = () => loadWhenReachable(() => import("./grid/grid.tsx"));
/** A phone never needs it; elsewhere it is fetched beside the day. */
const EntryGrid = lazy(async () => ({ default: (await loadGrid()).EntryGrid }));

function fetchGrid(): void {
  loadGrid().catch(() => undefined);
}

interface DayBodyProps {
  draftKey: DraftKey;
  sheet: DaySheet;
  order: RowOrder;
  filters: DayFilters;
  onFilter: (filters: DayFilters) => void;
  isPhone: boolean;
  canManage: boolean;
  canExcuse: boolean;
  onOpenCell: (at: CellAt) => void;
  onRefusalAction: (action: RefusalAction) => void;
  onPasteNames: (paste: NamesPaste) => void;
}

/** The cells: a grid where there is room for one, else one activity at a time. */
function DayBody({ canManage, isPhone, ...props }: DayBodyProps) {
  const { draftKey, sheet } = props;
  const { clanId } = draftKey;
  useShape(sheet);
  const emptyDay = { day: sheet.day, clanId, canManage };
  if (sheet.activities.length === 0) return <EmptyDay what="activities" {...emptyDay} />;
  if (sheet.members.length === 0) return <EmptyDay what="players" {...emptyDay} />;
  return (
    <WithDisputes clanId={clanId} day={draftKey.day}>
      {isPhone ? <PhoneDay {...props} /> : <GridOfDay {...props} />}
    </WithDisputes>
  );
}

type GridOfDayProps = Pick<
  DayBodyProps,
  "sheet" | "order" | "filters" | "onFilter" | "onOpenCell" | "onRefusalAction" | "onPasteNames"
>;

function GridOfDay({ sheet, order, filters, onFilter, onOpenCell, onRefusalAction, onPasteNames }: GridOfDayProps) {
  const rows = useShownRows(sheet, order.rows, filters);
  if (rows.length === 0) return <NoRows onClear={() => onFilter(noFilters)} />;
  return (
    <div
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) sheet.flush();
      }}
    >
      <Suspense fallback={<DaySkeleton isInCard />}>
        <EntryGrid
          sheet={sheet}
          rows={rows}
          order={order}
          label={`Values of ${formatClanDate(sheet.day.window.day)}`}
          onOpenCell={onOpenCell}
          onRefusalAction={onRefusalAction}
          onPasteNames={onPasteNames}
        />
      </Suspense>
    </div>
  );
}

/** Players and activities may be added while the day is open; a typed cell alone draws nothing here. */
function useShape(sheet: DaySheet): void {
  useSyncExternalStore(
    (listener) => sheet.subscribe(wholeSheet, listener),
    () => sheet.day,
  );
}

const stateTones: Partial<Record<Day["window"]["state"], "success" | "warning">> = { open: "success", late: "warning" };

/** Which day this is, how far it is, and whether all of it is saved. */
function DayStrip({ sheet }: { sheet: DaySheet }) {
  useWholeSheet(sheet);
  const now = useNow();
  const { window } = sheet.day;
  const { due, entered } = sheet.counts();
  return (
    <Row gap={2} size="sm" className={styles.strip}>
      <StateBadge window={window} now={now} />
      <span>{formatDayLine(window, now)}</span>
      <Row as="span" nowrap dim wrap="never" className={styles.progress}>
        {due === 0 ? (
          <span>{nothingDueText(sheet.day.nothing_due, window.day)}</span>
        ) : (
          <>
            <span>
              {formatNumber(entered)} of {formatNumber(due)} values
            </span>
            <Progress max={due} value={entered} label="Values entered" />
          </>
        )}
      </Row>
      <SaveStatus sheet={sheet} />
    </Row>
  );
}

/** The same in one line; whether it is saved stands below, where it stays in sight. */
function DayLine({ sheet }: { sheet: DaySheet }) {
  useWholeSheet(sheet);
  const now = useNow();
  const { window } = sheet.day;
  const { due, entered } = sheet.counts();
  const left = Date.parse(window.ends_at) - now;
  return (
    <Row nowrap dim gap={2} size="sm" wrap="never" className={styles.dayLine}>
      <StateBadge window={window} now={now} />
      {window.day === window.today && left > 0 && <span>ends in {formatDuration(left)}</span>}
      {due === 0 ? (
        <span className={styles.dayLineCount}>Nothing due</span>
      ) : (
        <>
          <span className={styles.dayLineCount}>
            {formatNumber(entered)} of {formatNumber(due)}
            <span className="visually-hidden"> values</span>
          </span>
          <Progress max={due} value={entered} label="Values entered" />
        </>
      )}
    </Row>
  );
}

function StateBadge({ window, now }: { window: Day["window"]; now: number }) {
  return (
    <Badge tone={window.reopened_until ? "warning" : (stateTones[window.state] ?? "neutral")}>
      {formatDayState(window, now)}
    </Badge>
  );
}

/** What is open above the day. */
type OpenDialog =
  | { kind: "paste"; paste: NamesPaste }
  | { kind: "import" }
  | { kind: "reopen" }
  | { kind: "cell"; at: CellAt };

const ImportDialog = lazyDialog(async () => (await import("./import/import.tsx")).ImportDialog);
const PasteCheck = lazyDialog(async () => (await import("./import/paste-check.tsx")).PasteCheck);
const CellDrawer = lazyDialog(async () => (await import("./cell-drawer.tsx")).CellDrawer);

interface DayDialogsProps {
  dialog: OpenDialog;
  sheet: DaySheet;
  draftKey: DraftKey;
  onClose: () => void;
}

function DayDialogs({ dialog, sheet, draftKey, onClose }: DayDialogsProps) {
  const { clanId, day } = draftKey;
  if (dialog.kind === "import") return <ImportDialog clanId={clanId} day={day} onClose={onClose} />;
  if (dialog.kind === "paste") {
    const { byPosition, ...paste } = dialog.paste;
    const reason = readReason(draftKey);
    return (
      <PasteCheck
        sheet={sheet}
        clanId={clanId}
        {...paste}
        reason={reason}
        onByPosition={byPosition}
        onClose={onClose}
      />
    );
  }
  if (dialog.kind === "reopen") return <ReopenDialog clanId={clanId} day={day} onClose={onClose} />;
  const { row, column } = dialog.at;
  const [member, activity] = [sheet.members[row], sheet.activities[column]];
  if (!member || !activity) return null;
  return (
    <CellDrawer
      cell={{ clanId, memberId: member.id, activityId: activity.id, day }}
      isWriter={sheet.canEdit(dialog.at)}
      reason={readReason(draftKey)}
      onClose={onClose}
    />
  );
}
