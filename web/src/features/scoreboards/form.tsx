import { boardLabels } from "@clanhall/contract/fields/labels";
import type { Activity } from "@clanhall/contract/activities";
import { measureNames } from "@clanhall/contract/rules/score-text";
import { measures, scoreboardDraft } from "@clanhall/contract/scoreboard-drafts";
import { passcodeMin, type Scoreboard, shareDays, shareScoreboard } from "@clanhall/contract/scoreboards";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, type SyntheticEvent, useId, useRef, useState } from "react";
import { activitiesQuery } from "../../domain/activities.ts";
import { plural, toDateInput } from "../../lib/format.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { copyText } from "../../ui/copy-button.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Muted, Row, Stack } from "../../ui/core/layout.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogForm } from "../../ui/forms/form-dialog.tsx";
import { useVersionedForm, type VersionedForm } from "../../ui/forms/use-versioned-form.ts";
import { ActivitiesField } from "./activities-field.tsx";
import { isRepeating, measureSentences, toBoardLink } from "./format.ts";
import {
  type BoardPreset,
  boardPresets,
  type FullDraft,
  newFields,
  type ScoreboardFields,
  toDraft,
  toFields,
} from "./fields.ts";
import { columnNames, MoreSettings, nameOptions } from "./more-fields.tsx";
import { addScoreboard, saveBoard, useRefreshBoards, useTakeBoard } from "./api.ts";
import { rollingDays } from "@clanhall/contract/rules/periods";
import { addDays, countDays } from "@clanhall/contract/rules/clan-day";
import { myClansQuery } from "../../domain/clans.ts";
import { TextField } from "../../ui/core/field.tsx";
import { Select } from "../../ui/core/select.tsx";
import { DayField } from "../../ui/day-field.tsx";
import { FieldGrid, Switch, Textarea } from "../../ui/fields.tsx";
import { focusOnMount } from "../../ui/focus.ts";
import { call } from "../../lib/api-client.ts";
import { Inset } from "../../ui/card.tsx";
import { useNow } from "../../ui/relative-time.tsx";
import { showToast } from "../../ui/toasts.ts";
import { type LinkEnd, linkEnds, momentOf } from "./share.tsx";

interface FormProps {
  form: VersionedForm<ScoreboardFields>;
}

function MainFields({ form, clanId }: FormProps & { clanId: string }) {
  const measure = form.select("measure");
  return (
    <>
      <FieldGrid>
        <TextField ref={focusOnMount} label="Title" autoComplete="off" {...form.text("title")} />
        <Select
          label="Measure"
          hint={measureSentences[measure.value]}
          options={measures.map((value) => ({ value, label: measureNames[value] }))}
          {...measure}
        />
      </FieldGrid>
      <FieldGrid>
        <Textarea
          label="Description"
          hint="Optional. Everyone who sees the board can read it."
          {...form.text("description")}
        />
        <PeriodField form={form} clanId={clanId} />
      </FieldGrid>
    </>
  );
}

const periodHints: Record<string, string> = {
  weekly: "Restarts every clan week. The last result is kept and stays readable.",
  monthly: "Restarts every month. The last result is kept and stays readable.",
  fixed: "After the last day the board ends, and its result is frozen.",
};

const periods = [
  ...rollingDays.map((days) => ({ value: String(days), label: `The last ${days} days` })),
  { value: "weekly", label: "Weekly" },
  { value: "monthly", label: "Monthly" },
  { value: "fixed", label: "From one date to another" },
];

function PeriodField({ form, clanId }: FormProps & { clanId: string }) {
  const { values, set } = form;
  const { data: clans = [] } = useQuery(myClansQuery);
  const today = clans.find(({ id }) => id === clanId)?.today.clan_date;
  const choose = (period: string) => {
    const isBlank = period === "fixed" && values.from === "" && values.to === "";
    set({ period, ...(isBlank && today && { from: today, to: addDays(today, 6) }) });
  };
  return (
    <Stack>
      <Select
        label="Period"
        hint={periodHints[values.period] ?? "Moves on with every clan day."}
        options={periods}
        {...form.select("period")}
        onChange={choose}
      />
      {values.period === "fixed" && <FixedDates form={form} />}
    </Stack>
  );
}

function FixedDates({ form }: FormProps) {
  const days = countDays(form.values);
  return (
    <FieldGrid>
      <DayField label="First day" {...form.date("from")} />
      <DayField
        label="Last day"
        min={form.values.from}
        hint={days > 0 ? plural(days, "day") : undefined}
        {...form.date("to")}
      />
    </FieldGrid>
  );
}

