import { type BoardColumn, boardColumns } from "@clanhall/contract/scoreboard-drafts";
import { useState } from "react";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { FieldGroup } from "../../ui/core/field.tsx";
import { Select } from "../../ui/core/select.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import type { VersionedForm } from "../../ui/use-versioned-form.ts";
import { hasMore, isMoreField, type ScoreboardFields } from "./fields.ts";
import styles from "./form.module.css";
import { MembersField } from "./members-field.tsx";

interface FormProps {
  form: VersionedForm<ScoreboardFields>;
}

/** What most boards leave as it is. Open where something is not, and whenever something in it has to be mended or decided. */
export function MoreSettings({ form, clanId }: FormProps & { clanId: string }) {
  const [isOpen, setOpen] = useState(() => hasMore(form.values));
  const { errors, conflicts } = form;
  const needsAttention =
    Object.keys(errors).some((path) => isMoreField(path.split(".")[0] ?? "")) ||
    conflicts.some(({ key }) => isMoreField(key));
  return (
    <details
      className={styles.more}
      open={isOpen || needsAttention}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        More settings <small>Players, places, columns and names</small>
      </summary>
      <div className={styles.moreFields}>
        <MembersField form={form} clanId={clanId} />
        <RankFields form={form} />
        <Columns form={form} />
        <Select
          label="Names for visitors"
          hint="Members always see names. A player who chose to show less of themselves is shown as they chose."
          options={nameOptions}
          {...form.select("name_display")}
        />
      </div>
    </details>
  );
}

const orders = [
  { value: "high", label: "Highest first" },
  { value: "low", label: "Lowest first" },
] as const;
const tieOptions = [
  { value: "standard", label: "Places 1, 2, 2, 4" },
  { value: "dense", label: "Places 1, 2, 2, 3" },
] as const;
export const nameOptions = [
  { value: "name", label: "Player names" },
  { value: "alias", label: "First aliases" },
  { value: "initials", label: "Initials" },
] as const;

/** Who is ranked, and how. */
function RankFields({ form }: FormProps) {
  const isStandard = form.values.ties === "standard";
  return (
    <div className={styles.pair}>
      <NumberField
        label="Due days to qualify"
        hint="Who had fewer days with something due is left out."
        {...form.number("min_due_days")}
      />
      <NumberField label="How many places" hint="Everybody is shown when empty." {...form.number("top_n")} />
      <Select label="Order" options={orders} {...form.select("order")} />
      <Select
        label="Same score"
        hint={isStandard ? "After two seconds comes the fourth." : "After two seconds comes the third."}
        options={tieOptions}
        {...form.select("ties")}
      />
    </div>
  );
}

export const columnNames: Record<BoardColumn, string> = {
  change: "Change of place",
  trend: "Trend of the last days",
  days_met: "How much was met",
  activities: "Each activity",
};

function Columns({ form }: FormProps) {
  const { value: shown, error, conflict, onChange } = form.list("columns");
  return (
    <FieldGroup label="Columns beside place, name and score" error={error} conflict={conflict}>
      <div className={styles.columns}>
        {boardColumns.map((column) => (
          <Checkbox
            key={column}
            label={columnNames[column]}
            checked={shown.includes(column)}
            onChange={(isShown) =>
              onChange(boardColumns.filter((name) => (name === column ? isShown : shown.includes(name))))
            }
          />
        ))}
      </div>
    </FieldGroup>
  );
}
