import { addDays } from "@clanhall/contract/rules/clan-day";
import type { Day } from "@clanhall/contract/days";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { toPlayerPage } from "../../../domain/clan-screens.ts";
import { errorText } from "../../../lib/error-text.ts";
import { formatClanDate, plural } from "../../../lib/format.ts";
import { useWhileMounted } from "../../../lib/hooks.ts";
import { dismissToasts, showToast } from "../../../ui/toasts.ts";
import { dayQuery } from "../api.ts";
import { parseClipboardText } from "../grid/cell-text.ts";
import type { NamesPaste } from "../grid/state.ts";
import { type RefusalAction, refusalActionTexts } from "../sheet/access.ts";
import { type CellAt, type CellView, contentOf, excused, keyOf } from "../sheet/cell-store.ts";
import type { CellEdit, DaySheet, Sheet } from "../sheet/day-sheet.ts";
import { readText } from "../sheet/read-text.ts";
import { cellOf } from "./entry-bar.tsx";
import { controlId } from "./entry-field.tsx";
import { EntryRow, type RowActions } from "./entry-row.tsx";
import type { EntryMode } from "./kept-position.ts";
import { findNextMissing } from "./next-missing.ts";
import { Form, TextField } from "../../../ui/core/field.tsx";
import { Dialog, SubmitActions } from "../../../ui/dialog.tsx";
import { formatCell } from "../format.ts";
import { Button, IconButton } from "../../../ui/core/button.tsx";
import styles from "./phone.module.css";

interface EntryListProps {
  sheet: DaySheet;
  clanId: string;
  mode: EntryMode;
  /** The activity or the player whose values these are, of those that are entered one after the other. */
  group: number;
  groups: number[];
  /** What is shown, and what the walk from one missing value to the next goes through. */
  lines: number[];
  walked: number[];
  /** Only some players are shown. */
  isFiltered: boolean;
  canExcuse: boolean;
  hasKeyboardBar: boolean;
  onGroup: (group: number) => void;
  onFocusLine?: (line: number) => void;
  onOpenCell?: ((at: CellAt) => void) | undefined;
  onRefusalAction?: (action: RefusalAction) => void;
  onPasteNames?: ((paste: NamesPaste) => void) | undefined;
}

/** Values below each other, entered from one missing one to the next. */
export function EntryList(props: EntryListProps) {
  const { sheet, mode, group, lines, canExcuse, hasKeyboardBar } = props;
  const [said, setSaid] = useState("");
  const [adding, setAdding] = useState<CellAt | null>(null);
  const walk = useWalk(props, setSaid);
  const dayBefore = useDayBefore(sheet, props.clanId);
  const actions = useRowActions(props, { goNext: walk.goNext, askToAdd: setAdding, takeDayBefore: dayBefore.take });
  const { focused } = walk;
  const excuse = () => {
    if (!focused) return;
    // Shown before the field is left: what was typed there no longer counts.
    flushSync(() => sheet.edit([{ ...focused, input: excused }]));
    walk.goNext(focused);
  };
  return (
    <>
      <ul {...walk.listeners}>
        {lines.map((line) => {
          const at = cellOf(mode, group, line);
          return (
            <EntryRow
              key={`${at.row} ${at.column}`}
              sheet={sheet}
              {...at}
              of={mode === "activity" ? "player" : "activity"}
              canExcuse={canExcuse}
              isFocused={isSameCell(focused, at)}
              isWaiting={isSameCell(dayBefore.waiting, at)}
              actions={actions}
            />
          );
        })}
      </ul>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {hasKeyboardBar && focused && (
        <KeyboardBar onMove={walk.move} onExcuse={canExcuse ? excuse : undefined} onNext={() => walk.goNext(focused)} />
      )}
      {adding && <AddDialog sheet={sheet} at={adding} onClose={() => setAdding(null)} />}
    </>
  );
}

