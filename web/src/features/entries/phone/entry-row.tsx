import type { DayActivity, DayMember } from "@clanhall/contract/days";
import { memo, type MouseEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useIsDisputed } from "../../../domain/disputes.tsx";
import { formatDate, formatNumber } from "../../../lib/format.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Button } from "../../../ui/core/button.tsx";
import { IconBadge } from "../../../ui/icon-badge.tsx";
import { Menu, type MenuItem } from "../../../ui/menu.tsx";
import { formatCellPoints, formatTheirs, formatUnit, formatCell } from "../format.ts";
import { type CellAt, type CellView, excused, nothing } from "../sheet/cell-store.ts";
import type { DaySheet, Sheet } from "../sheet/day-sheet.ts";
import { useRow } from "../use-day-sheet.ts";
import { controlId, EntryField } from "./entry-field.tsx";
import { Row, Stack, Text } from "../../../ui/core/layout.tsx";
import styles from "./phone.module.css";

/** What a line does beyond its own cell. */
export interface RowActions {
  goNext: (from: CellAt) => void;
  pasteLines: (from: CellAt, text: string) => void;
  takeDayBefore: (at: CellAt) => void;
  refuse: (at: CellAt) => void;
  askToAdd: (at: CellAt) => void;
  openDetails?: ((at: CellAt) => void) | undefined;
  openPlayer: (at: CellAt) => void;
}

interface EntryRowProps extends CellAt {
  sheet: DaySheet;
  /** What the line is for: a player of one activity, or an activity of one player. */
  of: "player" | "activity";
  canExcuse: boolean;
  isFocused: boolean;
  /** What it was the day before is on its way. */
  isWaiting: boolean;
  actions: RowActions;
}

/** One value with whose it is, 56 px high. */
export const EntryRow = memo(function EntryRow({
  sheet,
  row,
  column,
  of,
  canExcuse,
  isFocused,
  isWaiting,
  actions,
}: EntryRowProps) {
  useRow(sheet, row);
  const isDisputed = useIsDisputed();
  const [problem, setProblem] = useState<string | null>(null);
  const [isOpened, setOpened] = useState(false);
  const line = useRef<HTMLLIElement>(null);
  const press = useLongPress(() => line.current?.querySelector<HTMLElement>("[aria-haspopup=menu]")?.click());
  const usual = useUsual(sheet, { row, column }, isFocused);
  const [member, activity] = [sheet.members[row], sheet.activities[column]];
  if (!member || !activity) return null;
  const at = { row, column };
  const cell = sheet.cellAt(at);
  const label = of === "player" ? `${member.name}, ${activity.name}` : activity.name;
  const openField = () => {
    setOpened(true);
    requestAnimationFrame(() => document.getElementById(controlId(at))?.focus());
  };
  return (
    <li ref={line} className={styles.item} data-line={of === "player" ? row : column}>
      <div className={styles.row} {...press}>
        {of === "player" ? <Avatar name={member.name} color={member.tint} /> : <IconBadge {...activity} />}
        <Stack as="span" grow gap={0} className={styles.name}>
          <Text as="strong" wrap="cut">
            {of === "player" ? member.name : activity.name}
          </Text>
          <Note tone={noteTones[cell.save]}>
            {noteOf({ cell, member, activity, of, usual, isWaiting, isDisputed: isDisputed(member.id, activity.id) })}
          </Note>
        </Stack>
        {!sheet.canEdit(at) ? (
          <button
            type="button"
            className={styles.value}
            aria-label={`${label}: ${cellText(cell, activity)}, read only`}
            onClick={() => actions.refuse(at)}
          >
            {cellText(cell, activity)}
          </button>
        ) : cell.state === "not_due" && !isOpened ? (
          <button
            type="button"
            className={styles.value}
            aria-label={`${label}: not due, enter anyway`}
            onClick={openField}
          >
            not due
          </button>
        ) : (
          <EntryField
            sheet={sheet}
            at={at}
            activity={activity}
            label={label}
            onNext={actions.goNext}
            onPasteLines={actions.pasteLines}
            onProblem={setProblem}
          />
        )}
        <Menu label={`More for ${label}`} items={menuOf({ sheet, at, cell, activity, canExcuse, actions })} />
      </div>
      {problem !== null && (
        <p role="alert" id={`${controlId(at)}-problem`} className={styles.problem}>
          {problem}
        </p>
      )}
      <CellErrors sheet={sheet} at={at} />
    </li>
  );
});

const noteTones: Partial<Record<CellView["save"], "danger" | "warning">> = {
  failed: "danger",
  conflict: "warning",
  needsConfirmation: "warning",
};

function Note({ tone, children }: { tone: "danger" | "warning" | undefined; children: string }) {
  return children === "" ? null : (
    <Text as="small" dim size="xs" tone={tone} wrap="cut">
      {children}
    </Text>
  );
}

interface NoteParts {
  cell: CellView;
  member: DayMember;
  activity: DayActivity;
  of: EntryRowProps["of"];
  usual: number | null;
  isWaiting: boolean;
  isDisputed: boolean;
}

