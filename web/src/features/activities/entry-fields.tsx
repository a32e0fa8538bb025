import type { Activity } from "@clanhall/contract/activities";
import { SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { TickField } from "../../ui/tick-field.tsx";
import styles from "./activity-form.module.css";
import { FormGroup } from "./form-group.tsx";
import type { ActivityForm } from "./use-activity-draft.ts";

/** When it is due, who enters it and who sees it. */
export function EntryFields({ form: { fields, problems, set } }: { form: ActivityForm }) {
  return (
    <FormGroup title="When and who">
      <div className={styles.pair}>
        <TextField
          label="First day"
          type="date"
          hint="Always was when empty."
          value={fields.start_date}
          error={problems.start_date}
          onChange={({ currentTarget }) => set({ start_date: currentTarget.value })}
        />
        <TextField
          label="Last day"
          type="date"
          hint="Goes on when empty."
          value={fields.end_date}
          error={problems.end_date}
          onChange={({ currentTarget }) => set({ end_date: currentTarget.value })}
        />
      </div>
      <SelectField
        label="Who enters it"
        hint="Members enter their own values only where the clan’s settings allow that."
        value={fields.entry_by}
        error={problems.entry_by}
        onChange={({ currentTarget }) => set({ entry_by: currentTarget.value as Activity["entry_by"] })}
      >
        <option value="maintainers">Owner and maintainers</option>
        <option value="members">Members too, each for themselves</option>
      </SelectField>
      <TickField
        label="Shown on public scoreboards"
        checked={fields.public}
        error={problems.public}
        onChange={({ currentTarget }) => set({ public: currentTarget.checked })}
      />
    </FormGroup>
  );
}
