import { readCellText } from "@clanhall/contract/rules/cell-text";
import type { DayActivity } from "@clanhall/contract/days";
import { useState } from "react";
import { decimalSign } from "../../lib/format.ts";
import { Button, IconButton } from "../../ui/core/button.tsx";
import { Input } from "../../ui/core/field.tsx";
import { Row } from "../../ui/core/layout.tsx";
import controls from "./cell-control.module.css";
import { toInputText, formatTheirs } from "./format.ts";
import { type CellAt, type CellInput, excused, nothing } from "./sheet/cell-store.ts";
import type { Sheet } from "./sheet/day-sheet.ts";

export interface CellControlProps {
  sheet: Sheet;
  at: CellAt;
  activity: DayActivity;
  /** Whose cell it is, for those who hear it. */
  label: string;
  canExcuse: boolean;
}

/** One cell as a control for a thumb. The row it is in has to be watched by whoever draws it. */
export function CellControl({ sheet, at, activity, label, canExcuse }: CellControlProps) {
  const cell = sheet.cellAt(at);
  const write = (input: CellInput, seen?: number) => sheet.edit([{ ...at, input, seen }]);
  const isExcused = cell.state === "excused";
  return (
    <Row gap={2} role="group" aria-label={label}>
      {activity.value_type === "yes_no" ? (
        <YesNo value={cell.value} onWrite={write} />
      ) : (
        <Amount
          key={isExcused ? "excused" : "value"}
          cell={cell}
          seen={sheet.versionAt(at)}
          activity={activity}
          label={label}
          onWrite={write}
        />
      )}
      {canExcuse && (
        <Button size="sm" aria-pressed={isExcused} onClick={() => write(isExcused ? nothing : excused)}>
          {isExcused ? "Excused" : "Excuse"}
        </Button>
      )}
    </Row>
  );
}

function YesNo({ value, onWrite }: { value: number | null; onWrite: (input: CellInput) => void }) {
  const choices = [
    { label: "Yes", choice: 1 },
    { label: "No", choice: 0 },
  ];
  return (
    <div className={controls.yesNo}>
      {choices.map(({ label, choice }) => (
        <Button
          key={label}
          aria-pressed={value === choice}
          // Pressed again, it is as if nothing had been said.
          onClick={() => onWrite(value === choice ? nothing : { kind: "value", value: choice })}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

interface AmountProps {
  cell: ReturnType<Sheet["cellAt"]>;
  /** The version of it. */
  seen: number;
  activity: DayActivity;
  label: string;
  onWrite: (input: CellInput, seen?: number) => void;
}

/** A number with a step down and a step up; what is typed counts when the field is left or Enter is pressed. */
function Amount({ cell, seen, activity, label, onWrite }: AmountProps) {
  const [typed, setTyped] = useState<{ text: string; seen: number } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const step = activity.value_type === "duration" ? 5 : 1;
  const add = (amount: number) => {
    setTyped(null);
    setProblem(null);
    const lowest = activity.min_value ?? 0;
    onWrite({ kind: "value", value: Math.max(lowest, Number(((cell.value ?? 0) + amount).toFixed(2))) });
  };
  const commit = () => {
    if (typed === null) return;
    const input = readCellText(typed.text, {
      value_type: activity.value_type,
      current: cell.value,
      decimal: decimalSign,
    });
    setProblem(input.kind === "problem" ? input.problem : null);
    if (input.kind === "problem") return;
    setTyped(null);
    onWrite(input, typed.seen);
  };
  return (
    <>
      <div className={controls.amount}>
        <IconButton icon="minus" label={`${step} less`} onClick={() => add(-step)} />
        <Input
          className={controls.input}
          inputMode={activity.value_type === "decimal" ? "decimal" : "numeric"}
          enterKeyHint="next"
          autoComplete="off"
          aria-label={label}
          aria-invalid={problem !== null || undefined}
          placeholder={cell.state === "missing" ? "missing" : cell.state === "excused" ? "excused" : "–"}
          value={typed?.text ?? (cell.state === "excused" ? "" : toInputText(activity, cell))}
          onChange={({ currentTarget }) => setTyped({ text: currentTarget.value, seen: typed?.seen ?? seen })}
          onBlur={commit}
          onKeyDown={({ key }) => key === "Enter" && commit()}
        />
        <IconButton icon="plus" label={`${step} more`} onClick={() => add(step)} />
      </div>
      {problem && (
        <p role="alert" className={controls.problem}>
          {problem}
        </p>
      )}
    </>
  );
}

/** What keeps a cell from being saved, with the decision it waits for. */
export function CellErrors({ sheet, at }: { sheet: Sheet; at: CellAt }) {
  const { save, problem, theirs } = sheet.cellAt(at);
  const activity = sheet.activities[at.column];
  if (save === "failed") return <p className={controls.problem}>{problem}</p>;
  if (save === "needsConfirmation") {
    return (
      <div className={controls.error}>
        <p>{problem}</p>
        <Button onClick={() => sheet.confirm(at)}>Yes, it is correct</Button>
      </div>
    );
  }
  if (save !== "conflict" || !theirs || !activity) return null;
  return (
    <div className={controls.error}>
      <p>
        {theirs.entered_by_name} entered {formatTheirs(activity, theirs)} meanwhile.
      </p>
      <Button onClick={() => sheet.resolveConflict(at, "mine")}>Keep mine</Button>
      <Button onClick={() => sheet.resolveConflict(at, "theirs")}>Take theirs</Button>
    </div>
  );
}
