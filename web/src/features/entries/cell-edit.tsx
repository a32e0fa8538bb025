import { readCellText } from "@clanhall/contract/rules/cell-text";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import type { getCellHistory } from "@clanhall/contract/entries";
import type { ValueType } from "@clanhall/contract/rules/scoring";
import { useState } from "react";
import { decimalSign } from "../../lib/format.ts";
import { Button } from "../../ui/core/button.tsx";
import { TextField } from "../../ui/core/field.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { type CellAddress, useEditCell } from "./api.ts";
import styles from "./cell-drawer.module.css";
import { toInputText } from "./format.ts";

interface CellEditProps {
  cell: CellAddress;
  history: AnswerOf<typeof getCellHistory>;
  /** Asks for the reason first where one is needed; null when it is still missing. */
  askReason: () => { reason?: string } | null;
}

/** Changes one cell, typed as in the grid: a number, `+5`, `x` for excused, nothing to clear it. */
export function CellEdit(props: CellEditProps) {
  const { text, type, problem, save, excuse, edit } = useCellText(props);
  return (
    <form
      className={styles.edit}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextField
        label="New value"
        hint="A number, +5 to add, x for excused, empty to clear."
        autoComplete="off"
        value={text}
        error={problem}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        action={
          <Button type="submit" busy={edit.isPending}>
            Save
          </Button>
        }
      />
      {props.history.missing && <Button onClick={excuse}>Excuse</Button>}
      <ErrorMessage error={edit.error} />
    </form>
  );
}

function useCellText({ cell, history: { activity, entry }, askReason }: CellEditProps) {
  const kind = { value_type: activity.value_type as ValueType };
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const edit = useEditCell(cell);
  const text = typed ?? (entry ? toInputText(kind, { state: stateOf(entry.state), value: entry.value }) : "");
  const write = (content: { value: number | null; excused: boolean }) => {
    const why = askReason();
    if (why === null || edit.isPending) return;
    edit.mutate(
      { content: { ...content, base_version: entry?.version ?? 0 }, ...why },
      { onSuccess: () => setTyped(null) },
    );
  };
  const save = () => {
    const meant = readCellText(text, { ...kind, current: entry?.value ?? null, decimal: decimalSign() });
    if (meant.kind === "problem") return setProblem(meant.problem);
    return write({ value: meant.kind === "value" ? meant.value : null, excused: meant.kind === "excused" });
  };
  const type = (next: string) => {
    setTyped(next);
    setProblem(null);
  };
  const excuse = () => write({ value: null, excused: true });
  return { text, type, problem, save, excuse, edit };
}

function stateOf(state: "value" | "excused" | "cleared") {
  return state === "cleared" ? "missing" : state;
}
