import type { Clan } from "@clanhall/contract/clans";
import { addDays, toClanDate } from "@clanhall/contract/clan-day";
import { calendarDate } from "@clanhall/contract/text";
import { mayInClan } from "../../domain/permissions.ts";
import { Button } from "../../ui/core/button.tsx";
import { TextField } from "../../ui/core/field.tsx";
import { Notice } from "../../ui/core/notice.tsx";
import { useForm } from "../../ui/core/use-form.ts";
import { restoreLostFocus } from "../../ui/focus.ts";
import { schemaRule } from "../../lib/schema-rule.ts";
import { Card } from "../../ui/card.tsx";
import { ConflictNotice } from "../../ui/conflict-notice.tsx";
import { useNow } from "../../ui/use-now.ts";
import { formatClanDate, weekdays } from "../../lib/format.ts";
import { DayFields, dayRules, readDayRule } from "./day-fields.tsx";
import { ResetPreview } from "./reset-preview.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { type ClanDraftState, useClanDraft } from "./use-clan-draft.ts";
import { WeekStartField } from "./week-start-field.tsx";

/** When the day begins: a change of it never moves days that are over. */
export function DayCard({ clan }: { clan: Clan }) {
  const draft = useClanDraft(clan);
  const today = toClanDate(draft.base.day_rules, new Date(useNow()));
  const pending = pendingRule(draft.base, today);
  const mayChange = mayInClan(clan, "settings.manage");
  const keepAsNow = async (effective_from: string) => {
    const rule = draft.base.day_rules.findLast((one) => one.effective_from <= today);
    if (!rule || draft.isPending) return;
    await draft.send({ day: { ...rule, effective_from } });
    draft.startAgain();
    restoreLostFocus(document.querySelector("#main"));
  };
  return (
    <Card
      title="When the day begins"
      line="A change counts from a coming clan day on. Days that are over, and what was entered on them, stay as they are."
    >
      {draft.theirs && (
        <ConflictNotice
          theirs={ruleWords(draft.theirs.day_rules.at(-1))}
          onTakeTheirs={draft.takeTheirs}
          onKeepMine={() => void draft.keepMine()}
        />
      )}
      {pending && (
        <Notice>
          <p>
            <strong>Planned:</strong> from {formatClanDate(pending.effective_from)} on, {ruleWords(pending)}.
          </p>
          {mayChange && (
            <div>
              <Button busy={draft.isPending} onClick={() => void keepAsNow(pending.effective_from)}>
                Drop this plan
              </Button>
            </div>
          )}
        </Notice>
      )}
      <DayForm key={draft.takenTheirs} draft={draft} today={today} mayChange={mayChange} />
    </Card>
  );
}

interface DayFormProps {
  draft: ClanDraftState;
  today: string;
  mayChange: boolean;
}

function DayForm({ draft, today, mayChange }: DayFormProps) {
  const { day_rules } = draft.base;
  const latest = day_rules.at(-1);
  const form = useForm({
    rules: {
      ...dayRules,
      effective_from: (date: string) =>
        schemaRule(calendarDate)(date) ?? (date > today ? null : "Choose a day after today."),
    },
    initial: {
      time_zone: latest?.time_zone ?? "UTC",
      reset_time: latest?.reset_time ?? "00:00",
      reset_in_utc: latest?.reset_in_utc ? "yes" : "",
      effective_from: pendingRule(draft.base, today)?.effective_from ?? addDays(today, 1),
    },
    send: async ({ reset_in_utc, ...day }) => {
      await draft.send({ day: { ...day, reset_in_utc: reset_in_utc !== "" } });
      return undefined;
    },
  });
  const from = form.text("effective_from");
  const rule = readDayRule(form, from.value);
  const change = (name: Parameters<typeof form.change>[0], value: string) => {
    if (draft.isSaved) draft.forget();
    form.change(name, value);
  };
  return (
    <SettingsForm draft={draft} form={form} mayChange={mayChange} action="Plan the change">
      <DayFields form={{ ...form, change }} />
      <TextField label="From this clan day on" type="date" min={addDays(today, 1)} {...from} />
      <ResetPreview rules={rule && from.value > today ? withRule(day_rules, rule) : day_rules} />
    </SettingsForm>
  );
}

function withRule(rules: Clan["day_rules"], rule: Clan["day_rules"][number]) {
  return [...rules.filter(({ effective_from }) => effective_from < rule.effective_from), rule];
}

function pendingRule({ day_rules }: Clan, today: string) {
  return day_rules.find(({ effective_from }) => effective_from > today);
}

function ruleWords(rule: Clan["day_rules"][number] | undefined): string {
  if (!rule) return "the reset is not set";
  const place = rule.reset_in_utc ? "UTC" : rule.time_zone.replaceAll("_", " ");
  return `the day begins at ${rule.reset_time} ${place}`;
}

const upTo = (max: number) => (value: string) =>
  /^\d{1,3}$/.test(value) && Number(value) <= max ? null : `Enter a number from 0 to ${max}.`;

const windowRules = { week_start: () => null, late_days: upTo(14), grace_days: upTo(30) };

/** What holds at once. */
export function WindowCard({ clan }: { clan: Clan }) {
  const draft = useClanDraft(clan);
  const { theirs } = draft;
  return (
    <Card title="Week and windows" line="These hold at once.">
      {theirs && (
        <ConflictNotice
          theirs={`the week starts on ${weekdays[theirs.week_start - 1]}, the late window has ${theirs.late_days} days and the grace ${theirs.grace_days}`}
          onTakeTheirs={draft.takeTheirs}
          onKeepMine={() => void draft.keepMine()}
        />
      )}
      <WindowForm key={draft.takenTheirs} draft={draft} mayChange={mayInClan(clan, "settings.manage")} />
    </Card>
  );
}

function WindowForm({ draft, mayChange }: { draft: ClanDraftState; mayChange: boolean }) {
  const { base } = draft;
  const form = useForm({
    rules: windowRules,
    initial: {
      week_start: String(base.week_start),
      late_days: String(base.late_days),
      grace_days: String(base.grace_days),
    },
    send: async (values) => {
      await draft.send({
        week_start: Number(values.week_start),
        late_days: Number(values.late_days),
        grace_days: Number(values.grace_days),
      });
      return undefined;
    },
  });
  return (
    <SettingsForm draft={draft} form={form} mayChange={mayChange} action="Save">
      <WeekStartField value={form.text("week_start").value} onChoose={(value) => form.change("week_start", value)} />
      <TextField
        label="Late window in days"
        inputMode="numeric"
        hint="0 to 14. So long values may still be entered for a day that is over; they are marked late."
        {...form.text("late_days")}
      />
      <TextField
        label="Grace for new players in days"
        inputMode="numeric"
        hint="0 to 30. So long nothing is due from a player who just joined."
        {...form.text("grace_days")}
      />
    </SettingsForm>
  );
}
