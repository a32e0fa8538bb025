import { useId } from "react";
import { TextField } from "../../ui/core/field.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import type { VersionedForm } from "../../ui/use-versioned-form.ts";
import { type ActivityFields, toShortLabel } from "./fields.ts";
import styles from "./form.module.css";
import { FormGroup } from "./form-group.tsx";
import { ColorField, IconField } from "./icon-fields.tsx";

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
      <div className={styles.pair}>
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
      </div>
      <Textarea label="Description" rows={2} {...form.text("description")} />
      <TextField
        label="Category"
        hint="Pick one or type a new one. Optional."
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
