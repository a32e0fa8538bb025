import type { AttentionSettings } from "@clanhall/contract/attention";
import { attentionSettingsChange } from "@clanhall/contract/attention-drafts";
import { useState } from "react";
import { Button } from "../../ui/core/button.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { Form } from "../../ui/core/field.tsx";
import { Muted } from "../../ui/core/layout.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { FieldGrid, NumberField, Textarea } from "../../ui/fields.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { useSaveRules } from "./api.ts";

interface RulesDialogProps {
  clanId: string;
  settings: AttentionSettings;
  onClose: () => void;
}

type Numbers = Record<"percent" | "rateDays" | "due" | "missedDays" | "silentDays" | "removal", string>;

function useRules(clanId: string, settings: AttentionSettings, onSaved: () => void) {
  const { rules } = settings;
  const [isOn, setOn] = useState({ rate: rules.rate.on, missed: rules.missed.on, silent: rules.silent.on });
  const [numbers, setNumbers] = useState<Numbers>({
    percent: String(rules.rate.percent),
    rateDays: String(rules.rate.days),
    due: String(rules.rate.due),
    missedDays: String(rules.missed.days),
    silentDays: String(rules.silent.days),
    removal: settings.removal_after === null ? "" : String(settings.removal_after),
  });
  const [texts, setTexts] = useState(settings.warning_texts.join("\n"));
  const [problem, setProblem] = useState<string | null>(null);
  const save = useSaveRules(clanId);
  const field = (name: keyof Numbers) => ({
    value: numbers[name],
    onChange: (text: string) => setNumbers((before) => ({ ...before, [name]: text })),
  });
  const send = () => {
    const number = (name: keyof Numbers) => Number(numbers[name].trim() || Number.NaN);
    const body = {
      rules: {
        rate: { on: isOn.rate, percent: number("percent"), days: number("rateDays"), due: number("due") },
        missed: { on: isOn.missed, days: number("missedDays") },
        silent: { on: isOn.silent, days: number("silentDays") },
      },
      warning_texts: texts.split("\n").filter((text) => text.trim() !== ""),
      removal_after: numbers.removal.trim() === "" ? null : number("removal"),
      version: settings.version,
    };
    const wrong = attentionSettingsChange.safeParse(body).error?.issues[0];
    setProblem(wrong ? (wrong.code === "invalid_type" ? "Enter whole numbers." : wrong.message) : null);
    if (!wrong && !save.isPending) save.mutate(body, { onSuccess: onSaved });
  };
  return { isOn, setOn, texts, setTexts, field, send, problem, save };
}

/** Changes who needs attention, and the texts for warnings. */
export function RulesDialog({ clanId, settings, onClose }: RulesDialogProps) {
  const { changed_by, changed_at } = settings;
  const { isOn, setOn, texts, setTexts, field, send, problem, save } = useRules(clanId, settings, onClose);
  const tick = (name: keyof typeof isOn, label: string) => (
    <Checkbox
      label={<strong>{label}</strong>}
      checked={isOn[name]}
      onChange={(on) => setOn((before) => ({ ...before, [name]: on }))}
    />
  );
  return (
    <Dialog title="Attention rules" onClose={onClose}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {tick("rate", "Low rate")}
        <FieldGrid small>
          <NumberField label="Below" unit="%" {...field("percent")} />
          <NumberField label="In" unit="days" {...field("rateDays")} />
          <NumberField label="At least due" {...field("due")} />
        </FieldGrid>
        {tick("missed", "Missed days in a row")}
        <NumberField label="Missed" unit="days" hint="Something was due, nothing was met." {...field("missedDays")} />
        {tick("silent", "No entry")}
        <NumberField label="Without an entry" unit="days" {...field("silentDays")} />
        <NumberField
          label="Suggest removal after"
          unit="active warnings"
          hint="Empty: never. Nobody is removed by itself."
          {...field("removal")}
        />
        <Textarea
          label="Texts for warnings"
          hint="One a line. {player}, {rate} and {days} are filled in."
          value={texts}
          onChange={({ currentTarget }) => setTexts(currentTarget.value)}
        />
        {changed_by && changed_at && (
          <Muted as="p">
            Last changed by {changed_by}, {formatDateTime(changed_at)}
          </Muted>
        )}
        <ErrorMessage error={save.error} />
        {problem && <p role="alert">{problem}</p>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            Save
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
