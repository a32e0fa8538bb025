import { addDays } from "@clanhall/contract/rules/clan-day";
import { useQuery } from "@tanstack/react-query";
import { ButtonLink } from "../../ui/core/button.tsx";
import { Surface } from "../../ui/card.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useNow } from "../../ui/relative-time.tsx";
import { latestDaysQuery } from "./api.ts";
import { CellControl, CellErrors } from "./cell-control.tsx";
import styles from "./day.module.css";
import { formatDayLine, formatPoints, formatUnit, formatValue } from "./format.ts";
import { SaveStatus } from "./save-status.tsx";
import type { CellView } from "./sheet/cell-store.ts";
import type { DaySheet } from "./sheet/day-sheet.ts";
import { useWholeSheet } from "./use-day-sheet.ts";

interface OwnDayProps {
  sheet: DaySheet;
  clanId: string;
  /** Others' values may be looked at. */
  seesAll: boolean;
}

/** A member's own day: what they did, as controls large enough for a thumb. */
export function OwnDay({ sheet, clanId, seesAll }: OwnDayProps) {
  useWholeSheet(sheet);
  const now = useNow();
  const row = sheet.members.findIndex(({ is_me }) => is_me);
  if (row === -1) {
    return (
      <div className={styles.empty}>
        <h2>You were not on the roster</h2>
        <p>You have nothing to enter on this day.</p>
      </div>
    );
  }
  return (
    <div className={styles.own}>
      <DayTabs sheet={sheet} clanId={clanId} />
      <Surface className={styles.card}>
        <div className={styles.strip}>
          <span>{formatDayLine(sheet.day.window, now)}</span>
          <span className={styles.ownPoints}>
            <strong>{formatPoints(sheet.pointsOf(row))}</strong> points
          </span>
          <SaveStatus sheet={sheet} />
        </div>
        <ul>
          {sheet.activities.map((activity, column) => (
            <OwnActivity key={activity.id} sheet={sheet} row={row} column={column} />
          ))}
        </ul>
        {sheet.activities.length === 0 && <p className={styles.ownNone}>Nothing is due for you on this day.</p>}
      </Surface>
      {seesAll && (
        <div>
          <ButtonLink to="." search={(search: Record<string, unknown>) => ({ ...search, view: "all" })}>
            Show all players
          </ButtonLink>
        </div>
      )}
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

function OwnActivity({ sheet, row, column }: { sheet: DaySheet; row: number; column: number }) {
  const at = { row, column };
  const activity = sheet.activities[column];
  const cell = sheet.cellAt(at);
  if (!activity) return null;
  return (
    <li className={styles.ownItem}>
      <div className={styles.ownName}>
        <span>{activity.name}</span>
        <small>
          {[formatUnit(activity), cell.points !== 0 && `${formatPoints(cell.points)} points`]
            .filter(Boolean)
            .join(" · ")}
        </small>
      </div>
      {sheet.canEdit(at) ? (
        <CellControl sheet={sheet} at={at} activity={activity} label={activity.name} canExcuse={false} />
      ) : (
        <span className={styles.phoneValue}>
          {formatCell(cell, activity)}
          {activity.entry_by === "maintainers" && <small>entered by your officers</small>}
        </span>
      )}
      <CellErrors sheet={sheet} at={at} />
    </li>
  );
}

function formatCell({ state, value }: CellView, activity: Parameters<typeof formatValue>[0]): string {
  if (state === "value" && value !== null) return formatValue(activity, value);
  return state === "not_due" ? "not due" : state;
}
