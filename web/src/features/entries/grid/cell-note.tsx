import { type ChangeEvent, type ReactNode, useCallback, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { DisputeOf, useIsDisputed } from "../../../domain/disputes.tsx";
import { Button } from "../../../ui/core/button.tsx";
import { floatingStyle, Row, Text } from "../../../ui/core/layout.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { formatTheirs, formatCell } from "../format.ts";
import { isCutOff, onPageLeft } from "../leaving.ts";
import { type RefusalAction, refusalActionTexts } from "../sheet/access.ts";
import { type CellAt, type CellView, wholeSheet } from "../sheet/cell-store.ts";
import { commitDraft, startDraft, typeText } from "./actions.ts";
import styles from "./grid.module.css";
import { activeCell, cellId, editorId, focusGrid, type GridStore } from "./state.ts";
import { describeCell } from "./cell-text.ts";
import { type Columns, headHeight, rowHeight } from "./view.ts";

interface CellNoteProps {
  store: GridStore;
  /** Whether somebody is at the grid. */
  isNear: boolean;
  onRefusalAction: ((action: RefusalAction) => void) | undefined;
}

/** What there is to say and to answer about the active cell, beside it and above everything that scrolls. */
export function CellNote({ store, isNear, onRefusalAction }: CellNoteProps) {
  const subscribe = useCallback((listener: () => void) => watchBoth(store, listener), [store]);
  const asking = useSyncExternalStore(subscribe, () => askingCell(store));
  const problem = useSyncExternalStore(store.subscribe, () => store.read().draft?.problem ?? null);
  const refusal = useSyncExternalStore(store.subscribe, () => store.read().refusal);
  const disputed = useDisputedCell(store);
  const at = store.read().draft ?? activeCell(store);
  if (refusal && isNear) {
    return (
      <Panel store={store} at={refusal}>
        <p>{refusal.text}</p>
        {refusal.actions.length > 0 && (
          <Row gap={2}>
            {refusal.actions.map((action) => (
              <Answer
                key={action}
                text={refusalActionTexts[action]}
                onChoose={() => {
                  store.set({ refusal: null });
                  if (action === "anyway") enterAnyway(store, refusal.row);
                  else onRefusalAction?.(action);
                }}
              />
            ))}
          </Row>
        )}
      </Panel>
    );
  }
  if (at && problem !== null) {
    return (
      <Panel store={store} at={at}>
        <Text as="p" tone="danger" role="alert">
          {problem}
        </Text>
      </Panel>
    );
  }
  if (!at || !isNear || (!asking && !disputed)) return null;
  return (
    <Panel store={store} at={at}>
      {asking ? (
        <Question store={store} cell={asking} at={at} />
      ) : (
        disputed && <DisputeOf key={Object.values(disputed).join()} {...disputed} />
      )}
    </Panel>
  );
}

/** The active cell if somebody disputes it, once one rests there; nothing comes up while one types. */
function useDisputedCell(store: GridStore) {
  const isDisputed = useIsDisputed();
  const key = useSyncExternalStore(store.subscribe, () => {
    const { draft, isResting } = store.read();
    const at = draft || !isResting ? null : activeCell(store);
    return at ? `${store.sheet.members[at.row]?.id} ${store.sheet.activities[at.column]?.id}` : "";
  });
  const [memberId = "", activityId = ""] = key.split(" ");
  return isDisputed(memberId, activityId) ? { memberId, activityId } : null;
}

function enterAnyway(store: GridStore, row: number): void {
  store.entersAnyway.add(row);
  focusGrid(store);
  startDraft(store, true);
}

function watchBoth({ sheet, subscribe }: GridStore, listener: () => void): () => void {
  const stops = [subscribe(listener), sheet.subscribe(wholeSheet, listener)];
  return () => stops.forEach((stop) => stop());
}

/** The active cell while it waits for an answer. */
function askingCell(store: GridStore): CellView | null {
  const at = activeCell(store);
  if (!at || store.read().draft) return null;
  const cell = store.sheet.cellAt(at);
  return cell.save === "conflict" || cell.save === "needsConfirmation" || cell.save === "failed" ? cell : null;
}

function Question({ store, cell, at }: { store: GridStore; cell: CellView; at: CellAt }) {
  const { sheet } = store;
  const answer = (act: () => void) => () => {
    focusGrid(store);
    act();
  };
  const correct = <Answer text="Correct" onChoose={answer(() => startDraft(store, true))} />;
  if (cell.save === "conflict") {
    return (
      <>
        <BothValues store={store} cell={cell} column={at.column} />
        <Row gap={2}>
          <Answer text="Keep mine" onChoose={answer(() => sheet.resolveConflict(at, "mine"))} />
          <Answer text="Take theirs" onChoose={answer(() => sheet.resolveConflict(at, "theirs"))} />
        </Row>
      </>
    );
  }
  return (
    <>
      <p>{cell.problem}</p>
      <Row gap={2}>
        {cell.save === "needsConfirmation" ? (
          <Answer text="Keep" onChoose={answer(() => sheet.confirm(at))} />
        ) : (
          <Answer text="Try again" onChoose={answer(() => sheet.retry())} />
        )}
        {correct}
      </Row>
    </>
  );
}

function BothValues({ store, cell, column }: { store: GridStore; cell: CellView; column: number }) {
  const activity = store.sheet.activities[column];
  if (!activity) return null;
  const { theirs } = cell;
  return (
    <dl className={styles.both}>
      <div>
        <dt>Yours</dt>
        <dd>{cell.state === "value" && cell.value !== null ? formatCell(activity, cell.value) : formatEmpty(cell)}</dd>
      </div>
      <div>
        <dt>
          {theirs ? (
            <>
              {theirs.entered_by_name}, <RelativeTime iso={theirs.entered_at} />
            </>
          ) : (
            "Theirs"
          )}
        </dt>
        <dd>{theirs ? formatTheirs(activity, theirs) : "nothing"}</dd>
      </div>
    </dl>
  );
}

function formatEmpty({ state }: CellView): string {
  return state === "excused" ? "excused" : "nothing";
}

function Answer({ text, onChoose }: { text: string; onChoose: () => void }) {
  return (
    <Button size="sm" onClick={onChoose}>
      {text}
    </Button>
  );
}

function Panel({ store, at, children }: { store: GridStore; at: CellAt; children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  const id = cellId(store, at);
  useLayoutEffect(() => {
    const element = panel.current;
    if (!element) return undefined;
    element.showPopover?.();
    const stay = () => position(element, document.getElementById(id));
    stay();
    window.addEventListener("scroll", stay, { capture: true, passive: true });
    return () => window.removeEventListener("scroll", stay, { capture: true });
  }, [id]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leads back to the cell
    <div
      ref={panel}
      id={`${store.id}-note`}
      popover="manual"
      role="group"
      aria-label="About this cell"
      className={`${floatingStyle} ${styles.note}`}
      onKeyDown={(event) => {
        if (event.key === "Escape") focusGrid(store);
      }}
    >
      {children}
    </div>
  );
}

/** Below the cell where there is room, else above it; hidden while the cell is scrolled out of its frame. */
function position(panel: HTMLElement, cell: HTMLElement | null): void {
  if (!cell) return;
  const { top, bottom, right } = cell.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const frame = cell.closest("[role=grid]")?.parentElement?.getBoundingClientRect();
  const isOut = frame && (top > frame.bottom || bottom < frame.top);
  panel.style.visibility = isOut ? "hidden" : "visible";
  const isBelow = bottom + height + 12 < window.innerHeight;
  panel.style.top = `${isBelow ? bottom + 4 : top - height - 4}px`;
  panel.style.left = `${Math.max(8, Math.min(right - width, window.innerWidth - width - 8))}px`;
}

/**
 * The field that is typed into. It lies invisible over the active cell, ready for the first letter, and keeps the focus
 * while cell after cell is filled: a new field for each, or the focus going back and forth, would make the letters wait.
 * For the same reason it is moved by hand and not drawn anew.
 */
export function CellEditor({ store, columns }: { store: GridStore; columns: Columns }) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    let isPlanned = false;
    const draw = () => {
      isPlanned = false;
      if (field.current) drawField(field.current, store, columns);
    };
    draw();
    return store.subscribe(() => {
      // One key says several things; the field is moved once, before the key's own effect.
      if (!isPlanned) queueMicrotask(draw);
      isPlanned = true;
    });
  }, [store, columns]);
  useLayoutEffect(() => keepDraft(store), [store]);
  const drawAfterFocus = () => {
    if (field.current) drawField(field.current, store, columns);
  };
  return (
    <input
      ref={field}
      id={editorId(store)}
      className={styles.editor}
      tabIndex={-1}
      aria-controls={store.id}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      defaultValue=""
      onChange={({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
        typeText(store, currentTarget.value);
        drawField(currentTarget, store, columns);
      }}
      onFocus={drawAfterFocus}
      onBlur={({ relatedTarget }) => {
        if (!isCutOff(relatedTarget)) commitDraft(store);
        drawAfterFocus();
      }}
    />
  );
}

