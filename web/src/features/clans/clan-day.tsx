import { addDays, type DayRule, endOfClanDay, toClanDate, weekdays } from "@clanhall/contract/rules/clan-day";
import { resetTime, weekStart } from "@clanhall/contract/clan-drafts";
import type { Clan } from "@clanhall/contract/clans";
import { clanLabels } from "@clanhall/contract/fields/labels";
import { calendarDate, timeZone } from "@clanhall/contract/text";
import { useMutation } from "@tanstack/react-query";
import { z } from "zod";
import { deviceTimeZone, formatClanDate, formatClock } from "../../lib/format.ts";
import { mayInClan } from "../../domain/permissions.ts";
import { Card } from "../../ui/card.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Muted } from "../../ui/core/layout.tsx";
import { ErrorMessage, Notice } from "../../ui/core/notice.tsx";
import { DayField } from "../../ui/day-field.tsx";
import { NumberField } from "../../ui/fields.tsx";
import { restoreLostFocus } from "../../ui/focus.ts";
import { useNow } from "../../ui/relative-time.tsx";
import { useVersionedForm } from "../../ui/forms/use-versioned-form.ts";
import { saveClan, useKeepClan } from "./api.ts";
import styles from "./clans.module.css";
import { DayFields, readDayRule, WeekStartField } from "./fields.tsx";
import { SettingsForm } from "./sections.tsx";

type Rule = Clan["day_rules"][number];

const toDayBody = ({ time_zone, reset_time, reset_in_utc, effective_from }: Rule) => ({
  day: { time_zone, reset_time, reset_in_utc, effective_from },
});

const toDaySchema = (today: string) =>
  z.object({
    day: z.object({
      time_zone: timeZone,
      reset_time: resetTime,
      effective_from: calendarDate.refine((date) => date > today, "Choose a day after today."),
    }),
  });

/** When the day begins: a change of it never moves days that are over. */
export function DayCard({ clan }: { clan: Clan }) {
  const today = toClanDate(clan.day_rules, new Date(useNow()));
  const mayChange = mayInClan(clan, "settings.manage");
  const keep = useKeepClan(clan.id);
  const toFields = ({ day_rules }: Clan): Rule => ({
    ...(day_rules.at(-1) ?? { time_zone: "UTC", reset_time: "00:00", reset_in_utc: false }),
    effective_from: findPlanned(day_rules, today)?.effective_from ?? addDays(today, 1),
  });
  const form = useVersionedForm({
    row: clan,
    toFields,
    initial: () => toFields(clan),
    toBody: toDayBody,
    parts: { day: ["time_zone", "reset_time", "reset_in_utc", "effective_from"] },
    schema: toDaySchema(today),
    labels: { day: "When the day begins" },
    show: { day: (day) => `${ruleText(day)} from ${formatClanDate(day.effective_from)}` },
    save: (change) => saveClan(clan.id, change),
    pathToField: ([, part = "time_zone"]) => part,
    onSaved: keep,
  });
  const { effective_from } = form.values;
  const rule = readDayRule(form.values);
  return (
    <Card isSplit title="When the day begins" line="Takes effect on a future clan day. Past days do not change.">
      <PlannedRule clan={clan} today={today} mayChange={mayChange} onDropped={form.reset} />
      <SettingsForm form={form} mayChange={mayChange} action="Plan the change">
        <DayFields form={form} />
        <DayField label={clanLabels.effective_from} min={addDays(today, 1)} {...form.date("effective_from")} />
        <ResetPreview
          rules={
            rule && effective_from > today
              ? withRule(clan.day_rules, { ...rule, effective_from }, today)
              : clan.day_rules
          }
        />
      </SettingsForm>
    </Card>
  );
}

interface PlannedRuleProps {
  clan: Clan;
  today: string;
  mayChange: boolean;
  onDropped: () => void;
}

