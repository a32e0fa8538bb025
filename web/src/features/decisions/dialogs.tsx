import { SubmitDialog } from "../../ui/forms/text-dialog.tsx";
import { type AttentionSettings, usualWarningDays, warningDays } from "@clanhall/contract/attention";
import { attentionSettingsChange, warningMessage } from "@clanhall/contract/attention-drafts";
import { useState } from "react";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { Muted } from "../../ui/core/layout.tsx";
import { FieldGrid, NumberField, Textarea } from "../../ui/fields.tsx";
import { formatDateTime, formatPercent } from "../../lib/format.ts";
import { useMemberDecisions, useSaveRules, type WarningDraft } from "./api.ts";
import { Select } from "../../ui/core/select.tsx";
import { showToast } from "../../ui/toasts.ts";

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
    <SubmitDialog title="Attention rules" action="Save" work={save} onSubmit={send} onClose={onClose}>
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
      {problem && <p role="alert">{problem}</p>}
    </SubmitDialog>
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
  settings: Pick<AttentionSettings, "warning_texts">;
  onClose: () => void;
}

export function WarnDialog({ clanId, warned, settings: { warning_texts: texts }, onClose }: WarnDialogProps) {
  const filled = texts.map((text) => fill(text, warned));
  const [message, setMessage] = useState(filled[0] ?? "");
  const [ends, setEnds] = useState(String(usualWarningDays));
  const [isPosted, setPosted] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { warn, undoWarning } = useMemberDecisions(clanId, warned.id);
  const send = () => {
    const wrong = warningMessage.safeParse(message).error?.issues[0]?.message ?? null;
    setProblem(wrong);
    if (wrong !== null || warn.isPending) return;
    const ends_after = ends === "never" ? null : (Number(ends) as WarningDraft["ends_after"]);
    warn.mutate(
      { message, ends_after, post: isPosted },
      {
        onSuccess: ({ id }) => {
          const undo = () => undoWarning.mutate(id);
          showToast({ kind: "success", message: `${warned.name} warned`, onUndo: undo });
          onClose();
        },
      },
    );
  };
  return (
    <SubmitDialog title={`Warn ${warned.name}`} action="Warn" work={warn} onSubmit={send} onClose={onClose}>
      {filled.length > 1 && (
        <Select
          label="Start with"
          value={filled.includes(message) ? message : ""}
          placeholder="Your own text"
          options={filled.map((text) => ({ value: text, label: text }))}
          onChange={setMessage}
        />
      )}
      <Textarea
        label="Warning"
        hint={`${warned.name} and the officers read it.`}
        max={500}
        value={message}
        error={problem}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
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

function fill(text: string, { name, rate, days }: Warned): string {
  return text
    .replaceAll("{player}", name)
    .replaceAll("{rate}", formatPercent(rate, 0))
    .replaceAll("{days}", String(days));
}