/** What is typed goes into the sheet when the page or the day is left; whoever comes back to the page goes on with it. */
function keepDraft(store: GridStore): () => void {
  let isInterrupted = false;
  const stop = onPageLeft("field", () => {
    const isTyping = store.read().draft !== null;
    if (commitDraft(store) && isTyping) isInterrupted = true;
  });
  const comeBack = () => {
    if (document.hidden || !isInterrupted) return;
    isInterrupted = false;
    startDraft(store, true);
  };
  window.addEventListener("visibilitychange", comeBack);
  return () => {
    stop();
    window.removeEventListener("visibilitychange", comeBack);
    commitDraft(store);
  };
}

/** While nothing is typed, the field speaks for the active cell as the grid does. */
function drawField(field: HTMLInputElement, store: GridStore, { starts, widths }: Columns): void {
  const { draft, rows, selection } = store.read();
  const at = draft ?? activeCell(store);
  const index = draft ? rows.indexOf(draft.row) : selection.anchor.row;
  field.hidden = !at || index === -1;
  if (!at) return;
  const [left, top] = [starts[at.column] ?? 0, headHeight + index * rowHeight];
  setStyle(field, `transform: translate(${left}px, ${top}px); width: ${widths[at.column] ?? 0}px`);
  const text = draft?.text ?? "";
  if (field.value !== text) field.value = text;
  mark(field, "data-open", draft && "");
  mark(field, "aria-hidden", draft || document.activeElement === field ? null : "true");
  mark(field, "aria-activedescendant", draft ? null : cellId(store, at));
  mark(field, "aria-label", describeCell(store.sheet, store.sheet.cellAt(at), at.row, at.column));
  mark(field, "aria-invalid", draft && draft.problem !== null ? "true" : null);
  mark(field, "aria-describedby", draft && draft.problem !== null ? `${store.id}-note` : null);
}

const drawnStyles = new WeakMap<HTMLElement, string>();

/** A browser takes its time over a style, even over the one that is there. */
function setStyle(field: HTMLElement, style: string): void {
  if (drawnStyles.get(field) !== style) field.style.cssText = style;
  drawnStyles.set(field, style);
}

function mark(field: HTMLElement, name: string, value: string | null): void {
  if (field.getAttribute(name) === value) return;
  if (value === null) field.removeAttribute(name);
  else field.setAttribute(name, value);
}
