import type { Activity } from "@clanhall/contract/activities";
import { useQuery } from "@tanstack/react-query";
import { FormDialog } from "../../ui/forms/form-dialog.tsx";
import { showToast } from "../../ui/toasts.ts";
import { newestOf, useVersionedForm } from "../../ui/forms/use-versioned-form.ts";
import { addActivity, saveActivity, useRefreshActivities } from "./api.ts";
import { activitiesQuery } from "../../domain/activities.ts";
import { aggregateNames, valueTypeNames } from "../../domain/formats.ts";
import { weekdaysText } from "./format.ts";
import { BasicFields, EntryFields } from "./basic-fields.tsx";
import { activitySchema, changesScoring, newFields, toCopy, toDraft, toFields } from "./fields.ts";
import { EffectiveFrom, ScoringFields } from "./scoring-fields.tsx";
import { ValueFields } from "./value-fields.tsx";

interface ActivityFormProps {
  clanId: string;
  /** Null for a new one. */
  row: Activity | null;
  /** The one to make another of, where there is one. */
  like?: Activity | undefined;
  /** The clan date. */
  today: string;
  /** Every category of the clan. */
  categories: string[];
  onClose: () => void;
}

const labels = {
  name: "Name",
  short_label: "Short label",
  description: "Description",
  category: "Category",
  icon: "Icon",
  color: "Colour",
  value_type: "Kind of value",
  unit: "Unit",
  aggregate: "Over several days",
  points_per_unit: "Points per unit",
  missing_points: "Points when missing",
  daily_cap: "Cap per day",
  daily_target: "Daily target",
  weekly_target: "Weekly target",
  weekdays: "Due on",
  min_value: "Lowest value",
  max_value: "Highest value",
  start_date: "First day",
  end_date: "Last day",
  entry_by: "Who enters it",
  public: "Shown on public scoreboards",
  effective_from: "Changes count from",
};
const show = {
  value_type: (type: Activity["value_type"]) => valueTypeNames[type],
  aggregate: (aggregate: Activity["aggregate"]) => aggregateNames[aggregate],
  weekdays: weekdaysText,
  entry_by: (who: Activity["entry_by"]) => (who === "members" ? "Members too" : "Owner and maintainers"),
};

/** Adds an activity, or changes one; a change of the scoring counts from a day on. */
export function ActivityForm({ clanId, row, like, today, categories, onClose }: ActivityFormProps) {
  const activities = useQuery(activitiesQuery(clanId));
  const refresh = useRefreshActivities(clanId);
  const form = useVersionedForm({
    row: newestOf(row, activities.data),
    toFields: (activity: Activity) => toFields(activity, today),
    initial: () => (like ? toCopy(like, today) : newFields(today)),
    toBody: toDraft,
    schema: activitySchema,
    labels,
    show,
    create: ({ effective_from: _today, ...draft }, key) => addActivity(clanId, draft, key),
    save: ({ effective_from: _typed, ...change }, { effective_from }) =>
      saveActivity(clanId, row?.id ?? "", {
        ...change,
        ...(changesScoring(Object.keys(change)) && { effective_from }),
      }),
    onSaved: ({ name }) => {
      void refresh();
      showToast({ kind: "success", message: row ? "Activity saved" : `${name} added` });
      onClose();
    },
  });
  return (
    <FormDialog
      title={toTitle(row, like)}
      action={row ? "Save activity" : "Add activity"}
      form={form}
      onClose={onClose}
      size="lg"
    >
      <BasicFields form={form} categories={categories} isNew={row === null} />
      <ValueFields form={form} saved={row} />
      <ScoringFields form={form} rules={row?.rules ?? []} today={today}>
        {row && changesScoring(form.changed) && <EffectiveFrom form={form} today={today} />}
      </ScoringFields>
      <EntryFields form={form} />
    </FormDialog>
  );
}

function toTitle(row: Activity | null, like: Activity | undefined): string {
  if (row) return `Edit ${row.name}`;
  return like ? `Duplicate ${like.name}` : "Add an activity";
}