/** Leads from field to field, and knows where one is. */
function useWalk(props: EntryListProps, say: (text: string) => void) {
  const { sheet, mode, group, groups, lines, walked, isFiltered } = props;
  const [focused, setFocused] = useState<CellAt | null>(null);
  const isChosen = useRef(false);
  const leading = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isMissing = (at: CellAt) => sheet.cellAt(at).state === "missing" && sheet.canEdit(at);
  const lineOf = (at: CellAt) => (mode === "activity" ? at.row : at.column);
  const nameOf = (one: number) => (mode === "activity" ? sheet.activities : sheet.members)[one]?.name ?? "";
  const focusCell = (at: CellAt): boolean => {
    const control = document.getElementById(controlId(at));
    isChosen.current = true;
    control?.focus({ preventScroll: true });
    control?.scrollIntoView?.({ block: "nearest" });
    return control !== null;
  };
  const goNext = (from: CellAt) => {
    const next = findNextMissing({ groups, lines: walked }, { group, line: lineOf(from) }, (one) =>
      isMissing(cellOf(mode, one.group, one.line)),
    );
    if (!next) {
      (document.activeElement as HTMLElement | null)?.blur();
      const what = isFiltered ? "Everything shown" : `Everything of ${formatClanDate(sheet.day.window.day)}`;
      showToast({ kind: "success", message: `${what} is entered.` });
      return;
    }
    if (next.group !== group) {
      say(`${nameOf(group)} is done. Next: ${nameOf(next.group)}.`);
      flushSync(() => props.onGroup(next.group));
    }
    focusCell(cellOf(mode, next.group, next.line));
  };
  const move = (step: 1 | -1) => {
    const at = focused ? lines.indexOf(lineOf(focused)) : -1;
    for (let index = at + step; index >= 0 && index < lines.length; index += step) {
      if (focusCell(cellOf(mode, group, lines[index] ?? -1))) return;
    }
  };
  /** A finger or the Tab key chose the field that gets the focus. */
  const choose = () => {
    isChosen.current = true;
    clearTimeout(leading.current);
  };
  const onFocus = ({ currentTarget, target, relatedTarget }: FocusEvent<HTMLElement>) => {
    const at = cellOfField(target);
    const before = cellOfField(relatedTarget);
    setFocused(at);
    if (at) props.onFocusLine?.(lineOf(at));
    const fields = [...currentTarget.querySelectorAll("input")];
    const isNext = fields.indexOf(target as HTMLInputElement) === fields.indexOf(relatedTarget as HTMLInputElement) + 1;
    // The Next key of Android presses no key: it goes to the field below, which may be filled already. A screen reader
    // that chooses a field clicks it in the same breath.
    if (at && before && isNext && !isChosen.current && !isMissing(at)) leading.current = setTimeout(goNext, 0, before);
    isChosen.current = false;
  };
  return {
    focused,
    goNext,
    move,
    listeners: {
      onFocus,
      onBlur: ({ relatedTarget }: FocusEvent) => setFocused(cellOfField(relatedTarget)),
      onPointerDownCapture: choose,
      onClickCapture: () => clearTimeout(leading.current),
      // Chosen is what gets the focus next; whoever types has been there for a while.
      onInputCapture: () => {
        isChosen.current = false;
      },
      onKeyDownCapture: ({ key }: { key: string }) => {
        if (key === "Tab") choose();
      },
    },
  };
}

function cellOfField(element: EventTarget | null): CellAt | null {
  const { row, column } = (element as HTMLElement | null)?.dataset ?? {};
  return row === undefined || column === undefined ? null : { row: Number(row), column: Number(column) };
}

function isSameCell(one: CellAt | null, { row, column }: CellAt): boolean {
  return one?.row === row && one.column === column;
}

/** A cell for which the day before is asked, as it stood then. */
interface CopiedCell extends Pick<CellView, "state" | "value"> {
  at: CellAt;
  seen: number;
}

/** Fills a cell as it was the day before; what is entered meanwhile stays. */
function useDayBefore(sheet: Sheet, clanId: string) {
  const queries = useQueryClient();
  const fill = useWhileMounted((day: Day, { at, seen, ...before }: CopiedCell) => {
    const key = keyOf({
      member_id: sheet.members[at.row]?.id ?? "",
      activity_id: sheet.activities[at.column]?.id ?? "",
    });
    const input = contentOf(day.cells.find((entry) => keyOf(entry) === key));
    const { state, value } = sheet.cellAt(at);
    if (input.kind === "clear") showToast({ message: "Nothing was entered there the day before." });
    else if (state === before.state && value === before.value) sheet.edit([{ ...at, input, seen }]);
    else showToast({ message: "Not copied: the value has changed meanwhile." });
  });
  const copy = useMutation({
    mutationFn: (_cell: CopiedCell) => queries.fetchQuery(dayQuery(clanId, addDays(sheet.day.window.day, -1))),
    onSuccess: fill,
    onError: (error) => showToast({ kind: "error", message: errorText(error) }),
  });
  return {
    waiting: copy.isPending ? copy.variables.at : null,
    take: (at: CellAt) => {
      const { state, value } = sheet.cellAt(at);
      copy.mutate({ at, seen: sheet.versionAt(at), state, value });
    },
  };
}

const refusalTopic = "refused value";

