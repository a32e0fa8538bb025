import { DateField } from "../../ui/date-field.tsx";
import { Select } from "../../ui/core/select.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import styles from "./activity-form.module.css";
import { FormGroup } from "./form-group.tsx";
import type { ActivityForm } from "./use-activity-draft.ts";

/** When it is due, who enters it and who sees it. */
export function EntryFields({ form: { fields, problems, set } }: { form: ActivityForm }) {
  return (
    <FormGroup title="When and who">
      <div className={styles.pair}>
        <DateField
          label="First day"
          hint="Always was when empty."
          value={fields.start_date}
          error={problems.start_date}
          onChange={(date) => set({ start_date: date })}
        />
        <DateField
          label="Last day"
          hint="Goes on when empty."
          value={fields.end_date}
          error={problems.end_date}
          onChange={(date) => set({ end_date: date })}
        />
      </div>
      <Select
        label="Who enters it"
        hint="Members enter their own values only where the clan’s settings allow that."
        value={fields.entry_by}
        error={problems.entry_by}
        onChange={(value) => set({ entry_by: value })}
        options={[
          { value: "maintainers", label: "Owner and maintainers" },
          { value: "members", label: "Members too, each for themselves" },
        ]}
      />
      <Checkbox
        label="Shown on public scoreboards"
        checked={fields.public}
        error={problems.public}
        onChange={(isChecked) => set({ public: isChecked })}
      />
    </FormGroup>
  );
}
