import { weekdays } from "../../lib/format.ts";
import { SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { TickField } from "../../ui/tick-field.tsx";
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
        <SelectField
          label="The week starts on"
          value={fields.week_start}
          error={problems.week_start}
          onChange={({ currentTarget }) => set({ week_start: Number(currentTarget.value) })}
        >
          {weekdays.map((day, index) => (
            <option key={day} value={index + 1}>
              {day}
            </option>
          ))}
        </SelectField>
      </div>
      <TickField
        label="Active: clans can choose it"
        checked={fields.is_active}
        onChange={({ currentTarget }) => set({ is_active: currentTarget.checked })}
      />
    </fieldset>
  );
}
