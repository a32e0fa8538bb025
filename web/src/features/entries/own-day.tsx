import { addDays } from "@clanhall/contract/rules/clan-day";
import { useQuery } from "@tanstack/react-query";
import { ButtonLink } from "../../ui/core/button.tsx";
import { Muted, Stack, Text } from "../../ui/core/layout.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Surface } from "../../ui/card.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useNow } from "../../ui/relative-time.tsx";
import { latestDaysQuery } from "./api.ts";
import styles from "./day.module.css";
import { formatDayLine, formatCellPoints } from "./format.ts";
import { countMissing, EntryLine } from "./phone/entry-bar.tsx";
import { EntryList } from "./phone/entry-list.tsx";
import phone from "./phone/phone.module.css";
import type { DaySheet } from "./sheet/day-sheet.ts";
import { useWholeSheet } from "./use-day-sheet.ts";

interface OwnDayProps {
  sheet: DaySheet;
  clanId: string;
  /** Others' values may be looked at. */
  seesAll: boolean;
  isPhone: boolean;
}

/** A member's own day: what they did, as one player of the officers' entry. */
export function OwnDay({ sheet, clanId, seesAll, isPhone }: OwnDayProps) {
  const now = useNow();
  const row = sheet.members.findIndex(({ is_me }) => is_me);
  if (row === -1) {
    return <EmptyState title="You were not on the roster">You have nothing to enter on this day.</EmptyState>;
  }
  const columns = sheet.activities.map((_, column) => column);
  return (
    <Stack className={styles.own}>
      <DayTabs sheet={sheet} clanId={clanId} />
      <Muted as="p">{formatDayLine(sheet.day.window, now)}</Muted>
      <Surface className={isPhone ? phone.phone : styles.card}>
        <OwnBar sheet={sheet} row={row} />
        <EntryList
          sheet={sheet}
          clanId={clanId}
          mode="player"
          group={row}
          groups={[row]}
          lines={columns}
          walked={columns}
          isFiltered={false}
          canExcuse={false}
          hasKeyboardBar={isPhone}
          onGroup={() => undefined}
        />
        {columns.length === 0 && (
          <Text as="p" dim className={styles.ownNone}>
            Nothing is due for you on this day.
          </Text>
        )}
      </Surface>
      {seesAll && (
        <div>
          <ButtonLink to="." search={(search: Record<string, unknown>) => ({ ...search, view: "all" })}>
            Show all players
          </ButtonLink>
        </div>
      )}
    </Stack>
  );
}

function OwnBar({ sheet, row }: { sheet: DaySheet; row: number }) {
  useWholeSheet(sheet);
  return (
    <div className={phone.bar}>
      <EntryLine sheet={sheet} missing={countMissing(sheet, "player", row)} onUndo={sheet.undo}>
        <span>
          <strong>{formatCellPoints(sheet.pointsOf(row))}</strong> points
        </span>
      </EntryLine>
    </div>
  );
}

/** Yesterday is offered while it can still be written. */
function DayTabs({ sheet, clanId }: Pick<OwnDayProps, "sheet" | "clanId">) {
  const { day, today } = sheet.day.window;
  const { data: days } = useQuery(latestDaysQuery(clanId));
  const yesterday = addDays(today, -1);
  const isYesterdayOpen = days?.some((one) => one.day === yesterday && one.state === "late") ?? false;
  if (!isYesterdayOpen && day === today) return null;
  return (
    <Tabs
      label="Day"
      items={[
        { key: today, label: "Today", search: { day: today } },
        ...(isYesterdayOpen ? [{ key: yesterday, label: "Yesterday", search: { day: yesterday } }] : []),
      ]}
      current={day}
    />
  );
}
