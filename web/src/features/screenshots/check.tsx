import { type Dispatch, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { formatNumber } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Disclosure, Inset } from "../../ui/card.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { TextField } from "../../ui/core/field.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { Combobox } from "../../ui/forms/combobox.tsx";
import {
  type CheckAction,
  type CheckItem,
  type CheckState,
  findTextProblem,
  isBlank,
  isUndecided,
  listItems,
  listOpen,
  textOf,
  toText,
} from "./check-state.ts";
import { Crop, cropScale, WholePicture } from "./picture-view.tsx";
import styles from "./screenshots.module.css";
import type { ReadRow } from "./types.ts";

interface CheckProps {
  state: CheckState;
  dispatch: Dispatch<CheckAction>;
  bitmaps: (ImageBitmap | null)[];
  members: { id: string; name: string }[];
}

/** What was read beside the picture it was read from; what is unsure comes first. */
export function CheckStep({ state, dispatch, bitmaps, members }: CheckProps) {
  const { unsure, sure } = listItems(state);
  const [current, setCurrent] = useState<string | null>(unsure[0]?.key ?? null);
  const list = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const item = [...unsure, ...sure].find(({ key }) => key === current);
  const goTo = (key: string | undefined) => {
    if (key === undefined) return;
    setCurrent(key);
    const control = `[data-key="${CSS.escape(key)}"] :is(input:not([type=checkbox]), button)`;
    list.current?.querySelector<HTMLElement>(control)?.focus();
  };
  const goToNext = (accepted: string) => {
    const open = listOpen(state).filter(({ key }) => key !== accepted);
    const after = unsure.findIndex(({ key }) => key === accepted);
    goTo((open.find(({ key }) => unsure.findIndex((one) => one.key === key) > after) ?? open[0])?.key);
  };
  const accept = (done: CheckItem) => {
    if (isUndecided(state, done)) return;
    dispatch({ kind: "accept", keys: [done.key] });
    goToNext(done.key);
  };
  const step = (by: 1 | -1) => goTo(unsure[unsure.findIndex(({ key }) => key === current) + by]?.key);
  const press = (event: KeyboardEvent) => {
    // It has been of use already, as in an open list.
    if (event.defaultPrevented) return;
    const taken = pressKey(event, item, { dispatch, accept, step, toPicture: () => picture.current?.focus() });
    if (taken) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const nameOf = (row: ReadRow) => shownName(state, row, members);
  const props = { state, dispatch, bitmaps, members, nameOf, current, onFocus: setCurrent, onAccept: accept };
  return (
    // The keys belong to whatever has the focus in here.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.panes} onKeyDown={press}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={picture} className={styles.picture} tabIndex={0} role="group" aria-label="Picture">
        {item && <RowInPicture row={item.row} bitmaps={bitmaps} />}
      </div>
      <div ref={list} className={styles.list}>
        <p role="status" className="visually-hidden">
          {item && describe(state, item, nameOf(item.row))}
        </p>
        {unsure.length === 0 && <p>Nothing to check.</p>}
        {unsure.map((one) =>
          one.cell === null ? (
            <NameItem key={one.key} item={one} {...props} />
          ) : (
            <ValueItem key={one.key} item={one} {...props} />
          ),
        )}
        {sure.length > 0 && (
          <Disclosure summary={`${formatNumber(sure.length)} sure ${sure.length === 1 ? "value" : "values"}`}>
            {sure.map((one) => (
              <ValueItem key={one.key} item={one} {...props} />
            ))}
          </Disclosure>
        )}
        <Muted as="p">
          Enter accepts and goes on, Alt 1 to 3 take another reading, Alt ↑ ↓ move, Ctrl Z takes back, Esc goes to the
          picture.
        </Muted>
      </div>
    </div>
  );
}

interface Keys {
  dispatch: Dispatch<CheckAction>;
  accept: (item: CheckItem) => void;
  step: (by: 1 | -1) => void;
  toPicture: () => void;
}

/** Whether the key meant something here. */
function pressKey(event: KeyboardEvent, item: CheckItem | undefined, keys: Keys): boolean {
  const { key, altKey, ctrlKey, metaKey, target } = event;
  if (key === "z" && (ctrlKey || metaKey)) keys.dispatch({ kind: "undo" });
  else if (altKey && (key === "ArrowDown" || key === "ArrowUp")) keys.step(key === "ArrowDown" ? 1 : -1);
  else if (altKey && /^Digit[123]$/.test(event.code) && item?.cell) {
    const offered = item.cell.offered[Number(event.code.at(-1)) - 1];
    if (offered) keys.dispatch({ kind: "type", key: item.key, text: toText(offered.value) });
  } else if (key === "Enter" && item?.cell && target instanceof HTMLInputElement) keys.accept(item);
  else if (key === "Escape" && !(target instanceof HTMLElement && target.closest(`.${styles.picture ?? ""}`))) {
    keys.toPicture();
  } else return false;
  return true;
}

/** How a row is called by what was decided. */
function shownName({ names }: CheckState, row: ReadRow, members: { id: string; name: string }[]): string {
  const choice = names[row.key]?.choice;
  if (choice?.kind === "member") return members.find(({ id }) => id === choice.id)?.name ?? row.name.text;
  return choice?.kind === "new" ? choice.name : row.name.text;
}

function describe(state: CheckState, { row, cell, column, reasons }: CheckItem, name: string): string {
  if (cell === null || column === null) return `${name}. ${reasons.join(". ")}`;
  return `${name}, ${column.activity.name}: ${textOf(state, row, cell) || "no value"}. ${reasons.join(". ")}`;
}

function scrollToMiddle(outline: HTMLElement | null): void {
  outline?.scrollIntoView({ block: "center" });
}

/** The whole picture with the row outlined, scrolled to where it is. */
function RowInPicture({ row, bitmaps }: { row: ReadRow; bitmaps: (ImageBitmap | null)[] }) {
  const { picture, box } = row.name;
  const bitmap = bitmaps[picture] ?? null;
  const boxes = [box, ...row.cells.filter((cell) => cell.picture === picture).map((cell) => cell.box)];
  const top = Math.min(...boxes.map((one) => one.top));
  const bottom = Math.max(...boxes.map((one) => one.top + one.height));
  return (
    <WholePicture bitmap={bitmap} label={`Picture ${picture + 1}, the row of ${row.name.text}`}>
      {bitmap && (
        <span
          key={`${picture} ${top}`}
          ref={scrollToMiddle}
          className={styles.outline}
          style={{ top: `${(top / bitmap.height) * 100}%`, height: `${((bottom - top) / bitmap.height) * 100}%` }}
        />
      )}
    </WholePicture>
  );
}

interface ItemProps extends CheckProps {
  item: CheckItem;
  nameOf: (row: ReadRow) => string;
  current: string | null;
  onFocus: (key: string) => void;
  onAccept: (item: CheckItem) => void;
}

function ItemBox({ item, state, current, onFocus, children }: ItemProps & { children: ReactNode }) {
  return (
    <Inset
      gap={2}
      align="start"
      data-key={item.key}
      className={styles.item}
      data-current={current === item.key || undefined}
      data-seen={state.seen.has(item.key) || undefined}
      onFocus={() => onFocus(item.key)}
    >
      {children}
      {item.reasons.length > 0 && (
        <Badge tone={state.seen.has(item.key) ? "neutral" : "warning"}>{item.reasons.join(" · ")}</Badge>
      )}
    </Inset>
  );
}

/** A name that is nobody's for certain: somebody says who it is. */
function NameItem(props: ItemProps) {
  const { item, state, dispatch, bitmaps, members, onAccept } = props;
  const { row } = item;
  const { name } = row;
  const decision = state.names[row.key];
  const choice = decision?.choice ?? null;
  const bitmap = bitmaps[name.picture] ?? null;
  const near = name.nearest.flatMap(({ id }) => members.find((member) => member.id === id) ?? []);
  const others = members.filter(({ id }) => !near.some((member) => member.id === id));
  const choose = (next: typeof choice) => dispatch({ kind: "choose", key: row.key, choice: next });
  const chosen = choice?.kind === "member" ? choice.id : null;
  return (
    <ItemBox {...props}>
      <Crop bitmap={bitmap} box={name.box} scale={cropScale(bitmap)} label={`Name read as ${name.text || "nothing"}`} />
      <Combobox
        label={`“${name.text || "?"}” is`}
        placeholder="Choose a player"
        value={chosen}
        options={[...near, ...others].map(({ id, name: called }) => ({ value: id, label: called }))}
        onChange={(id) => choose({ kind: "member", id })}
      />
      <Row gap={2}>
        <Button
          size="sm"
          aria-pressed={choice?.kind === "new"}
          variant={choice?.kind === "new" ? "primary" : "secondary"}
          onClick={() => choose({ kind: "new", name: name.text })}
        >
          Add as a new player
        </Button>
        <Button
          size="sm"
          aria-pressed={choice?.kind === "ignore"}
          variant={choice?.kind === "ignore" ? "primary" : "secondary"}
          onClick={() => choose({ kind: "ignore" })}
        >
          Ignore
        </Button>
        {choice && !state.seen.has(item.key) && (
          <Button size="sm" variant="plain" icon="tick" onClick={() => onAccept(item)}>
            Accept
          </Button>
        )}
      </Row>
      {choice?.kind === "new" && (
        <TextField
          label="Name of the new player"
          maxLength={60}
          value={choice.name}
          error={isBlank(choice.name) ? "Enter a name." : null}
          onChange={({ currentTarget }) => choose({ kind: "new", name: currentTarget.value })}
        />
      )}
      {chosen !== null && name.text !== "" && (
        <Checkbox
          label={`Remember “${name.text}” as an alias of ${props.nameOf(row)}`}
          checked={decision?.remember ?? false}
          onChange={(remember) => dispatch({ kind: "remember", key: row.key, remember })}
        />
      )}
    </ItemBox>
  );
}

function ValueItem(props: ItemProps) {
  const { item, state, dispatch, bitmaps, nameOf } = props;
  const { row, cell, column } = item;
  if (!cell || !column) return null;
  const bitmap = bitmaps[cell.picture] ?? null;
  const named = bitmaps[row.name.picture] ?? null;
  const text = textOf(state, row, cell);
  const set = (next: string) => dispatch({ kind: "type", key: item.key, text: next });
  return (
    <ItemBox {...props}>
      <Row gap={2}>
        <Crop bitmap={named} box={row.name.box} scale={cropScale(named)} label={`Name read as ${row.name.text}`} />
        <strong>{nameOf(row)}</strong>
        <Crop bitmap={bitmap} box={cell.box} scale={cropScale(bitmap)} label={`Read as ${cell.text || "nothing"}`} />
      </Row>
      <TextField
        label={`${nameOf(row)}, ${column.activity.name}`}
        inputMode="decimal"
        value={text}
        error={findTextProblem(text, column)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      />
      {cell.offered.length > 0 && (
        <Row gap={1}>
          {cell.offered.map(({ text: other, value }, index) => (
            <Button key={other} size="sm" title={`Alt ${index + 1}`} onClick={() => set(toText(value))}>
              {other}
            </Button>
          ))}
        </Row>
      )}
    </ItemBox>
  );
}

/** What the foot of the dialog says. */
export function openText(count: number): string {
  return count === 0 ? "All checked" : `${formatNumber(count)} to look at`;
}
