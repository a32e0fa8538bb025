import type { ClanCard } from "@clanhall/contract/clans";
import type { Day } from "@clanhall/contract/days";
import { useMediaQuery } from "../../lib/media.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { mayInClan } from "../../domain/permissions.ts";
import type { DayFilters } from "./day-address.ts";
import { DayBody, fetchGrid } from "./day-body.tsx";
import { type OpenDialog, DayDialogs } from "./day-dialogs.tsx";
import { DayFilterBar, noFilters } from "./day-filters.tsx";
import { DayLoading, FutureDay } from "./day-states.tsx";
import { DayStrip } from "./day-strip.tsx";
import { DayTools } from "./day-tools.tsx";
import styles from "./day.module.css";
import { DraftNotice } from "./draft-notice.tsx";
import { dayQuery } from "./entries.api.ts";
import { LockedNotice } from "./locked-notice.tsx";
import { OwnDay } from "./own-day.tsx";
import type { Writes } from "./sheet/sheet-access.ts";
import { useDaySheet } from "./use-day-sheet.ts";

export interface ClanDayProps {
  clan: ClanCard;
  userId: string;
  day: string;
  filters: DayFilters;
  onFilter: (filters: DayFilters) => void;
  /** A member who enters their own values looks at everybody's. */
  showsAll: boolean;
}

/** One day of a clan: everything that was entered, and the place to enter more. */
export function ClanDay(props: ClanDayProps) {
  const isPhone = useMediaQuery("(max-width: 40em)");
  useEffect(() => {
    if (!isPhone) fetchGrid();
  }, [isPhone]);
  const query = useQuery({
    ...dayQuery(props.clan.id, props.day),
    refetchInterval: ({ state }) => untilWindowChanges(state.data),
  });
  if (query.data === undefined) return <DayLoading query={query} />;
  const { state, today } = query.data.window;
  if (state === "future") return <FutureDay day={props.day} today={today} />;
  return <LoadedDay {...props} isPhone={isPhone} loaded={query.data} />;
}

function LoadedDay(props: ClanDayProps & { isPhone: boolean; loaded: Day }) {
  const { clan, userId, day, filters, onFilter, showsAll, isPhone, loaded } = props;
  const place = { userId, clanId: clan.id, day };
  const writes = writesOf(clan);
  const sheet = useDaySheet(loaded, place, writes);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const canManage = mayInClan(clan, "clan.manage");
  const isLocked = loaded.window.state === "locked";
  const canReopen = isLocked && mayInClan(clan, "entry.write_locked");
  const isOwn = writes === "own" && !showsAll;
  return (
    <div className={styles.day}>
      <DraftNotice place={place} />
      <LockedNotice sheet={sheet} place={place} />
      {isOwn ? (
        <OwnDay sheet={sheet} clanId={clan.id} seesAll={mayInClan(clan, "values.view")} />
      ) : (
        <>
          <div className={styles.controls}>
            <DayFilterBar sheet={sheet} filters={filters} onFilter={onFilter} />
            <DayTools
              clan={clan}
              sheet={sheet}
              canManage={canManage}
              canReopen={canReopen}
              isPhone={isPhone}
              onImport={() => setDialog({ kind: "import" })}
              onReopen={() => setDialog({ kind: "reopen" })}
            />
          </div>
          <div className={styles.card}>
            <DayStrip sheet={sheet} />
            <DayBody
              clanId={clan.id}
              sheet={sheet}
              filters={filters}
              isPhone={isPhone}
              canManage={canManage}
              canExcuse={writes === "all"}
              onClear={() => onFilter(noFilters)}
              onOpenCell={(at) => setDialog({ kind: "cell", at })}
            />
          </div>
        </>
      )}
      {dialog && <DayDialogs dialog={dialog} sheet={sheet} place={place} onClose={() => setDialog(null)} />}
    </div>
  );
}

/** Managers write everything; members their own cells, where the clan lets them. */
function writesOf(clan: ClanCard): Writes {
  if (mayInClan(clan, "clan.manage")) return "all";
  return mayInClan(clan, "entry.write") ? "own" : "none";
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
