import { DateField } from "../../ui/date-field.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { Select } from "../../ui/core/select.tsx";
import type { VersionedForm } from "../../ui/use-versioned-form.ts";
import styles from "./form.module.css";
import type { ActivityFields } from "./fields.ts";
import { FormGroup } from "./form-group.tsx";

const writers = [
  { value: "maintainers", label: "Owner and maintainers" },
  { value: "members", label: "Members too, each for themselves" },
] as const;

/** When it is due, who enters it and who sees it. */
export function EntryFields({ form }: { form: VersionedForm<ActivityFields> }) {
  return (
    <FormGroup title="When and who">
      <div className={styles.pair}>
        <DateField label="First day" hint="Leave empty for no start date." {...form.date("start_date")} />
        <DateField label="Last day" hint="Leave empty for no end date." {...form.date("end_date")} />
      </div>
      <Select
        label="Who enters it"
        hint="Members enter their own values only where the clan’s settings allow that."
        options={writers}
        {...form.select("entry_by")}
      />
      <Checkbox label="Shown on public scoreboards" {...form.check("public")} />
    </FormGroup>
  );
}