interface ScoreboardFormProps {
  clanId: string;
  /** Null for a new one. */
  board: Scoreboard | null;
  /** What a new one begins with, where something was chosen. */
  preset: BoardPreset | null;
  /** A new one is meant to be shared. */
  isShared?: boolean;
  onClose: () => void;
  /** Its link, if it has one, is in the clipboard, or could not be put there. */
  onSaved: (board: Scoreboard, isCopied: boolean) => void;
}

/** Makes a board, or changes one, once it is known what it may count. */
export function ScoreboardForm(props: ScoreboardFormProps) {
  const { clanId, board, onClose } = props;
  const activities = useQuery(activitiesQuery(clanId));
  const leave = useRef<() => void>(null);
  return (
    <Dialog
      title={board ? `Edit ${board.title}` : "New scoreboard"}
      onClose={() => (leave.current ?? onClose)()}
      size="xl"
    >
      <AsyncSection query={activities} what="The activities" lines={6}>
        {(all) => <Fields {...props} activities={all} leaveRef={leave} />}
      </AsyncSection>
    </Dialog>
  );
}

interface FieldsProps extends ScoreboardFormProps {
  activities: Activity[];
  leaveRef: RefObject<(() => void) | null>;
}

function Fields({ clanId, board, preset, isShared = false, activities, leaveRef, onClose, onSaved }: FieldsProps) {
  const take = useTakeBoard(clanId);
  const refresh = useRefreshBoards();
  const link = useNewLink(isShared);
  const form = useVersionedForm({
    row: board,
    toFields,
    initial: () => firstFields(preset, activities),
    toBody: toDraft,
    parts: {
      activities: ["activities", "activity"],
      period: ["period", "from", "to"],
      members: ["whose", "groups", "chosen"],
    },
    schema: scoreboardDraft,
    labels: boardLabels,
    show: {
      measure: (measure) => measureNames[measure],
      activities: (chosen) => chosen.map((one) => activityText(one, activities)).join(", "),
      period: periodText,
      members: membersText,
      top_n: (count) => (count === null ? "everyone" : String(count)),
      name_display: (display) => nameOptions.find(({ value }) => value === display)?.label ?? "",
      columns: (columns) => columns.map((column) => columnNames[column]).join(", "),
    },
    create: async (draft, key) => link.share(await addScoreboard(clanId, draft, key)),
    save: (change) => saveBoard(board?.id ?? "", change),
    pathToField: ([name = "", part = ""]) => (name === "period" && (part === "from" || part === "to") ? part : name),
    onSaved: (saved) => {
      take(saved);
      void refresh();
      void copyLink(saved).then((isCopied) => onSaved(saved, isCopied));
    },
    // A new board is opened in place of the form, once it is known whether its link was copied.
    ...(board && { onClose }),
  });
  const counted = new Set(toDraft(form.values).activities.map(({ activity_id }) => activity_id));
  const isPublic = activities.some((activity) => activity.public && counted.has(activity.id));
  const hasLink = link.isOn && isPublic;
  const { onSubmit } = form.formProps;
  const makes = hasLink ? "Create and copy link" : "Create scoreboard";
  return (
    <DialogForm
      action={board ? "Save scoreboard" : makes}
      form={{ ...form, formProps: { ...form.formProps, onSubmit: hasLink ? link.guard(onSubmit) : onSubmit } }}
      onClose={onClose}
      leaveRef={leaveRef}
    >
      {!board && <StartFrom onChoose={(chosen) => form.set(firstFields(chosen, activities))} />}
      <MainFields form={form} clanId={clanId} />
      <ActivitiesField form={form} clanId={clanId} activities={activities} />
      {!board && <NewLinkFields link={link} periodKind={form.values.period} isPossible={isPublic} />}
      <MoreSettings form={form} clanId={clanId} />
    </DialogForm>
  );
}

/** One of the presets, over whatever the form has by now. */
function StartFrom({ onChoose }: { onChoose: (preset: BoardPreset) => void }) {
  const id = useId();
  return (
    <Row gap={2} role="group" aria-labelledby={id}>
      <Muted id={id}>Start from</Muted>
      {boardPresets.map((preset) => (
        <Button key={preset.key} size="sm" onClick={() => onChoose(preset)}>
          {preset.title}
        </Button>
      ))}
    </Row>
  );
}

async function copyLink({ share }: Scoreboard): Promise<boolean> {
  return share !== null && copyText(toBoardLink(share.token));
}

