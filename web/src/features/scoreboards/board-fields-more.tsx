import { type BoardColumn, boardColumns } from "@clanhall/contract/scoreboard-drafts";
import { useState } from "react";
import { Select } from "../../ui/core/select.tsx";
import { TextField, FieldGroup } from "../../ui/core/field.tsx";
import { hasMore, isMoreField } from "./board-fields.ts";
import { PlayersField } from "./board-fields-players.tsx";
import styles from "./board-form.module.css";
import type { BoardForm } from "./use-board-draft.ts";

/** What most boards leave as it is. Open where something is not, and whenever something in it is wrong. */
export function MoreSettings({ form, clanId }: { form: BoardForm; clanId: string }) {
  const [isOpen, setOpen] = useState(() => hasMore(form.fields));
  const isWrong = Object.keys(form.problems).some(isMoreField);
  return (
    <details
      className={styles.more}
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        More settings <small>Players, places, columns and names</small>
      </summary>
      <div className={styles.moreFields}>
        <PlayersField form={form} clanId={clanId} />
        <Places form={form} />
        <Columns form={form} />
        <Names form={form} />
      </div>
    </details>
  );
}

/** Who is placed, and how. */
function Places({ form: { fields, problems, set } }: { form: BoardForm }) {
  const number = (name: "min_due_days" | "top_n") => ({
    inputMode: "numeric" as const,
    autoComplete: "off",
    value: fields[name],
    error: problems[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => set({ [name]: currentTarget.value }),
  });
  return (
    <div className={styles.pair}>
      <TextField
        label="Due days to qualify"
        hint="Who had fewer days with something due is left out."
        {...number("min_due_days")}
      />
      <TextField label="How many places" hint="Everybody is shown when empty." {...number("top_n")} />
      <Select
        label="Order"
        value={fields.order}
        error={problems.order}
        onChange={(value) => set({ order: value })}
        options={[
          { value: "high", label: "Highest first" },
          { value: "low", label: "Lowest first" },
        ]}
      />
      <Select
        label="Same score"
        hint={fields.ties === "standard" ? "After two seconds comes the fourth." : "After two seconds comes the third."}
        value={fields.ties}
        error={problems.ties}
        onChange={(value) => set({ ties: value })}
        options={[
          { value: "standard", label: "Places 1, 2, 2, 4" },
          { value: "dense", label: "Places 1, 2, 2, 3" },
        ]}
      />
    </div>
  );
}

const columnNames: Record<BoardColumn, string> = {
  change: "Change of place",
  trend: "Trend of the last days",
  days_met: "How much was met",
  activities: "Each activity",
};

function Columns({ form: { fields, problems, set } }: { form: BoardForm }) {
  const toggle = (column: BoardColumn) => {
    const isShown = fields.columns.includes(column);
    set({ columns: boardColumns.filter((name) => (name === column ? !isShown : fields.columns.includes(name))) });
  };
  return (
    <FieldGroup label="Columns beside place, name and score" error={problems.columns}>
      <div className={styles.columns}>
        {boardColumns.map((column) => (
          <label key={column} className={styles.tick}>
            <input type="checkbox" checked={fields.columns.includes(column)} onChange={() => toggle(column)} />
            <span>{columnNames[column]}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

function Names({ form: { fields, problems, set } }: { form: BoardForm }) {
  return (
    <Select
      label="Names for visitors"
      hint="Members always see names. A player who chose to show less of themselves is shown as they chose."
      value={fields.name_display}
      error={problems.name_display}
      onChange={(value) => set({ name_display: value })}
      options={[
        { value: "name", label: "Player names" },
        { value: "alias", label: "First aliases" },
        { value: "initials", label: "Initials" },
      ]}
    />
  );
}
