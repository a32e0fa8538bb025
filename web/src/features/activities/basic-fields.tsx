import { useId } from "react";
import { TextField } from "../../ui/core/field.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { toShortLabel } from "./activity-fields.ts";
import styles from "./activity-form.module.css";
import { FormGroup } from "./form-group.tsx";
import { ColorField, IconField } from "./mark-fields.tsx";
import type { ActivityForm } from "./use-activity-draft.ts";

interface BasicFieldsProps {
  form: ActivityForm;
  categories: string[];
  isNew?: boolean;
}

export function BasicFields({ form, categories, isNew }: BasicFieldsProps) {
  const { fields, problems, set } = form;
  const id = useId();
  const rename = (name: string) => {
    const isOwn = !isNew || fields.short_label !== toShortLabel(fields.name);
    set({ name, ...(!isOwn && { short_label: toShortLabel(name) }) });
  };
  return (
    <FormGroup title="Basics">
      <div className={styles.pair}>
        <TextField
          label="Name"
          autoComplete="off"
          value={fields.name}
          error={problems.name}
          onChange={({ currentTarget }) => rename(currentTarget.value)}
        />
        <TextField
          label="Short label"
          hint="At most 12 characters; the head of its column."
          autoComplete="off"
          value={fields.short_label}
          error={problems.short_label}
          onChange={({ currentTarget }) => set({ short_label: currentTarget.value })}
        />
      </div>
      <Textarea
        label="Description"
        rows={2}
        value={fields.description}
        error={problems.description}
        onChange={({ currentTarget }) => set({ description: currentTarget.value })}
      />
      <TextField
        label="Category"
        hint="One there is, or a new one; may stay empty."
        autoComplete="off"
        list={id}
        value={fields.category}
        error={problems.category}
        onChange={({ currentTarget }) => set({ category: currentTarget.value })}
      />
      <datalist id={id}>
        {categories.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </datalist>
      <IconField value={fields.icon} tint={fields.color} error={problems.icon} onChoose={(icon) => set({ icon })} />
      <ColorField value={fields.color} error={problems.color} onChoose={(color) => set({ color })} />
    </FormGroup>
  );
}