/** A new board counts everything that is done now, until somebody says otherwise. */
function firstFields(preset: BoardPreset | null, activities: Activity[]) {
  const ids = activities.filter(({ active }) => active).map(({ id }) => id);
  return newFields(preset?.draft(ids) ?? { activities: ids.map((activity_id) => ({ activity_id })) });
}

function activityText({ activity_id, weight = 1 }: FullDraft["activities"][number], activities: Activity[]): string {
  const name = activities.find(({ id }) => id === activity_id)?.name ?? "a deleted activity";
  return weight === 1 ? name : `${name} × ${weight}`;
}

function periodText(period: FullDraft["period"]): string {
  if (period.kind === "rolling") return `the last ${period.days} days`;
  if (period.kind === "fixed") return `${period.from} to ${period.to}`;
  return period.kind === "weekly" ? "weekly" : "monthly";
}

function membersText({ kind, ids = [] }: FullDraft["members"]): string {
  if (kind === "active") return "all active players";
  return kind === "groups" ? ids.join(", ") : plural(ids.length, "player");
}

/** The link that a new board gets at once, where somebody wants that. */
function useNewLink(isOnAtFirst: boolean) {
  const [isOn, setOn] = useState(isOnAtFirst);
  const [chosen, setEnd] = useState<LinkEnd | null>(null);
  const [date, setDate] = useState("");
  const [passcode, setPasscode] = useState("");
  const [isChecked, setChecked] = useState(false);
  const isPast = chosen === "date" && momentOf(chosen, date) === undefined;
  const isShort = passcode !== "" && passcode.length < passcodeMin;
  return {
    isOn,
    setOn,
    chosen,
    setEnd,
    date,
    setDate,
    passcode,
    setPasscode,
    errors: {
      date: isChecked && isPast ? "Choose today or a later day." : null,
      passcode: isChecked && isShort ? `A passcode has at least ${passcodeMin} characters.` : null,
    },
    /** Sends the form only with a link that can be made. */
    guard: (submit: (event: SyntheticEvent) => void) => (event: SyntheticEvent) => {
      if (isOn && (isPast || isShort)) {
        event.preventDefault();
        setChecked(true);
      } else submit(event);
    },
    /** The board is there by now, whatever becomes of its link. */
    share: async (board: Scoreboard): Promise<Scoreboard> => {
      const expires_at = momentOf(chosen ?? proposedEnd(board.period.kind), date);
      if (!isOn || board.public_activities === 0 || expires_at === undefined) return board;
      const body = { expires_at, ...(passcode && { passcode }) };
      try {
        return await call(shareScoreboard, { params: { scoreboardId: board.id }, body });
      } catch {
        showToast({ kind: "error", message: "The link could not be switched on. Try it with Share." });
        return board;
      }
    },
  };
}

/** A board that goes on and on needs no new link every month. */
function proposedEnd(periodKind: string): LinkEnd {
  return isRepeating(periodKind) ? "never" : (String(shareDays) as LinkEnd);
}

interface NewLinkFieldsProps {
  link: ReturnType<typeof useNewLink>;
  /** Of the board, as it is chosen by now. */
  periodKind: string;
  /** Visitors see something of the board. */
  isPossible: boolean;
}

function NewLinkFields({ link, periodKind, isPossible }: NewLinkFieldsProps) {
  const now = useNow();
  if (!isPossible) {
    return <Muted as="p">None of these activities is shown on public scoreboards, so the board has no link.</Muted>;
  }
  const end = link.chosen ?? proposedEnd(periodKind);
  const never = isRepeating(periodKind) ? "Never, as the board repeats" : linkEnds.never;
  return (
    <Inset>
      <Switch
        label={<strong>Public link</strong>}
        hint="Anybody with the link sees names as each player allows, and nothing else about them."
        checked={link.isOn}
        onChange={link.setOn}
      />
      {link.isOn && (
        <FieldGrid>
          <Select
            label="The link ends"
            value={end}
            onChange={(value) => link.setEnd(value as LinkEnd)}
            options={Object.entries({ ...linkEnds, never }).map(([value, label]) => ({ value, label }))}
          />
          {end === "date" && (
            <DayField
              label="Last day of the link"
              value={link.date}
              min={toDateInput(now)}
              error={link.errors.date}
              onChange={link.setDate}
            />
          )}
          <TextField
            label="Passcode"
            placeholder="none"
            value={link.passcode}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={link.errors.passcode}
            onChange={({ currentTarget }) => link.setPasscode(currentTarget.value)}
          />
        </FieldGrid>
      )}
    </Inset>
  );
}
