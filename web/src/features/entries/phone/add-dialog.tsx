import { useState } from "react";
import { Form, TextField } from "../../../ui/core/field.tsx";
import { Dialog, SubmitActions } from "../../../ui/dialog.tsx";
import { formatValue } from "../format.ts";
import type { CellAt } from "../sheet/cell-store.ts";
import type { Sheet } from "../sheet/day-sheet.ts";
import { readText } from "../sheet/read-text.ts";

/** Adds to what was entered earlier on the day: a number pad has no plus sign. */
export function AddDialog({ sheet, at, onClose }: { sheet: Sheet; at: CellAt; onClose: () => void }) {
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
          label={`Add to ${formatValue(activity, value ?? 0)}`}
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
