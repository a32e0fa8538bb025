import { TextField } from "../../ui/core/field.tsx";
import { Button } from "../../ui/core/button.tsx";
import { toSlug } from "./game-fields.ts";
import styles from "./game-form.module.css";
import { TemplateActivity } from "./template-activity.tsx";
import { type ActivityFields, newActivity, newTemplate, type TemplateFields } from "./template-fields.ts";
import type { GameForm } from "./use-game-draft.ts";

/** Sets of activities that a clan of the game can begin with. */
export function TemplatesFields({ form: { fields, set, problems } }: { form: GameForm }) {
  const { templates } = fields;
  return (
    <fieldset className={styles.group}>
      <legend>Activity templates</legend>
      {templates.length === 0 && <p className={styles.note}>Clans of this game begin without activities.</p>}
      {templates.map((template, index) => (
        <TemplateRow
          key={template.row}
          template={template}
          number={index + 1}
          problemOf={(path) => problems[`templates.${index}.${path}`]}
          onChange={(changed) =>
            set({ templates: templates.map((other) => (other.row === changed.row ? changed : other)) })
          }
          onRemove={() => set({ templates: templates.filter(({ row }) => row !== template.row) })}
        />
      ))}
      {problems.templates && <p className={styles.wrong}>{problems.templates}</p>}
      <div>
        <Button onClick={() => set({ templates: [...templates, newTemplate()] })}>Add a template</Button>
      </div>
    </fieldset>
  );
}

interface TemplateRowProps {
  template: TemplateFields;
  number: number;
  problemOf: (path: string) => string | undefined;
  onChange: (template: TemplateFields) => void;
  onRemove: () => void;
}

function TemplateRow({ template, number, problemOf, onChange, onRemove }: TemplateRowProps) {
  const { key, name, activities } = template;
  // A key somebody wrote, or that clans may know already, stays.
  const rename = (next: string) =>
    onChange({ ...template, name: next, key: key === toSlug(name) ? toSlug(next) : key });
  const replace = (changed: ActivityFields[]) => onChange({ ...template, activities: changed });
  return (
    <div role="group" className={styles.row} aria-label={`Template ${number}`}>
      <div className={styles.pair}>
        <TextField
          label="Template’s name"
          autoComplete="off"
          value={name}
          error={problemOf("name")}
          onChange={({ currentTarget }) => rename(currentTarget.value)}
        />
        <TextField
          label="Key"
          autoComplete="off"
          spellCheck={false}
          value={key}
          error={problemOf("key")}
          onChange={({ currentTarget }) => onChange({ ...template, key: currentTarget.value })}
        />
      </div>
      {activities.map((activity, index) => (
        <TemplateActivity
          key={activity.row}
          activity={activity}
          number={index + 1}
          problemOf={(field) => problemOf(`activities.${index}.${field}`)}
          onChange={(changed) => replace(activities.map((other) => (other.row === changed.row ? changed : other)))}
          onRemove={() => replace(activities.filter(({ row }) => row !== activity.row))}
        />
      ))}
      {problemOf("activities") && <p className={styles.wrong}>{problemOf("activities")}</p>}
      <div className={styles.rowEnd}>
        <Button onClick={() => replace([...activities, newActivity()])}>Add an activity</Button>
        <Button onClick={onRemove}>
          Remove template <span className="unseen">{name || number}</span>
        </Button>
      </div>
    </div>
  );
}