/** What will hold from a coming day on. It is dropped by planning for that day what holds now. */
function PlannedRule({ clan, today, mayChange, onDropped }: PlannedRuleProps) {
  const keep = useKeepClan(clan.id);
  const planned = findPlanned(clan.day_rules, today);
  const current = clan.day_rules.findLast(({ effective_from }) => effective_from <= today);
  const drop = useMutation({
    mutationFn: (rule: Rule) => saveClan(clan.id, { ...toDayBody(rule), version: clan.version }),
    onSuccess: (saved) => {
      keep(saved);
      onDropped();
      restoreLostFocus();
    },
  });
  if (!planned) return null;
  return (
    <Notice
      actions={
        mayChange &&
        current && (
          <Button
            busy={drop.isPending}
            onClick={() => drop.mutate({ ...current, effective_from: planned.effective_from })}
          >
            Cancel this change
          </Button>
        )
      }
    >
      <p>
        <strong>Planned:</strong> from {formatClanDate(planned.effective_from)}, {ruleText(planned)}.
      </p>
      <ErrorMessage error={drop.error} />
    </Notice>
  );
}

/** A new plan replaces what was planned before. */
function withRule(rules: Rule[], rule: Rule, today: string) {
  return [...rules.filter(({ effective_from }) => effective_from <= today), rule];
}

function findPlanned(rules: Rule[], today: string): Rule | undefined {
  return rules.find(({ effective_from }) => effective_from > today);
}

function ruleText({ reset_time, reset_in_utc, time_zone }: Rule): string {
  return `the day begins at ${reset_time} ${reset_in_utc ? "UTC" : time_zone.replaceAll("_", " ")}`;
}

/** The next three resets on the clan's clock and on the reader's. */
function ResetPreview({ rules }: { rules: DayRule[] }) {
  const today = toClanDate(rules, new Date(useNow()));
  return (
    <div aria-live="polite">
      <h3>The next three resets</h3>
      <ol className={`${styles.names} lined`}>
        {[0, 1, 2].map((days) => {
          const date = addDays(today, days);
          const reset = endOfClanDay(rules, date);
          const { time_zone, reset_in_utc } = ruleAfter(rules, date);
          return (
            <li key={date}>
              <span>
                {formatClock(reset, reset_in_utc ? "UTC" : time_zone)}
                <Muted> {reset_in_utc ? "UTC" : "clan time"}</Muted>
              </span>
              <Muted>{formatClock(reset, deviceTimeZone())} your time</Muted>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function ruleAfter(rules: DayRule[], date: string): Pick<DayRule, "time_zone" | "reset_in_utc"> {
  const rule = rules.findLast(({ effective_from }) => effective_from <= addDays(date, 1)) ?? rules[0];
  return rule ?? { time_zone: "UTC", reset_in_utc: true };
}

/** Numbers as they are typed. */
interface WindowFields {
  week_start: string;
  late_days: string;
  grace_days: string;
}

const toWindowFields = ({ week_start, late_days, grace_days }: Clan): WindowFields => ({
  week_start: String(week_start),
  late_days: String(late_days),
  grace_days: String(grace_days),
});

const upTo = (max: number) => {
  const error = `Enter a number from 0 to ${max}.`;
  return z.int(error).min(0, error).max(max, error);
};
const windowSchema = z.object({ week_start: weekStart, late_days: upTo(14), grace_days: upTo(30) });
const readNumber = (text: string) => (/^\d{1,3}$/.test(text) ? Number(text) : Number.NaN);

/** What applies at once. */
export function WindowCard({ clan }: { clan: Clan }) {
  const form = useVersionedForm({
    row: clan,
    toFields: toWindowFields,
    initial: () => toWindowFields(clan),
    toBody: ({ week_start, late_days, grace_days }: WindowFields) => ({
      week_start: Number(week_start),
      late_days: readNumber(late_days),
      grace_days: readNumber(grace_days),
    }),
    schema: windowSchema,
    labels: { week_start: clanLabels.week_start, late_days: "Late window", grace_days: "Grace for new players" },
    show: { week_start: (day) => weekdays[day - 1] ?? "" },
    save: (change) => saveClan(clan.id, change),
    onSaved: useKeepClan(clan.id),
  });
  return (
    <Card isSplit title="Week and windows" line="Changes apply at once.">
      <SettingsForm form={form} mayChange={mayInClan(clan, "settings.manage")} action="Save">
        <WeekStartField {...form.select("week_start")} />
        <NumberField
          label={clanLabels.late_days}
          hint="0 to 14. Values can still be entered after the day ends. They are marked late."
          {...form.number("late_days")}
        />
        <NumberField
          label={clanLabels.grace_days}
          hint="0 to 30. Days before anything is due from a new player."
          {...form.number("grace_days")}
        />
      </SettingsForm>
    </Card>
  );
}
