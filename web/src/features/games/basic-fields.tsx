import { weekdays } from "../../lib/format.ts";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { TextField } from "../../ui/core/field.tsx";
import { Select } from "../../ui/core/select.tsx";
import { toSlug } from "./game-fields.ts";
import styles from "./game-form.module.css";
import type { GameForm } from "./use-game-draft.ts";

interface BasicFieldsProps {
  form: GameForm;
  /** The slug follows the name until somebody writes their own. */
  isNew?: boolean;
}

export function BasicFields({ form: { fields, set, problems }, isNew = false }: BasicFieldsProps) {
  const rename = (name: string) => {
    const follows = isNew && fields.slug === toSlug(fields.name);
    set({ name, ...(follows && { slug: toSlug(name) }) });
  };
  return (
    <fieldset className={styles.group}>
      <legend>Game</legend>
      <div className={styles.pair}>
        <TextField
          label="Name"
          autoComplete="off"
          value={fields.name}
          error={problems.name}
          onChange={({ currentTarget }) => rename(currentTarget.value)}
        />
        <TextField
          label="Slug"
          hint="Its name in files: small letters, digits, hyphens."
          autoComplete="off"
          spellCheck={false}
          value={fields.slug}
          error={problems.slug}
          onChange={({ currentTarget }) => set({ slug: currentTarget.value })}
        />
        <TextField
          label="Icon"
          hint="One emoji, or nothing for the first letter."
          autoComplete="off"
          value={fields.icon}
          error={problems.icon}
          onChange={({ currentTarget }) => set({ icon: currentTarget.value.trim() })}
        />
        <Select
          label="The week starts on"
          value={String(fields.week_start)}
          error={problems.week_start}
          onChange={(value) => set({ week_start: Number(value) })}
          options={weekdays.map((day, index) => ({ value: String(index + 1), label: day }))}
        />
      </div>
      <Checkbox
        label="Active: clans can choose it"
        checked={fields.is_active}
        onChange={(isChecked) => set({ is_active: isChecked })}
      />
    </fieldset>
  );
}
