import { TextField } from "../../ui/core/field.tsx";
import { weekdays } from "../../lib/format.ts";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { Select } from "../../ui/core/select.tsx";
import { FieldGrid, FieldSection } from "../../ui/fields.tsx";
import type { VersionedForm } from "../../ui/forms/use-versioned-form.ts";
import { type GameFields, toSlug } from "./fields.ts";

interface BasicFieldsProps {
  form: VersionedForm<GameFields>;
  /** The slug follows the name until somebody writes their own. */
  isNew: boolean;
}

const days = weekdays.map((label, index) => ({ value: String(index + 1), label }));

export function BasicFields({ form, isNew }: BasicFieldsProps) {
  const { values, set } = form;
  const weekStart = form.number("week_start");
  const rename = (name: string) => {
    const follows = isNew && values.slug === toSlug(values.name);
    set({ name, ...(follows && { slug: toSlug(name) }) });
  };
  return (
    <FieldSection title="Game">
      <FieldGrid>
        <TextField
          label="Name"
          autoComplete="off"
          {...form.text("name")}
          onChange={({ currentTarget }) => rename(currentTarget.value)}
        />
        <TextField
          label="Slug"
          hint="Its name in files: small letters, digits, hyphens."
          autoComplete="off"
          spellCheck={false}
          {...form.text("slug")}
        />
        <TextField
          label="Icon"
          hint="One emoji, or nothing for the first letter."
          autoComplete="off"
          {...form.text("icon")}
          onChange={({ currentTarget }) => set({ icon: currentTarget.value.trim() })}
        />
        <Select
          label="The week starts on"
          options={days}
          {...weekStart}
          value={String(weekStart.value)}
          onChange={(day) => weekStart.onChange(Number(day))}
        />
      </FieldGrid>
      <TextField
        label="Where the reset is from"
        hint="Said below the game’s name, for example: Server time UTC−2, daily reset 00:00."
        autoComplete="off"
        {...form.text("reset_note")}
      />
      <Checkbox label="Active: clans can choose it" {...form.check("is_active")} />
    </FieldSection>
  );
}
