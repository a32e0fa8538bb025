import { type FormEvent, useState } from "react";
import { Button } from "../../../ui/core/button.tsx";
import { Row } from "../../../ui/core/layout.tsx";
import { Form, TextField, FieldGroup } from "../../../ui/core/field.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { carryOut, planColumn } from "./actions.ts";
import styles from "./grid.module.css";
import type { GridStore } from "./state.ts";

interface SetColumnDialogProps {
  store: GridStore;
  column: number;
  onClose: () => void;
}

/** One value for the players shown: for those without one, or for all. */
export function SetColumnDialog({ store, column, onClose }: SetColumnDialogProps) {
  const [text, setText] = useState("");
  const [isOnlyEmpty, setOnlyEmpty] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);
  const { rows } = store.read();
  const plan = planColumn(store.sheet, rows, column, text, isOnlyEmpty);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (plan.edits.length === 0) {
      setProblem(plan.wrong[0]?.problem ?? "There is no value to change.");
      return;
    }
    carryOut(store, plan);
    onClose();
  };
  const choice = (value: boolean, label: string) => (
    <Row as="label" className={styles.choice}>
      <input type="radio" name="cells" checked={isOnlyEmpty === value} onChange={() => setOnlyEmpty(value)} />
      {label}
    </Row>
  );
  return (
    <Dialog title={`Set ${store.sheet.activities[column]?.name ?? "column"}`} onClose={onClose}>
      <Form onSubmit={submit}>
        <TextField
          label="Value"
          hint="As in the grid: a number, x for excused, +5 to add, nothing to clear."
          error={problem}
          autoComplete="off"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setProblem(null);
          }}
        />
        <FieldGroup label={`Values of the ${rows.length} players shown`}>
          {choice(true, "Only empty ones that are due")}
          {choice(false, "All")}
        </FieldGroup>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Set {plan.edits.length} {plan.edits.length === 1 ? "value" : "values"}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
