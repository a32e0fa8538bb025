import type { ReactNode } from "react";
import { formatNumber, plural } from "../../../lib/format.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Button, IconButton } from "../../../ui/core/button.tsx";
import { Icon } from "../../../ui/core/icon.tsx";
import { IconBadge } from "../../../ui/icon-badge.tsx";
import { moveFocus } from "../../../ui/popover.tsx";
import { saveStateOf } from "../day-state.tsx";
import type { DaySheet, Sheet } from "../sheet/day-sheet.ts";
import { useWholeSheet } from "../use-day-sheet.ts";
import type { EntryMode } from "./kept-position.ts";
import { ViewSwitch } from "../../../ui/view-switch.tsx";
import { Row, Text } from "../../../ui/core/layout.tsx";
import styles from "./phone.module.css";

interface EntryBarProps {
  sheet: DaySheet;
  mode: EntryMode;
  /** The chosen activity or player. */
  group: number;
  /** Activities, or players with something missing. */
  groups: number[];
  onGroup: (group: number) => void;
  onMode: (mode: EntryMode) => void;
  onUndo: () => void;
}

/** Stays in sight while the list scrolls: what is entered, how much of it is missing, and whether it is saved. */
export function EntryBar({ sheet, mode, group, groups, onGroup, onMode, onUndo }: EntryBarProps) {
  useWholeSheet(sheet);
  return (
    <div className={styles.bar}>
      <GroupTabs sheet={sheet} mode={mode} group={group} groups={groups} onGroup={onGroup} />
      <EntryLine sheet={sheet} missing={countMissing(sheet, mode, group)} onUndo={onUndo}>
        <ViewSwitch label="Enter by" options={modes} value={mode} onChange={onMode} />
      </EntryLine>
    </div>
  );
}

const modes = { activity: "Activity", player: "Player" } as const;

interface EntryLineProps {
  sheet: DaySheet;
  missing: number;
  onUndo: () => void;
  children: ReactNode;
}

/** Drawn anew by whoever watches the sheet. */
export function EntryLine({ sheet, missing, onUndo, children }: EntryLineProps) {
  return (
    <Row nowrap gap={2} size="sm" wrap="never" className={styles.line}>
      <Row grow tight gap={2} className={styles.state}>
        <Text as="strong" wrap="cut">
          {missing === 0 ? "All entered" : `${formatNumber(missing)} missing`}
        </Text>
        <SaveState sheet={sheet} />
      </Row>
      {children}
      {sheet.day.window.can_write && (
        <IconButton icon="undo" label="Undo" disabled={!sheet.canUndo()} onClick={onUndo} />
      )}
    </Row>
  );
}

const saveTones = { failed: "danger", open: "warning", busy: undefined, off: undefined, saved: "success" } as const;

/** In a word or two; what did not arrive is sent again by a tap. */
function SaveState({ sheet }: { sheet: DaySheet }) {
  const { failed, waiting, conflicts, needsConfirmation, isStopped } = saveStateOf(sheet);
  if (failed > 0 && !isStopped) {
    return (
      <Text tone="danger" role="status">
        <Button variant="plain" size="sm" onClick={sheet.retry}>
          {formatNumber(failed)} not saved<span className="visually-hidden">, tap to retry</span>
        </Button>
      </Text>
    );
  }
  const open = conflicts + needsConfirmation;
  const kind = failed > 0 ? "failed" : open > 0 ? "open" : waiting > 0 ? "busy" : isStopped ? "off" : "saved";
  const texts = {
    failed: `${formatNumber(failed)} not saved`,
    open: `${formatNumber(open)} to check`,
    busy: "Saving…",
    off: "Read only",
    saved: "Saved",
  };
  return (
    <Text dim tone={saveTones[kind]} role="status">
      {texts[kind]}
    </Text>
  );
}

type GroupTabsProps = Pick<EntryBarProps, "sheet" | "mode" | "group" | "groups" | "onGroup">;

function GroupTabs({ sheet, mode, group, groups, onGroup }: GroupTabsProps) {
  return (
    <div
      role="tablist"
      aria-label={mode === "activity" ? "Activity" : "Player"}
      className={styles.tabs}
      tabIndex={-1}
      onKeyDown={(event) => moveFocus(event, '[role="tab"]', "horizontal")}
    >
      {groups.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          ref={one === group ? showTab : undefined}
          aria-selected={one === group}
          tabIndex={one === group ? 0 : -1}
          onClick={() => onGroup(one)}
        >
          <GroupName sheet={sheet} mode={mode} group={one} />
          <Missing count={countMissing(sheet, mode, one)} />
        </button>
      ))}
    </div>
  );
}

/** By hand: bringing it into view would scroll the page as well. Part of the next tab stays in sight. */
function showTab(tab: HTMLElement | null): void {
  const list = tab?.parentElement;
  if (!list) return;
  const [first, last] = [tab.offsetLeft + tab.offsetWidth + 48 - list.clientWidth, tab.offsetLeft - 48];
  list.scrollLeft = Math.min(Math.max(list.scrollLeft, first), last);
}

function GroupName({ sheet, mode, group }: Pick<EntryBarProps, "sheet" | "mode" | "group">) {
  const activity = sheet.activities[group];
  const member = sheet.members[group];
  if (mode === "player") {
    return (
      member && (
        <>
          <Avatar name={member.name} color={member.tint} size={24} />
          <span>{member.name}</span>
        </>
      )
    );
  }
  return (
    activity && (
      <>
        <IconBadge {...activity} size={28} />
        <span>{activity.short_label}</span>
      </>
    )
  );
}

function Missing({ count }: { count: number }) {
  if (count === 0) {
    return (
      <Text tone="success">
        <Icon name="tick" size={16} />
        <span className="visually-hidden">, done</span>
      </Text>
    );
  }
  return (
    <Text as="small" size="xs" weight={600} tone="warning">
      <span className="visually-hidden">, </span>
      {formatNumber(count)}
      <span className="visually-hidden"> missing</span>
    </Text>
  );
}

/** Of an activity over all players, or of a player over all activities. */
export function countMissing(sheet: Sheet, mode: EntryMode, group: number): number {
  const lines = mode === "activity" ? sheet.members : sheet.activities;
  return lines.filter((_, line) => sheet.cellAt(cellOf(mode, group, line)).state === "missing").length;
}

export function cellOf(mode: EntryMode, group: number, line: number) {
  return mode === "activity" ? { row: line, column: group } : { row: group, column: line };
}

/** What the filters leave out, said above the list. */
export function FilteredLine({ shown, all, onClear }: { shown: number; all: number; onClear: () => void }) {
  return (
    <Row as="p" dim size="sm" className={styles.filtered}>
      {formatNumber(shown)} of {plural(all, "player")}
      <Button variant="plain" size="sm" onClick={onClear}>
        Clear filters
      </Button>
    </Row>
  );
}
