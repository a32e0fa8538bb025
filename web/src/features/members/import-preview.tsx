import { useMemo, useState } from "react";
import { plural } from "../../lib/format.ts";
import buttons from "../../ui/button.module.css";
import { DialogActions } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/feedback.tsx";
import type { ImportAnswer } from "./roster.api.ts";
import styles from "./roster.module.css";

type CheckedRow = ImportAnswer["rows"][number];
type State = CheckedRow["state"];

const stateNames: Record<State, string> = {
  new: "New",
  exists: "Already there",
  similar: "Similar",
  invalid: "Cannot be added",
};
const states = Object.keys(stateNames) as State[];

interface ImportPreviewProps {
  rows: CheckedRow[];
  error: unknown;
  isPending: boolean;
  onBack: () => void;
  onConfirm: (addSimilar: number[]) => void;
}

/** What the list would do. Names that look like somebody on the roster are added only where that is ticked. */
export function ImportPreview({ rows, error, isPending, onBack, onConfirm }: ImportPreviewProps) {
  const [state, setState] = useState<State | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const counts = useMemo(() => Object.groupBy(rows, (row) => row.state), [rows]);
  const countOf = (one: State) => counts[one]?.length ?? 0;
  const toAdd = countOf("new") + ticked.size;
  const toggle = (index: number) => {
    const after = new Set(ticked);
    if (!after.delete(index)) after.add(index);
    setTicked(after);
  };
  return (
    <>
      <div className={styles.states} role="group" aria-label="Show">
        <StateButton label={`All (${rows.length})`} isOn={state === null} onChoose={() => setState(null)} />
        {states.map((one) => (
          <StateButton
            key={one}
            label={`${stateNames[one]} (${countOf(one)})`}
            isOn={state === one}
            onChoose={() => setState(one)}
          />
        ))}
      </div>
      {/* A long list scrolls, so it has to be reachable for those who scroll by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={styles.checked} aria-label="The list" tabIndex={0}>
        {(state ? (counts[state] ?? []) : rows).map((row) => (
          <Line key={row.index} row={row} isTicked={ticked.has(row.index)} onToggle={() => toggle(row.index)} />
        ))}
      </ul>
      <Problem error={error} />
      <DialogActions>
        <button type="button" className={buttons.secondary} onClick={onBack}>
          Back
        </button>
        <button
          type="button"
          className={buttons.primary}
          disabled={toAdd === 0}
          aria-busy={isPending}
          onClick={() => onConfirm([...ticked])}
        >
          {toAdd === 0 ? "Nobody to add" : `Add ${plural(toAdd, "player")}`}
        </button>
      </DialogActions>
    </>
  );
}

function StateButton({ label, isOn, onChoose }: { label: string; isOn: boolean; onChoose: () => void }) {
  return (
    <button type="button" className={styles.state} aria-pressed={isOn} onClick={onChoose}>
      {label}
    </button>
  );
}

function Line({ row, isTicked, onToggle }: { row: CheckedRow; isTicked: boolean; onToggle: () => void }) {
  return (
    <li className={styles.line} data-state={row.state}>
      <span className={styles.lineName}>{row.name || "(no name)"}</span>
      <span className={styles.lineState}>{lineText(row)}</span>
      {row.state === "similar" && (
        <label className={styles.lineTick}>
          <input type="checkbox" checked={isTicked} onChange={onToggle} />
          Add anyway<span className="unseen">: {row.name}</span>
        </label>
      )}
    </li>
  );
}

function lineText({ state, similar_to, problem }: CheckedRow): string {
  if (state === "similar") return `Similar to ${similar_to?.name ?? "somebody"}`;
  return state === "invalid" ? (problem ?? stateNames.invalid) : stateNames[state];
}
