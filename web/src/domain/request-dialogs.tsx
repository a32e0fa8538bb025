import type { ActiveWarning } from "@clanhall/contract/attention";
import { awayRequestDraft, pictureBytesMax, picturesMax, valueRequestDraft } from "@clanhall/contract/request-drafts";
import { awayDaysMax, type ClanRequest, type RequestDraft } from "@clanhall/contract/requests";
import type { StandingAnswer } from "@clanhall/contract/my-standing";
import { readCellText } from "@clanhall/contract/rules/cell-text";
import { addDays } from "@clanhall/contract/rules/clan-day";
import type { ValueType } from "@clanhall/contract/rules/scoring";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { z } from "zod";
import { serverFieldErrors } from "../lib/api-errors.ts";
import { decimalSign, formatClanDate, formatDate, formatRange } from "../lib/format.ts";
import { useWhileMounted } from "../lib/hooks.ts";
import { mutateEach } from "../lib/mutations.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/core/button.tsx";
import { Field, TextField } from "../ui/core/field.tsx";
import { Muted, Row } from "../ui/core/layout.tsx";
import { Select } from "../ui/core/select.tsx";
import { DayField } from "../ui/day-field.tsx";
import { FieldGrid, Textarea } from "../ui/fields.tsx";
import { FileControl } from "../ui/forms/file-import.tsx";
import { useLateError } from "../ui/late-error.ts";
import { SubmitDialog } from "../ui/forms/text-dialog.tsx";
import { showToast } from "../ui/toasts.ts";
import { clanQuery } from "./clans.ts";
import { formatValue } from "./formats.ts";
import { type DisputedCell, toDataUrl, useMakeRequest, useMarkSeen, useWithdraw } from "./decisions.ts";

type Problems = Partial<Record<string, string>>;

/** Checks what was typed in the fields shown by the contract's own rules, sends it once, and keeps the dialog open when it is refused. */
function useRequest(clanId: string, schema: z.ZodType, tried: string, onDone: (request: ClanRequest) => void) {
  const [problems, setProblems] = useState<Problems>({});
  const sayLate = useLateError(tried);
  const request = useMakeRequest(clanId);
  const { isPending, error } = request;
  const send = (draft: RequestDraft, shown: string[], found: Problems = {}) => {
    const issues = schema.safeParse(draft).error?.issues ?? [];
    const wrong = {
      ...Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message])),
      ...found,
    };
    setProblems(wrong);
    if (Object.keys(wrong).length > 0 || isPending) return;
    mutateEach(request, draft, onDone, (refusal) => {
      // What the server has against anything else is the form's error.
      const fields = Object.fromEntries(shown.map((name) => [name, null]));
      setProblems(serverFieldErrors<string>(refusal, fields) ?? {});
      sayLate(refusal);
    });
  };
  const isOfFields = error !== null && Object.keys(problems).length > 0;
  return { problems, isPending, error: isOfFields ? null : error, send };
}

interface AwayDialogProps {
  clanId: string;
  /** The clan's day. */
  today: string;
  /** Where it is about a day that is over. */
  day?: string;
  onClose: () => void;
}

export function AwayDialog({ clanId, today, day, onClose }: AwayDialogProps) {
  const [draft, setDraft] = useState({ from: day ?? today, to: day ?? addDays(today, 6), reason: "" });
  const { data: clan } = useQuery(clanQuery(clanId));
  const set = (change: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...change }));
  const { from, to } = draft;
  const { mutateAsync: withdraw } = useWithdraw(clanId);
  const close = useWhileMounted(onClose);
  const isPast = from < today;
  const needsApproval = isPast || clan?.members_away === "approval";
  const tried = needsApproval ? "Send your request" : "Save your absence";
  const request = useRequest(clanId, awayRequestDraft, tried, (made) => {
    if (made.state === "open") showToast({ kind: "success", message: "Your officers will decide." });
    else showToast({ kind: "success", message: `Away ${formatRange(from, to)}`, onUndo: () => withdraw(made) });
    close();
  });
  return (
    <SubmitDialog
      title={isPast ? "I was away" : "I am away"}
      action={needsApproval ? "Send request" : "Save"}
      input={draft}
      work={request}
      onSubmit={() => request.send({ kind: "away", ...draft }, Object.keys(draft))}
      onClose={onClose}
    >
      <FieldGrid small>
        <DayField
          label="From"
          name="from"
          value={from}
          max={addDays(today, 366)}
          error={request.problems.from}
          onChange={(value) => set({ from: value, ...(value > to && { to: value }) })}
        />
        <DayField
          label="To"
          name="to"
          value={to}
          min={from}
          max={from === "" ? undefined : addDays(from, awayDaysMax - 1)}
          error={request.problems.to}
          onChange={(value) => set({ to: value })}
        />
      </FieldGrid>
      <TextField
        label="Reason (optional)"
        hint="Only officers can see this."
        maxLength={200}
        value={draft.reason}
        error={request.problems.reason}
        onChange={({ currentTarget }) => set({ reason: currentTarget.value })}
      />
      <Muted as="p">
        {isPast
          ? "Days that are over count as away once an officer accepts."
          : needsApproval
            ? "Nothing is due from you on these days once an officer accepts."
            : "Nothing is due from you on these days."}
      </Muted>
    </SubmitDialog>
  );
}

interface DisputeDialogProps {
  clanId: string;
  cell: DisputedCell;
  onClose: () => void;
}