/** One object for good, so that a list that is drawn again draws no lines. */
function useRowActions(
  { sheet, mode, group, lines, onOpenCell, onRefusalAction, onPasteNames }: EntryListProps,
  ofList: Pick<RowActions, "goNext" | "askToAdd" | "takeDayBefore">,
): RowActions {
  const navigate = useNavigate();
  const pasteLines = (from: CellAt, text: string) => {
    const block = parseClipboardText(text);
    const byPosition = () => pasteBlock(from, block);
    const isTable = block.length > 1 && block.some((row) => row.length > 1);
    if (isTable && onPasteNames) onPasteNames({ block, column: from.column, byPosition });
    else byPosition();
  };
  const pasteBlock = (from: CellAt, block: string[][]) => {
    const texts = block.length > 1 ? block.map(([first = ""]) => first) : (block[0] ?? []);
    const start = lines.indexOf(mode === "activity" ? from.row : from.column);
    const read = texts.flatMap((one, index) => {
      const line = lines[start + index];
      if (line === undefined || one.trim() === "") return [];
      const at = cellOf(mode, group, line);
      return [{ ...at, input: readText(sheet, at, one) }];
    });
    const edits = read.filter((one): one is CellEdit => one.input.kind !== "problem");
    showToast({ message: pasteText(edits.length, read.length - edits.length), ...sheet.edit(edits) });
  };
  const refuse = (at: CellAt) => {
    const { text, actions } = sheet.whyReadOnly(at);
    const offered = onRefusalAction ? actions : [];
    showToast({
      topic: refusalTopic,
      message: text,
      actions: offered.map((action) => ({
        label: refusalActionTexts[action],
        onSelect: () => onRefusalAction?.(action),
      })),
    });
  };
  // What could be done about it was for this day.
  useEffect(() => () => dismissToasts(refusalTopic), []);
  const openPlayer = ({ row }: CellAt) => void navigate(toPlayerPage(sheet.members[row]?.id ?? ""));
  const latest = useRef({ ...ofList, pasteLines, refuse, onOpenCell, openPlayer });
  useLayoutEffect(() => {
    latest.current = { ...ofList, pasteLines, refuse, onOpenCell, openPlayer };
  });
  const hasDetails = onOpenCell !== undefined;
  const [lasting] = useState<RowActions>(() => ({
    goNext: (from) => latest.current.goNext(from),
    pasteLines: (from, text) => latest.current.pasteLines(from, text),
    takeDayBefore: (at) => latest.current.takeDayBefore(at),
    refuse: (at) => latest.current.refuse(at),
    askToAdd: (at) => latest.current.askToAdd(at),
    openDetails: hasDetails ? (at) => latest.current.onOpenCell?.(at) : undefined,
    openPlayer: (at) => latest.current.openPlayer(at),
  }));
  return lasting;
}

function pasteText(pasted: number, wrong: number): string {
  if (pasted === 0)
    return wrong === 0 ? "Nothing to paste." : `Nothing pasted: ${plural(wrong, "value")} could not be read.`;
  return `${plural(pasted, "value")} pasted.${wrong > 0 ? ` ${wrong} could not be read.` : ""}`;
}

/** Adds to what was entered earlier on the day: a number pad has no plus sign. */
function AddDialog({ sheet, at, onClose }: { sheet: Sheet; at: CellAt; onClose: () => void }) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [member, activity] = [sheet.members[at.row], sheet.activities[at.column]];
  const { value } = sheet.cellAt(at);
  if (!member || !activity) return null;
  const add = () => {
    const input = text.trim() === "" ? null : readText(sheet, at, `+${text}`);
    if (input?.kind !== "value") return setProblem(input?.kind === "problem" ? input.problem : "Enter a number.");
    sheet.edit([{ ...at, input }]);
    onClose();
  };
  return (
    <Dialog title={`${member.name}: ${activity.name}`} size="sm" onClose={onClose}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <TextField
          label={`Add to ${formatCell(activity, value ?? 0)}`}
          inputMode={activity.value_type === "decimal" ? "decimal" : "numeric"}
          autoComplete="off"
          value={text}
          error={problem}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setProblem(null);
          }}
        />
        <SubmitActions action="Add" busy={false} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

interface KeyboardBarProps {
  onMove: (step: 1 | -1) => void;
  /** Left out where nobody may be excused. */
  onExcuse?: (() => void) | undefined;
  onNext: () => void;
}

/** Sits on the keyboard while a field has the focus: number pads of phones have neither Enter nor arrows. */
function KeyboardBar({ onMove, onExcuse, onNext }: KeyboardBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const view = window.visualViewport;
    if (!view) return undefined;
    const follow = () => {
      const covered = Math.max(0, window.innerHeight - view.height - view.offsetTop);
      if (bar.current) bar.current.style.transform = `translateY(${-covered}px)`;
    };
    follow();
    view.addEventListener("resize", follow);
    view.addEventListener("scroll", follow);
    return () => {
      view.removeEventListener("resize", follow);
      view.removeEventListener("scroll", follow);
    };
  }, []);
  return (
    <div
      ref={bar}
      className={styles.keyboardBar}
      data-keyboard-bar
      role="toolbar"
      tabIndex={-1}
      aria-label="Entry"
      // Keeps the focus, and with it the keyboard.
      onMouseDown={(event) => event.preventDefault()}
    >
      <IconButton icon="chevron-up" label="Line above" onClick={() => onMove(-1)} />
      <IconButton icon="chevron-down" label="Line below" onClick={() => onMove(1)} />
      <span />
      {onExcuse && <Button onClick={onExcuse}>Excuse</Button>}
      <Button variant="primary" onClick={onNext}>
        Next missing
      </Button>
    </div>
  );
}
