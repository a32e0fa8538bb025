import { weekdays } from "@clanhall/contract/rules/clan-day";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import type { EntryVersion, getCellHistory } from "@clanhall/contract/entries";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DisputeButton, OpenDispute } from "../../domain/disputes.tsx";
import {
  decimalSign,
  formatClanDate,
  formatClock,
  formatDate,
  formatList,
  formatNumber,
  plural,
} from "../../lib/format.ts";
import { mutateEach } from "../../lib/mutations.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/core/button.tsx";
import { TextField } from "../../ui/core/field.tsx";
import { Icon } from "../../ui/core/icon.tsx";
import { Muted, Row, Stack, Text } from "../../ui/core/layout.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useChanges, useLeave } from "../../ui/forms/form-dialog.tsx";
import { useLateError } from "../../ui/late-error.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { type CellAddress, cellHistoryQuery, useEditCell, useRevertCell } from "./api.ts";
import { PlainItem } from "../../ui/list.tsx";
import styles from "./cell-drawer.module.css";
import { explainPoints, formatEntry, formatNotDue, sourceLabels, toInputText } from "./format.ts";
import { readCellText } from "@clanhall/contract/rules/cell-text";
import type { ValueType } from "@clanhall/contract/rules/scoring";

type History = AnswerOf<typeof getCellHistory>;

interface CellDrawerProps {
  cell: CellAddress;
  /** Whether this person enters it; its day may be locked for them all the same. */
  isWriter: boolean;
  /** Why a locked day is changed, where that was asked before. */
  reason?: string | null;
  onClose: () => void;
}

/** Everything about one cell: what stands in it, how its points come about, and who wrote what before. */
export function CellDrawer({ cell, isWriter, reason: given = null, onClose }: CellDrawerProps) {
  const query = useQuery(cellHistoryQuery(cell));
  const { can_write = false, needs_reason = false } = query.data?.window ?? {};
  const why = useReason(needs_reason && given === null, given);
  const title = query.data ? `${query.data.member.name}: ${query.data.activity.name}` : "Value";
  const canWrite = isWriter && can_write;
  const edit = useEditCell(cell);
  const [typed, setTyped] = useState<string | null>(null);
  const { leave, question } = useLeave(useChanges(typed, edit.isPending), onClose);
  return (
    <Dialog title={title} onClose={leave}>
      {question}
      <AsyncSection query={query} what="This value" lines={4}>
        {(history) => (
          <>
            {history.missing ? <WhyMissing history={history} missing={history.missing} /> : <Now history={history} />}
            <OpenDispute clanId={cell.clanId} cell={history} />
            <Row gap={2}>
              <DisputeButton clanId={cell.clanId} cell={history} isMissing={history.missing !== null} />
            </Row>
            {canWrite && why.field}
            {canWrite && <CellEdit {...{ history, typed, edit }} onType={setTyped} askReason={why.ask} />}
            <Versions cell={cell} history={history} canRevert={canWrite} askReason={why.ask} />
          </>
        )}
      </AsyncSection>
    </Dialog>
  );
}

/** The reason for changing a locked day: a field where it is still to be given, and what it says. */
function useReason(isNeeded: boolean, given: string | null) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const reason = given ?? text.trim();
  const field = isNeeded && (
    <TextField
      label="Reason"
      hint="This day is locked. Enter a reason for the change."
      maxLength={200}
      value={text}
      error={problem}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        setProblem(null);
      }}
    />
  );
  const ask = (): { reason?: string } | null => {
    if (isNeeded && reason === "") setProblem("Enter a reason.");
    if (isNeeded && reason === "") return null;
    return reason === "" ? {} : { reason };
  };
  return { field, ask };
}

type Missing = NonNullable<History["missing"]>;

/** What a missing value counts as, why it was due, and what happened. */
function WhyMissing({ history, missing }: { history: History; missing: Missing }) {
  const { member, day } = history;
  const whyDue = missing.is_day_over ? "Why it was due" : "Why it is due";
  return (
    <>
      <p>
        <strong>{member.name}</strong> · {formatClanDate(day)}
      </p>
      <p className={styles.missing}>
        <strong>missing</strong> {countsAs(missing)}
      </p>
      <section aria-label={whyDue}>
        <Heading>{whyDue}</Heading>
        <Stack as="ul" gap={1}>
          {reasonsOf(history, missing).map((reason) => (
            <Row as="li" nowrap gap={2} align="baseline" key={reason}>
              <Icon name="tick" size={16} /> {reason}
            </Row>
          ))}
        </Stack>
      </section>
      <section aria-label="What happened">
        <Heading>What happened</Heading>
        <p>{happenedText(history, missing)}</p>
      </section>
    </>
  );
}

function countsAs({ daily_target, points, is_day_over }: Missing): string {
  const target = daily_target === null ? "" : `0 of ${formatNumber(daily_target)} · `;
  if (!is_day_over) return `${target}not missed yet: the day is still open`;
  return `${target}${plural(points, "point")} · counts as missed`;
}

function reasonsOf({ member: { name } }: History, { weekdays: days, grace_days, ...missing }: Missing): string[] {
  const asked = days.length === 7 ? "every day" : `on ${formatList(days.map((day) => weekdays[day - 1] ?? ""))}`;
  const since = missing.asked_since ? ` since ${formatDate(missing.asked_since)}` : "";
  const first = grace_days > 0 ? `, past the first ${grace_days === 1 ? "day" : `${grace_days} days`}` : "";
  return [
    `Asked for ${asked}${since}`,
    `${name} has been on the roster since ${formatDate(missing.on_roster_since)}${first}`,
    "Not away and not excused on that day",
  ];
}