const saveNotes: Partial<Record<CellView["save"], string>> = {
  failed: "not saved",
  conflict: "changed by someone else",
  needsConfirmation: "please check",
};

/** What there is to know besides the value; most lines have nothing. */
function noteOf({ cell, member, activity, of, usual, isWaiting, isDisputed }: NoteParts): string {
  if (isWaiting) return "loading the day before…";
  if (isDisputed) return "disputed";
  const note = saveNotes[cell.save];
  if (note) return note;
  if (usual !== null) return `usually about ${formatNumber(usual, 0)}`;
  if (of === "activity") {
    const unit = activity.value_type === "yes_no" ? "yes or no" : formatUnit(activity);
    const by = activity.entry_by === "maintainers" && member.is_me ? "entered by your officers" : "";
    return [unit, cell.points !== 0 && `${formatCellPoints(cell.points)} points`, by].filter(Boolean).join(" · ");
  }
  if (member.not_due === "grace") return "new to the clan";
  if (member.not_due !== "away") return "";
  return member.away_until === null ? "away" : `away until ${formatDate(member.away_until)}`;
}

function cellText({ state, value }: CellView, activity: DayActivity): string {
  if (state !== "value" || value === null) return state === "not_due" ? "not due" : state;
  if (activity.value_type === "yes_no") return value > 0 ? "yes" : "no";
  return formatCell(activity, value);
}

/** What the player usually has there, for whoever is about to type it. */
function useUsual(sheet: DaySheet, at: CellAt, isFocused: boolean): number | null {
  const [usual, setUsual] = useState<number | null>(null);
  const { row, column } = at;
  useEffect(() => {
    let isHere = isFocused;
    if (isFocused) void sheet.loadUsual().then(() => isHere && setUsual(sheet.usualAt({ row, column })));
    return () => {
      isHere = false;
    };
  }, [sheet, row, column, isFocused]);
  return isFocused ? usual : null;
}

interface MenuParts {
  sheet: Sheet;
  at: CellAt;
  cell: CellView;
  activity: DayActivity;
  canExcuse: boolean;
  actions: RowActions;
}

function menuOf({ sheet, at, cell, activity, canExcuse, actions }: MenuParts): MenuItem[] {
  const isExcused = cell.state === "excused";
  const canEdit = sheet.canEdit(at);
  const excuse = {
    label: isExcused ? "Not excused" : "Excuse",
    onSelect: () => sheet.edit([{ ...at, input: isExcused ? nothing : excused }]),
  };
  const { openDetails } = actions;
  return [
    ...(canEdit && canExcuse ? [excuse] : []),
    ...(canEdit ? [{ label: "Same as the day before", onSelect: () => actions.takeDayBefore(at) }] : []),
    ...(canEdit && activity.value_type !== "yes_no"
      ? [{ label: "Add to the value…", onSelect: () => actions.askToAdd(at) }]
      : []),
    ...(openDetails ? [{ label: "Details", onSelect: () => openDetails(at) }] : []),
    { label: "Player page", onSelect: () => actions.openPlayer(at) },
  ];
}

const longPressMs = 500;
const stillWithin = 10;

/** A finger that stays where it is; one that scrolls, or that is at a control, means something else. */
function useLongPress(onPress: () => void) {
  const held = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> } | null>(null);
  const stop = () => {
    clearTimeout(held.current?.timer);
    held.current = null;
  };
  useEffect(() => () => clearTimeout(held.current?.timer), []);
  return {
    onPointerDown: ({ target, clientX: x, clientY: y, pointerType }: PointerEvent) => {
      stop();
      if (pointerType === "mouse" || (target as Element).closest("button, input")) return;
      held.current = { x, y, timer: setTimeout(onPress, longPressMs) };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x = clientX, y = clientY } = held.current ?? {};
      if (Math.hypot(clientX - x, clientY - y) > stillWithin) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
  };
}

/** What keeps a cell from being saved, with the decision it waits for. */
function CellErrors({ sheet, at }: { sheet: Sheet; at: CellAt }): ReactNode {
  const { save, problem, theirs } = sheet.cellAt(at);
  /** The button goes with its question. A finger does not want the keyboard of the phone. */
  const answer = (decide: () => void) => (event: MouseEvent) => {
    decide();
    if (event.detail === 0) document.getElementById(controlId(at))?.focus();
  };
  const activity = sheet.activities[at.column];
  if (save === "failed") return <p className={styles.problem}>{problem}</p>;
  if (save === "needsConfirmation") {
    return (
      <Row gap={2} className={`${styles.problem} ${styles.error}`}>
        <p>{problem}</p>
        <Button onClick={answer(() => sheet.confirm(at))}>Yes, it is correct</Button>
      </Row>
    );
  }
  if (save !== "conflict" || !theirs || !activity) return null;
  return (
    <Row gap={2} className={`${styles.problem} ${styles.error}`}>
      <p>
        {theirs.entered_by_name} entered {formatTheirs(activity, theirs)} meanwhile.
      </p>
      <Button onClick={answer(() => sheet.resolveConflict(at, "mine"))}>Keep mine</Button>
      <Button onClick={answer(() => sheet.resolveConflict(at, "theirs"))}>Take theirs</Button>
    </Row>
  );
}
