import type { Activity } from "@clanhall/contract/activities";
import { pages } from "@clanhall/contract/pages";
import { Link } from "@tanstack/react-router";
import { Select } from "../../ui/core/select.tsx";
import { FieldError, FieldGroup, Input } from "../../ui/core/field.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { Button } from "../../ui/core/button.tsx";
import styles from "./scoreboards.module.css";
import type { VersionedForm } from "../../ui/forms/use-versioned-form.ts";
import type { ScoreboardFields } from "./fields.ts";
import { Grid, Muted, Row, Text } from "../../ui/core/layout.tsx";
import { hasPoints } from "./format.ts";

interface ActivitiesFieldProps {
  form: VersionedForm<ScoreboardFields>;
  clanId: string;
  activities: Activity[];
}

/** What a board may count. One that is gone by now stays in sight while it is chosen, so that it can be taken out. */
interface Option {
  id: string;
  name: string;
  note: string;
}

export function ActivitiesField({ form, clanId, activities }: ActivitiesFieldProps) {
  const { values, errors } = form;
  const options = toOptions(
    activities,
    values.activities.map(({ activity_id }) => activity_id),
  );
  if (options.length === 0) return <NoActivities clanId={clanId} error={errors.activities} />;
  return values.measure === "activity" ? (
    <OneActivity form={form} options={options} />
  ) : (
    <ManyActivities form={form} options={options} activeIds={activities.filter(isActive).map(({ id }) => id)} />
  );
}

const isActive = ({ active }: Activity) => active;

function toOptions(activities: Activity[], chosen: string[]): Option[] {
  const known = activities.map(({ id, name, active }) => ({ id, name, note: active ? "" : "archived" }));
  const gone = chosen.filter((id) => activities.every((activity) => activity.id !== id));
  return [
    ...known.toSorted((a, b) => Number(a.note !== "") - Number(b.note !== "")),
    ...gone.map((id) => ({ id, name: "An activity that was deleted", note: "counts nothing" })),
  ];
}

function NoActivities({ clanId, error }: { clanId: string; error: string | undefined }) {
  return (
    <div>
      <p>
        This clan has no activities yet, so there is nothing to count.{" "}
        <Link to={pages.customizeActivities.path} search={{ clan: clanId }}>
          Add the first one
        </Link>
        .
      </p>
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}

function OneActivity({ form, options }: Pick<ManyActivitiesProps, "form" | "options">) {
  const { error, conflict } = form.list("activities");
  return (
    <Select
      label="Activity"
      placeholder="Choose one"
      options={options.map(({ id, name, note }) => ({ value: id, label: note ? `${name} (${note})` : name }))}
      {...form.select("activity")}
      error={error}
      conflict={conflict}
    />
  );
}

interface ManyActivitiesProps {
  form: VersionedForm<ScoreboardFields>;
  options: Option[];
  activeIds: string[];
}

function ManyActivities({ form, options, activeIds }: ManyActivitiesProps) {
  const { values, set, errors } = form;
  const isWeighted = hasPoints(values.measure);
  const weights = new Map(values.activities.map(({ activity_id, weight }) => [activity_id, weight]));
  // In the order of the clan's activities, which is the order of the board's columns.
  const choose = (next: Map<string, string>) =>
    set({
      activities: options.flatMap((option) => {
        const weight = next.get(option.id);
        return weight === undefined ? [] : [{ activity_id: option.id, weight }];
      }),
    });
  const toggle = (activityId: string) => {
    const next = new Map(weights);
    if (!next.delete(activityId)) next.set(activityId, "1");
    choose(next);
  };
  const isEverything = activeIds.every((activityId) => weights.has(activityId));
  return (
    <FieldGroup
      label="Activities"
      hint={isWeighted && "Points count times the weight: 2 is double, 0.5 is half."}
      error={errorOfAll(errors)}
      conflict={form.conflictOf("activities")}
    >
      <Grid as="ul" min={300} gap={0} className={styles.activities}>
        {options.map((option) => (
          <ActivityRow
            key={option.id}
            option={option}
            weight={weights.get(option.id)}
            isWeighted={isWeighted}
            error={weightError(form, option.id)}
            onToggle={() => toggle(option.id)}
            onWeigh={(weight) => choose(new Map(weights).set(option.id, weight))}
          />
        ))}
      </Grid>
      <Button
        variant="plain"
        onClick={() =>
          choose(isEverything ? new Map() : new Map(activeIds.map((one) => [one, weights.get(one) ?? "1"])))
        }
      >
        {isEverything ? "Choose none" : "Choose all"}
      </Button>
    </FieldGroup>
  );
}

const weightPath = /^activities\.\d+\.weight$/;

/** What is wrong with the choice as a whole; each weight has its own message. */
function errorOfAll(errors: Record<string, string>): string | undefined {
  const path = Object.keys(errors).find((one) => one.startsWith("activities") && !weightPath.test(one));
  return path === undefined ? undefined : errors[path];
}

function weightError({ values, errors }: ManyActivitiesProps["form"], activityId: string): string | undefined {
  const index = values.activities.findIndex(({ activity_id }) => activity_id === activityId);
  return errors[`activities.${index}.weight`];
}

interface ActivityRowProps {
  option: Option;
  /** As it is typed; undefined while it is not chosen. */
  weight: string | undefined;
  isWeighted: boolean;
  error: string | undefined;
  onToggle: () => void;
  onWeigh: (weight: string) => void;
}

function ActivityRow({ option: { id, name, note }, weight, isWeighted, error, onToggle, onWeigh }: ActivityRowProps) {
  const isChosen = weight !== undefined;
  return (
    <Row as="li" justify="between" className={styles.activityRow}>
      <Checkbox
        label={
          <>
            {name}
            {note && <Muted as="small"> {note}</Muted>}
          </>
        }
        checked={isChosen}
        onChange={onToggle}
      />
      {isChosen && isWeighted && (
        <Row nowrap gap={2}>
          <Text dim aria-hidden>
            ×
          </Text>
          <Input
            className={styles.weightInput}
            aria-label={`Weight of ${name}`}
            inputMode="decimal"
            autoComplete="off"
            value={weight}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-weight-error` : undefined}
            onChange={({ currentTarget }) => onWeigh(currentTarget.value)}
          />
        </Row>
      )}
      {error && <FieldError id={`${id}-weight-error`}>{error}</FieldError>}
    </Row>
  );
}
