import { FormDialog } from "../../ui/forms/form-dialog.tsx";
import { useLateError } from "../../ui/late-error.ts";
import { SubmitDialog } from "../../ui/forms/text-dialog.tsx";
import { useVersionedForm } from "../../ui/forms/use-versioned-form.ts";
import { type AttentionSettings, usualWarningDays, warningDays } from "@clanhall/contract/attention";
import { settingsFields, warningMessage } from "@clanhall/contract/attention-drafts";
import { mapFields } from "@clanhall/contract/fields/field";
import { useState } from "react";
import { z } from "zod";
import { useRefreshDecisions } from "../../domain/decisions.ts";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { Muted } from "../../ui/core/layout.tsx";
import { FieldGrid, NumberField, Textarea } from "../../ui/fields.tsx";
import { formatDateTime, formatPercent } from "../../lib/format.ts";
import { useWhileMounted } from "../../lib/hooks.ts";
import { mutateEach } from "../../lib/mutations.ts";
import { saveRules, useMemberDecisions, type WarningDraft } from "./api.ts";
import { Select } from "../../ui/core/select.tsx";
import { showToast } from "../../ui/toasts.ts";

/** Rule, part of it and label of each field; each by itself, so that two who change different ones do not collide. */
const ruleFields = {
  rate_on: ["rate", "on", "Low rate"],
  rate_percent: ["rate", "percent", "Below"],
  rate_days: ["rate", "days", "In"],
  rate_due: ["rate", "due", "At least due"],
  missed_on: ["missed", "on", "Missed days in a row"],
  missed_days: ["missed", "days", "Missed"],
  silent_on: ["silent", "on", "No entry"],
  silent_days: ["silent", "days", "Without an entry"],
} as const;

type RuleField = keyof typeof ruleFields;
type SwitchField = Extract<RuleField, `${string}_on`>;
type RuleValues = Record<SwitchField, boolean> & Record<Exclude<RuleField, SwitchField>, string>;

interface RulesFields extends RuleValues {
  /** Empty for never. */
  removal_after: string;
  /** One per line. */
  warning_texts: string;
}

const ruleNames = Object.keys(ruleFields) as RuleField[];

const labels = {
  ...mapFields(ruleNames, (name) => ruleFields[name][2]),
  removal_after: "Suggest removal after",
  warning_texts: "Texts for warnings",
};

function toFields({ rules, removal_after, warning_texts }: AttentionSettings): RulesFields {
  const values = mapFields(ruleNames, (name) => {
    const [rule, part] = ruleFields[name];
    const value = (rules[rule] as Record<string, boolean | number>)[part];
    return typeof value === "number" ? String(value) : value;
  });
  return {
    ...(values as RuleValues),
    removal_after: removal_after === null ? "" : String(removal_after),
    warning_texts: warning_texts.join("\n"),
  };
}

function toBody({ removal_after, warning_texts, ...values }: RulesFields) {
  return {
    ...mapFields(ruleNames, (name) => {
      const value = values[name];
      return typeof value === "string" ? toNumber(value) : value;
    }),
    removal_after: removal_after.trim() === "" ? null : toNumber(removal_after),
    warning_texts: warning_texts.split("\n").filter((text) => text.trim() !== ""),
  };
}

function toNumber(text: string): number {
  return Number(text.trim() || Number.NaN);
}

/** The server takes the rules as a whole. */
const schema = z.preprocess(({ removal_after, warning_texts, ...values }: ReturnType<typeof toBody>) => {
  const partsOf = (rule: string) =>
    ruleNames.flatMap((name) => (ruleFields[name][0] === rule ? [[ruleFields[name][1], values[name]]] : []));
  const rules = mapFields(["rate", "missed", "silent"], (rule) => Object.fromEntries(partsOf(rule)) as unknown);
  return { rules, removal_after, warning_texts };
}, z.object(settingsFields));

interface RulesDialogProps {
  clanId: string;
  settings: AttentionSettings;
  onClose: () => void;
}

