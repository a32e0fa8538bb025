import { FieldConflict, TextField } from "../../ui/core/field.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Inset } from "../../ui/card.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { FieldGrid, FieldSection } from "../../ui/fields.tsx";
import type { VersionedForm } from "../../ui/forms/use-versioned-form.ts";
import styles from "./game-form.module.css";
import { TemplateActivity } from "./template-activity.tsx";
import { type ActivityFields, type GameFields, type GameTemplate, newActivity, newTemplate, toSlug } from "./fields.ts";

/** Sets of activities that a clan of the game can begin with. */
export function TemplateFields({ form }: { form: VersionedForm<GameFields> }) {
  const { set, errors } = form;
  const { value: templates, conflict } = form.list("templates");
  return (
    <FieldSection title="Activity templates">
      {templates.length === 0 && <Muted as="p">Clans of this game begin without activities.</Muted>}
      {templates.map((template, index) => (
        <TemplateRow
          key={template.row}
          template={template}
          number={index + 1}
          errorOf={(path) => errors[`templates.${index}.${path}`]}
          onChange={(changed) =>
            set({ templates: templates.map((other) => (other.row === changed.row ? changed : other)) })
          }
          onRemove={() => set({ templates: templates.filter(({ row }) => row !== template.row) })}
        />
      ))}
      {errors.templates && <p className={styles.wrong}>{errors.templates}</p>}
      {conflict && <FieldConflict id="templates-conflict" label="Activity templates" {...conflict} />}
      <div>
        <Button onClick={() => set({ templates: [...templates, newTemplate()] })}>Add a template</Button>
      </div>
    </FieldSection>
  );
}

interface TemplateRowProps {
  template: GameTemplate;
  number: number;
  errorOf: (path: string) => string | undefined;
  onChange: (template: GameTemplate) => void;
  onRemove: () => void;
}

function TemplateRow({ template, number, errorOf, onChange, onRemove }: TemplateRowProps) {
  const { key, name, activities } = template;
  // A key somebody wrote, or that clans may know already, stays.
  const rename = (next: string) =>
    onChange({ ...template, name: next, key: key === toSlug(name) ? toSlug(next) : key });
  const replace = (changed: ActivityFields[]) => onChange({ ...template, activities: changed });
  return (
    <Inset role="group" aria-label={`Template ${number}`}>
      <FieldGrid>
        <TextField
          label="Template’s name"
          autoComplete="off"
          value={name}
          error={errorOf("name")}
          onChange={({ currentTarget }) => rename(currentTarget.value)}
        />
        <TextField
          label="Key"
          autoComplete="off"
          spellCheck={false}
          value={key}
          error={errorOf("key")}
          onChange={({ currentTarget }) => onChange({ ...template, key: currentTarget.value })}
        />
      </FieldGrid>
      {activities.map((activity, index) => (
        <TemplateActivity
          key={activity.row}
          activity={activity}
          number={index + 1}
          errorOf={(field) => errorOf(`activities.${index}.${field}`)}
          onChange={(changed) => replace(activities.map((other) => (other.row === changed.row ? changed : other)))}
          onRemove={() => replace(activities.filter(({ row }) => row !== activity.row))}
        />
      ))}
      {errorOf("activities") && <p className={styles.wrong}>{errorOf("activities")}</p>}
      <Row between gap={2}>
        <Button onClick={() => replace([...activities, newActivity()])}>Add an activity</Button>
        <Button onClick={onRemove}>
          Remove template <span className="visually-hidden">{name || number}</span>
        </Button>
      </Row>
    </Inset>
  );
}