export function DisputeDialog({ clanId, cell, onClose }: DisputeDialogProps) {
  const { activity, day, entry } = cell;
  const kind = { value_type: activity.value_type as ValueType, unit: activity.unit };
  const [draft, setDraft] = useState({ right: "value" as "value" | "excused", text: "", reason: "" });
  const [pictures, setPictures] = useState<ChosenPicture[]>([]);
  const set = (change: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...change }));
  const close = useWhileMounted(onClose);
  const request = useRequest(clanId, valueRequestDraft, "Send your request", () => {
    showToast({ kind: "success", message: "Your officers will decide." });
    close();
  });
  const isExcused = draft.right === "excused";
  const send = () => {
    const meant = readCellText(draft.text, { ...kind, decimal: decimalSign() });
    const problem = meant.kind === "problem" ? meant.problem : meant.kind === "value" ? null : "Enter the right value.";
    const value = !isExcused && meant.kind === "value" ? meant.value : null;
    const body: RequestDraft = {
      kind: "value",
      activity_id: activity.id,
      day,
      value,
      excused: isExcused,
      reason: draft.reason,
      pictures: pictures.map(({ data }) => data),
    };
    const isTooLarge = pictures.some(({ size }) => size > pictureBytesMax);
    const shown = ["reason", "pictures", ...(isExcused ? [] : ["value"])];
    request.send(body, shown, {
      ...(!isExcused && problem && { value: problem }),
      ...(isTooLarge && { pictures: "A picture can be at most 5 MB." }),
    });
  };
  return (
    <SubmitDialog
      title="This is wrong"
      action="Send request"
      input={[draft, pictures.map(({ size }) => size)]}
      work={request}
      onSubmit={send}
      onClose={onClose}
    >
      <p>
        {activity.name}, {formatClanDate(day)}: <strong>{wasText(kind, entry)}</strong>
      </p>
      <Select
        label="What is correct"
        value={draft.right}
        options={[
          { value: "value", label: "Another value" },
          { value: "excused", label: "I was excused" },
        ]}
        onChange={(right) => set({ right })}
      />
      {!isExcused && (
        <TextField
          label={kind.unit ? `Right value (${kind.unit})` : "Right value"}
          inputMode={kind.value_type === "whole" ? "numeric" : undefined}
          hint={kind.value_type === "yes_no" ? "yes or no" : undefined}
          autoComplete="off"
          value={draft.text}
          error={request.problems.value}
          onChange={({ currentTarget }) => set({ text: currentTarget.value })}
        />
      )}
      <Textarea
        label="Reason"
        hint="Only officers can see this. The value counts as it is until one of them accepts."
        max={300}
        value={draft.reason}
        error={request.problems.reason}
        onChange={({ currentTarget }) => set({ reason: currentTarget.value })}
      />
      <PicturesField error={request.problems.pictures} onChange={setPictures} />
    </SubmitDialog>
  );
}

interface ChosenPicture {
  size: number;
  /** As base64. */
  data: string;
}

interface PicturesFieldProps {
  error: string | undefined;
  onChange: (pictures: ChosenPicture[]) => void;
}

function PicturesField({ error, onChange }: PicturesFieldProps) {
  const read = async (file: File) => ({ size: file.size, data: (await toDataUrl(file)).split(",")[1] ?? "" });
  return (
    <Field
      label={`Pictures as proof (optional, up to ${picturesMax})`}
      hint="Only you and the officers see them. They are deleted 30 days after the decision."
      error={error}
    >
      {(control) => (
        <FileControl
          {...control}
          accept="image/png,image/jpeg"
          multiple
          onChange={({ currentTarget }) => void Promise.all([...(currentTarget.files ?? [])].map(read)).then(onChange)}
        />
      )}
    </Field>
  );
}

function wasText(kind: Parameters<typeof formatValue>[0], entry: DisputedCell["entry"]): string {
  if (entry?.state === "excused") return "excused";
  return entry?.state === "value" ? formatValue(kind, entry.value) : "missing";
}

/** The warning that is active, which the player reads wherever they look first. */
export function StandingWarning({ warning: { given_by, message, ends_on, active } }: { warning: ActiveWarning }) {
  const until = ends_on === null ? "without end" : `until ${formatDate(ends_on)}`;
  return (
    <span>
      <Badge tone="warning">{active === 1 ? "Warning" : `${active} warnings`}</Badge> {given_by} warned you, {until}: “
      {message}”
    </span>
  );
}

/** What officers said to a request, until it is read. */
export function RequestAnswer({ clanId, answer }: { clanId: string; answer: StandingAnswer }) {
  const seen = useMarkSeen(clanId);
  return (
    <Row gap={2}>
      <span>{sayAnswer(answer)}</span>
      <Button size="sm" variant="plain" busy={seen.isPending} onClick={() => seen.mutate(answer.request_id)}>
        Got it
      </Button>
    </Row>
  );
}

function sayAnswer({ kind, state, decided_by, answer, activity, value, from, to }: StandingAnswer): string {
  const days = formatRange(from, to);
  const why = answer ? `: “${answer}”` : "";
  if (kind === "away") return `${decided_by} ${state} your absence, ${days}${why}`;
  const excused = state === "accepted" ? "excused you" : "did not excuse you";
  const said = value === null || !activity ? excused : `${state} ${formatValue(activity, value)}`;
  return `${decided_by} ${said} for ${days}${activity ? `, ${activity.name}` : ""}${why}`;
}