/** Changes who needs attention, and the texts for warnings. */
export function RulesDialog({ clanId, settings, onClose }: RulesDialogProps) {
  const refresh = useRefreshDecisions(clanId);
  const form = useVersionedForm({
    row: settings,
    toFields,
    initial: () => toFields(settings),
    toBody,
    schema,
    labels,
    show: { warning_texts: (texts) => texts.map((text) => `“${text}”`).join(", ") },
    pathToField: ([name = "", rule = "", part = ""]) => (name === "rules" ? `${rule}_${part}` : name),
    save: ({ version }, fields) => saveRules(clanId, { ...schema.parse(toBody(fields)), version }),
    onSaved: () => {
      void refresh();
      showToast({ kind: "success", message: "Rules saved" });
    },
    onClose,
  });
  const { changed_by, changed_at } = settings;
  const tick = (name: "rate_on" | "missed_on" | "silent_on") => (
    <Checkbox label={<strong>{labels[name]}</strong>} {...form.check(name)} />
  );
  return (
    <FormDialog title="Attention rules" action="Save" form={form} onClose={onClose}>
      {tick("rate_on")}
      <FieldGrid small>
        <NumberField label={labels.rate_percent} unit="%" {...form.number("rate_percent")} />
        <NumberField label={labels.rate_days} unit="days" {...form.number("rate_days")} />
        <NumberField label={labels.rate_due} {...form.number("rate_due")} />
      </FieldGrid>
      {tick("missed_on")}
      <NumberField
        label={labels.missed_days}
        unit="days"
        hint="Something was due, nothing was met."
        {...form.number("missed_days")}
      />
      {tick("silent_on")}
      <NumberField label={labels.silent_days} unit="days" {...form.number("silent_days")} />
      <NumberField
        label={labels.removal_after}
        unit="active warnings"
        hint="Empty: never. Nobody is removed automatically."
        {...form.number("removal_after")}
      />
      <Textarea
        label={labels.warning_texts}
        hint="One per line. {player}, {rate} and {days} are filled in."
        {...form.text("warning_texts")}
      />
      {changed_by && changed_at && (
        <Muted as="p">
          Last changed by {changed_by}, {formatDateTime(changed_at)}
        </Muted>
      )}
    </FormDialog>
  );
}

/** What the texts of the clan may name. */
interface Warned {
  id: string;
  name: string;
  rate: number | null;
  days: number;
}

interface WarnDialogProps {
  clanId: string;
  warned: Warned;
  /** Its texts may come later: one can write meanwhile. */
  settings: Pick<AttentionSettings, "warning_texts">;
  onClose: () => void;
}

export function WarnDialog({ clanId, warned, settings: { warning_texts: texts }, onClose }: WarnDialogProps) {
  // Of a player without a rate, as on the first day, a text about it would say nothing.
  const filled = texts
    .filter((text) => warned.rate !== null || !text.includes("{rate}"))
    .map((text) => fill(text, warned));
  const usual = filled[0] ?? "";
  const [typed, setTyped] = useState<string | null>(null);
  const message = typed ?? usual;
  const [ends, setEnds] = useState(String(usualWarningDays));
  const [isPosted, setPosted] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { warn, undoWarning } = useMemberDecisions(clanId, warned.id);
  const close = useWhileMounted(onClose);
  const title = `Warn ${warned.name}`;
  const sayLate = useLateError(title);
  const send = () => {
    const wrong = warningMessage.safeParse(message).error?.issues[0]?.message ?? null;
    setProblem(wrong);
    if (wrong !== null || warn.isPending) return;
    const ends_after = ends === "never" ? null : (Number(ends) as WarningDraft["ends_after"]);
    const onDone = ({ id }: { id: string }) => {
      const undo = () => undoWarning.mutateAsync(id);
      showToast({ kind: "success", message: `${warned.name} warned`, onUndo: undo });
      close();
    };
    mutateEach(warn, { message, ends_after, post: isPosted }, onDone, sayLate);
  };
  return (
    <SubmitDialog
      title={title}
      action="Warn"
      input={[message === usual ? null : message, ends, isPosted]}
      work={warn}
      onSubmit={send}
      onClose={onClose}
    >
      {filled.length > 1 && (
        <Select
          label="Start with"
          value={filled.includes(message) ? message : ""}
          placeholder="Your own text"
          options={filled.map((text) => ({ value: text, label: text }))}
          onChange={setTyped}
        />
      )}
      <Textarea
        label="Warning"
        hint={`${warned.name} and the officers will see this.`}
        max={500}
        value={message}
        error={problem}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Select
        label="Ends after"
        value={ends}
        options={[
          ...warningDays.map((days) => ({ value: String(days), label: `${days} days` })),
          { value: "never", label: "Never" },
        ]}
        onChange={setEnds}
      />
      <Checkbox label="Post it to Discord" checked={isPosted} onChange={setPosted} />
    </SubmitDialog>
  );
}

/** Rounded down: 59.6 is below a limit of 60, so it does not read as 60. */
export function rateText(rate: number | null): string {
  return formatPercent(rate && Math.floor(rate), 0);
}

function fill(text: string, { name, rate, days }: Warned): string {
  return text.replaceAll("{player}", name).replaceAll("{rate}", rateText(rate)).replaceAll("{days}", String(days));
}