function happenedText({ versions: [last] }: History, { locks_at, entered_by }: Missing): string {
  const at = new Date(locks_at);
  return [
    last ? `${last.entered_by_name} emptied the value.` : "Nobody entered a value.",
    at < new Date() ? `The day locked on ${formatClock(at)}.` : `It can be entered until ${formatClock(at)}.`,
    entered_by && `${entered_by.name} entered ${plural(entered_by.values, "other value")} of that day.`,
  ]
    .filter(Boolean)
    .join(" ");
}

function Now({ history }: { history: History }) {
  const { entry, state, working, activity, day } = history;
  return (
    <dl className={styles.facts}>
      <dt>Day</dt>
      <dd>{formatClanDate(day)}</dd>
      <dt>Value</dt>
      <Row as="dd" gap={2} weight={600}>
        {state === "value" && entry
          ? formatEntry(activity, entry)
          : state === "not_due"
            ? formatNotDue(history)
            : state}
        {entry?.late && state !== "missing" && <Badge>late</Badge>}
      </Row>
      {working && (
        <>
          <dt>Points</dt>
          <dd>{explainPoints(working)}</dd>
        </>
      )}
      {entry && (
        <>
          <dt>Entered</dt>
          <dd>
            by {entry.entered_by_name}, <RelativeTime iso={entry.entered_at} />
            {sourceLabels[entry.source]}
          </dd>
        </>
      )}
    </dl>
  );
}

interface VersionsProps {
  cell: CellAddress;
  history: History;
  canRevert: boolean;
  askReason: () => { reason?: string } | null;
}

function Versions({ cell, history, canRevert, askReason }: VersionsProps) {
  const { versions, activity, entry, member, missing } = history;
  const revert = useRevertCell(cell);
  const sayLate = useLateError(`Restore ${member.name}’s value`);
  if (versions.length === 0) return missing ? null : <Muted as="p">Nothing was entered here yet.</Muted>;
  const base_version = entry?.version ?? versions[0]?.version ?? 0;
  const restore = ({ version }: EntryVersion) => {
    const why = askReason();
    if (why === null || revert.isPending) return;
    mutateEach(revert, { version, base_version, ...why }, () => undefined, sayLate);
  };
  return (
    <section aria-label="Versions">
      <Heading>Versions</Heading>
      <ol>
        {versions.map((version, index) => (
          <PlainItem
            key={version.version}
            title={formatEntry(activity, version)}
            note={
              <>
                {version.entered_by_name}, <RelativeTime iso={version.entered_at} />
                {sourceLabels[version.source]}
                {version.late && " · late"}
                {version.reason && ` · “${version.reason}”`}
              </>
            }
          >
            {index === 0 ? (
              <Badge>now</Badge>
            ) : (
              canRevert && (
                <Button variant="plain" onClick={() => restore(version)}>
                  Restore<span className="visually-hidden"> {formatEntry(activity, version)}</span>
                </Button>
              )
            )}
          </PlainItem>
        ))}
      </ol>
      <ErrorMessage error={revert.error} />
    </section>
  );
}

function Heading({ children }: { children: string }) {
  return (
    <Text as="h3" size="md" className={styles.heading}>
      {children}
    </Text>
  );
}

interface CellEditProps {
  history: History;
  /** Null until something is. */
  typed: string | null;
  onType: (text: string | null) => void;
  edit: ReturnType<typeof useEditCell>;
  /** Asks for the reason first where one is needed; null when it is still missing. */
  askReason: () => { reason?: string } | null;
}

/** Changes one cell, typed as in the grid: a number, `+5`, `x` for excused, nothing to clear it. */
function CellEdit(props: CellEditProps) {
  const { text, type, problem, save, excuse } = useCellText(props);
  const { edit } = props;
  return (
    <form
      className={styles.edit}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextField
        label="New value"
        hint="A number, +5 to add, x for excused, empty to clear."
        autoComplete="off"
        value={text}
        error={problem}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        action={
          <Button type="submit" busy={edit.isPending}>
            Save
          </Button>
        }
      />
      {props.history.missing && <Button onClick={excuse}>Excuse</Button>}
      <ErrorMessage error={edit.error} />
    </form>
  );
}

function useCellText({ history: { activity, entry, member }, typed, onType, edit, askReason }: CellEditProps) {
  const kind = { value_type: activity.value_type as ValueType };
  const [problem, setProblem] = useState<string | null>(null);
  const sayLate = useLateError(`Save ${member.name}’s value`);
  const text = typed ?? (entry ? toInputText(kind, { state: stateOf(entry.state), value: entry.value }) : "");
  const write = (content: { value: number | null; excused: boolean }) => {
    const why = askReason();
    if (why === null || edit.isPending) return;
    const input = { content: { ...content, base_version: entry?.version ?? 0 }, ...why };
    mutateEach(edit, input, () => onType(null), sayLate);
  };
  const save = () => {
    const meant = readCellText(text, { ...kind, current: entry?.value ?? null, decimal: decimalSign() });
    if (meant.kind === "problem") return setProblem(meant.problem);
    return write({ value: meant.kind === "value" ? meant.value : null, excused: meant.kind === "excused" });
  };
  const type = (next: string) => {
    onType(next);
    setProblem(null);
  };
  const excuse = () => write({ value: null, excused: true });
  return { text, type, problem, save, excuse };
}

function stateOf(state: "value" | "excused" | "cleared") {
  return state === "cleared" ? "missing" : state;
}
