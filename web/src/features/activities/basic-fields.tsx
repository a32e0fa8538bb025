import { useId, type ReactNode } from "react";
import { TextField } from "../../ui/core/field.tsx";
import { DayField } from "../../ui/day-field.tsx";
import { FieldGrid, FieldSection, Textarea } from "../../ui/fields.tsx";
import type { VersionedForm } from "../../ui/forms/use-versioned-form.ts";
import { type ActivityFields, toShortLabel } from "./fields.ts";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { Select } from "../../ui/core/select.tsx";
import { ColorField, IconField } from "../../domain/mark-fields.tsx";

interface BasicFieldsProps {
  form: VersionedForm<ActivityFields>;
  categories: string[];
  isNew: boolean;
}

export function BasicFields({ form, categories, isNew }: BasicFieldsProps) {
  const { values, set } = form;
  const id = useId();
  const rename = (name: string) => {
    const isOwn = !isNew || values.short_label !== toShortLabel(values.name);
    set({ name, ...(!isOwn && { short_label: toShortLabel(name) }) });
  };
  return (
    <FormGroup title="Basics">
      <FieldGrid>
        <TextField
          label="Name"
          autoComplete="off"
          {...form.text("name")}
          onChange={({ currentTarget }) => rename(currentTarget.value)}
        />
        <TextField
          label="Short label"
          hint="Column heading, up to 12 characters."
          autoComplete="off"
          {...form.text("short_label")}
        />
      </FieldGrid>
      <Textarea label="Description" {...form.text("description")} />
      <TextField
        label="Category"
        hint="Pick one or type a new one (optional)."
        autoComplete="off"
        list={id}
        {...form.text("category")}
      />
      <datalist id={id}>
        {categories.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </datalist>
      <IconField tint={values.color} {...form.select("icon")} />
      <ColorField {...form.select("color")} />
    </FormGroup>
  );
}

const writers = [
  { value: "maintainers", label: "Owner and maintainers" },
  { value: "members", label: "Members too, each for themselves" },
] as const;

/** When it is due, who enters it and who sees it. */
export function EntryFields({ form }: { form: VersionedForm<ActivityFields> }) {
  return (
    <FormGroup title="When and who">
      <FieldGrid>
        <DayField label="First day" hint="Empty: from the beginning." {...form.date("start_date")} />
        <DayField label="Last day" hint="Empty: no end." {...form.date("end_date")} />
      </FieldGrid>
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

/** Fields that belong together, under a word for them. */
export function FormGroup({ title, children }: { title: string; children: ReactNode }) {
  return <FieldSection title={title}>{children}</FieldSection>;
}
