import type { DayActivity } from "@clanhall/contract/days";
import { type ClipboardEvent, type KeyboardEvent, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { IconButton } from "../../../ui/core/button.tsx";
import { Icon } from "../../../ui/core/icon.tsx";
import { formatCell, toInputText } from "../format.ts";
import { isCutOff, onPageLeft } from "../leaving.ts";
import { type CellAt, type CellInput, nothing } from "../sheet/cell-store.ts";
import type { Sheet } from "../sheet/day-sheet.ts";
import { readText } from "../sheet/read-text.ts";
import styles from "./phone.module.css";

export interface EntryFieldProps {
  sheet: Sheet;
  at: CellAt;
  activity: DayActivity;
  /** Whose value it is. */
  label: string;
  /** It is saved, and the next missing one is wanted. */
  onNext: (at: CellAt) => void;
  /** Several lines were pasted: they are for this player and those below. */
  onPasteLines: (at: CellAt, text: string) => void;
  onProblem: (problem: string | null) => void;
}

/** The control of a cell that the next step leads to. */
export function controlId({ row, column }: CellAt): string {
  return `entry-${row}-${column}`;
}

/** One value: two buttons for yes and no, else a number. */
export function EntryField(props: EntryFieldProps) {
  return props.activity.value_type === "yes_no" ? <YesNo {...props} /> : <Amount {...props} />;
}

const answers = [
  { label: "Yes", value: 1 },
  { label: "No", value: 0 },
];

function YesNo({ sheet, at, label, onNext }: EntryFieldProps) {
  const { value } = sheet.cellAt(at);
  return (
    <div className={styles.yesNo} role="group" aria-label={label}>
      {answers.map((answer) => (
        <button
          key={answer.label}
          type="button"
          id={answer.value === 1 ? controlId(at) : undefined}
          data-answer={answer.label}
          aria-label={answer.label}
          aria-pressed={value === answer.value}
          onClick={({ detail }) => {
            // Pressed again, it is as if nothing had been said.
            const input: CellInput = value === answer.value ? nothing : { kind: "value", value: answer.value };
            sheet.edit([{ ...at, input }]);
            // By the keyboard, as in a field; a finger is where it wants to be.
            if (detail === 0 && input.kind === "value") onNext(at);
          }}
        >
          {answer.value === 1 ? <Icon name="tick" /> : "–"}
        </button>
      ))}
    </div>
  );
}

const stepsUpTo = 9;

/** A number. What is typed counts when the field is left, or with Enter, which leads on. */
function Amount(props: EntryFieldProps) {
  const { sheet, at, activity, label } = props;
  const { type, commit, text, isTyping, hasProblem } = useTyped(props);
  const input = useRef<HTMLInputElement>(null);
  const [isFocused, setFocused] = useState(false);
  const wasCutOff = useRef(false);
  const cell = sheet.cellAt(at);
  // What is typed or corrected has no separators; as long as nothing is, the number is easier to read with them.
  const formatted = cell.state === "value" && cell.value !== null ? formatCell(activity, cell.value) : "";
  // Once it stands there as it is typed.
  useLayoutEffect(() => {
    if (isFocused && !wasCutOff.current) input.current?.select();
  }, [isFocused]);
  const isSmall = activity.max_value !== null && activity.max_value <= stepsUpTo;
  const add = (amount: number) => {
    const lowest = activity.min_value ?? 0;
    const value = Math.min(activity.max_value ?? Infinity, Math.max(lowest, (cell.value ?? 0) + amount));
    type(null);
    sheet.edit([{ ...at, input: { kind: "value", value } }]);
  };
  const field = (
    <input
      ref={input}
      id={controlId(at)}
      className={styles.field}
      data-row={at.row}
      data-column={at.column}
      data-state={cell.state}
      data-length={lengthOf(text, formatted)}
      inputMode={activity.value_type === "decimal" ? "decimal" : "numeric"}
      enterKeyHint="next"
      autoComplete="off"
      aria-label={label}
      aria-invalid={hasProblem || undefined}
      aria-describedby={hasProblem ? `${controlId(at)}-problem` : undefined}
      placeholder={cell.state === "missing" || cell.state === "excused" ? cell.state : "–"}
      value={isFocused || isTyping ? text : formatted}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onFocus={() => setFocused(true)}
      onBlur={({ relatedTarget }) => {
        setFocused(false);
        wasCutOff.current = isCutOff(relatedTarget);
        if (!wasCutOff.current) commit();
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
        event.preventDefault();
        if (commit()) props.onNext(at);
      }}
      onPaste={(event: ClipboardEvent) => {
        const pasted = event.clipboardData.getData("text/plain");
        // A field would put the lines of several players into one number.
        if (!/[\n\r\t]/.test(pasted.trim())) return;
        event.preventDefault();
        type(null);
        props.onPasteLines(at, pasted);
      }}
    />
  );
  if (!isSmall) return field;
  return (
    <div className={styles.stepper} role="group" aria-label={label}>
      <IconButton icon="minus" label="1 less" onClick={() => add(-1)} />
      {field}
      <IconButton icon="plus" label="1 more" onClick={() => add(1)} />
    </div>
  );
}

/** Whether the number needs smaller digits, or a wider field as well. */
function lengthOf(...texts: string[]): "long" | "longest" | undefined {
  const length = Math.max(...texts.map((text) => text.length));
  return length > 9 ? "longest" : length > 6 ? "long" : undefined;
}

/** What stands in the field while it is typed, and what becomes of it. */
function useTyped({ sheet, at, activity, onProblem }: EntryFieldProps) {
  const [written, setTyped] = useState<{ text: string; seen: number; wasExcused: boolean } | null>(null);
  const isExcused = sheet.cellAt(at).state === "excused";
  // Whoever is excused while a number is being typed has none.
  const typed = isExcused && written?.wasExcused === false ? null : written;
  // The field is left with the key that commits it, before it is drawn again: what was meant once counts once.
  const isUnsaved = useRef(false);
  const [hasProblem, setProblem] = useState(false);
  const report = (problem: string | null) => {
    setProblem(problem !== null);
    onProblem(problem);
  };
  const type = (text: string | null) => {
    isUnsaved.current = text !== null;
    setTyped(text === null ? null : { text, seen: typed?.seen ?? sheet.versionAt(at), wasExcused: isExcused });
    if (hasProblem) report(null);
  };
  /** False while it cannot be read. */
  const commit = (): boolean => {
    if (typed === null || !isUnsaved.current) return true;
    const input = readText(sheet, at, typed.text);
    report(input.kind === "problem" ? input.problem : null);
    if (input.kind === "problem") return false;
    isUnsaved.current = false;
    setTyped(null);
    sheet.edit([{ ...at, input, seen: typed.seen }]);
    return true;
  };
  const commitLeft = useEffectEvent(() => void commit());
  const isTyping = typed !== null;
  useLayoutEffect(() => {
    if (!isTyping) return undefined;
    const stop = onPageLeft("field", commitLeft);
    return () => {
      stop();
      commitLeft();
    };
  }, [isTyping]);
  return {
    type,
    commit,
    isTyping,
    hasProblem,
    text: typed?.text ?? (isExcused ? "" : toInputText(activity, sheet.cellAt(at))),
  };
}
