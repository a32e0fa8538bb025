import { useLateError } from "../../ui/late-error.ts";
import { SubmitDialog } from "../../ui/forms/text-dialog.tsx";
import { Inset } from "../../ui/card.tsx";
import type { Member } from "@clanhall/contract/members";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Select } from "../../ui/core/select.tsx";
import { TextField } from "../../ui/core/field.tsx";
import { type MemberAction, type RosterActions, whoText } from "./actions.tsx";
import { addDays } from "@clanhall/contract/rules/clan-day";
import { formatRange } from "../../lib/format.ts";
import { useWhileMounted } from "../../lib/hooks.ts";
import { DayField } from "../../ui/day-field.tsx";
import { FieldGrid } from "../../ui/fields.tsx";
import { showToast } from "../../ui/toasts.ts";
import { saveMember, useRefreshMembers } from "./api.ts";

interface ActionDialogProps {
  action: MemberAction;
  rows: Member[];
  /** Every group of the clan. */
  groups: string[];
  onAct: RosterActions["act"];
  onClose: () => void;
}

interface ActionText {
  title: (who: string) => string;
  button: string;
  line: string;
  isDanger?: boolean;
  hasReason?: boolean;
}

const actionTexts: Record<MemberAction, ActionText> = {
  inactivate: {
    title: (who) => `Inactivate ${who}?`,
    button: "Inactivate",
    line: "They are off the daily roster for now and lose access at once. Everything they did stays.",
    hasReason: true,
  },
  reactivate: {
    title: (who) => `Reactivate ${who}?`,
    button: "Reactivate",
    line: "They are on the daily roster again from today.",
  },
  "mark-removed": {
    title: (who) => `Mark ${who} as removed?`,
    button: "Mark as removed",
    line: "Links to accounts end and open invites are cancelled. Everything they did stays, and you can restore them without an account.",
    isDanger: true,
    hasReason: true,
  },
  restore: {
    title: (who) => `Restore ${who}?`,
    button: "Restore",
    line: "They are on the daily roster again from today, without an account.",
  },
  "add-group": { title: (who) => `Add ${who} to a group`, button: "Add to group", line: "" },
  "remove-group": { title: (who) => `Remove ${who} from a group`, button: "Remove from group", line: "" },
};

/** Asks before something is done to players, and names every one of them. */
export function ActionDialog({ action, rows, groups, onAct, onClose }: ActionDialogProps) {
  const { title, button, line, isDanger, hasReason } = actionTexts[action];
  const theirs = [...new Set(rows.flatMap((row) => row.groups))].toSorted((a, b) => a.localeCompare(b, "en"));
  const [group, setGroup] = useState(action === "remove-group" ? (theirs[0] ?? "") : "");
  const [reason, setReason] = useState("");
  const needsGroup = action === "add-group" || action === "remove-group";
  const work = useMutation({
    mutationFn: () => onAct(action, rows, { ...(needsGroup && { group: group.trim() }), reason: reason.trim() }),
    onSuccess: useWhileMounted(onClose),
    onError: useLateError(title(whoText(rows))),
  });
  const isReady = !needsGroup || group.trim() !== "";
  return (
    <SubmitDialog
      title={title(whoText(rows))}
      action={button}
      input={[group, reason]}
      work={work}
      isReady={isReady}
      onSubmit={() => work.mutate()}
      onClose={onClose}
      danger={isDanger}
    >
      {line && <p>{line}</p>}
      {action === "add-group" && <GroupInput value={group} groups={groups} onChange={setGroup} />}
      {action === "remove-group" && (
        <Select
          label="Group"
          value={group}
          onChange={setGroup}
          options={theirs.map((name) => ({ value: name, label: name }))}
        />
      )}
      <NameList rows={rows} />
      {hasReason && (
        <TextField
          label="Reason (optional)"
          hint="Kept in the audit log."
          maxLength={200}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
    </SubmitDialog>
  );
}

interface GroupInputProps {
  value: string;
  groups: string[];
  onChange: (text: string) => void;
}

function GroupInput({ value, groups, onChange }: GroupInputProps) {
  return (
    <>
      <TextField
        label="Group"
        hint="Pick one or type a new one."
        list="group-suggestions"
        autoComplete="off"
        maxLength={40}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <datalist id="group-suggestions">
        {groups.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </>
  );
}

function NameList({ rows }: { rows: Member[] }) {
  if (rows.length === 1) return null;
  return (
    // A long list scrolls, so it has to be reachable for those who scroll by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <Inset as="ul" gap={0} className="scrolls" aria-label="Players" tabIndex={0}>
      {rows.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </Inset>
  );
}

interface AwayDialogProps {
  clanId: string;
  row: Member;
  today: string;
  onClose: () => void;
}

/** What officers know of somebody's time away. It can be taken back at once. */
export function AwayDialog({ clanId, row, today, onClose }: AwayDialogProps) {
  const [period, setPeriod] = useState({ from: today, to: addDays(today, 6), reason: "" });
  const [problem, setProblem] = useState<string | null>(null);
  const refresh = useRefreshMembers(clanId);
  const close = useWhileMounted(onClose);
  const { from, to, reason } = period;
  const before = row.away.map(({ id: _id, ...kept }) => kept);
  const undo = useMutation({
    mutationFn: (version: number) => saveMember(clanId, row.id, { away: before, version }),
    onSettled: refresh,
  });
  const save = useMutation({
    mutationFn: () => saveMember(clanId, row.id, { away: [...before, period], version: row.version }),
    onSuccess: ({ version }) => {
      const message = `${row.name} is away, ${formatRange(from, to)}`;
      showToast({ kind: "success", message, onUndo: () => undo.mutateAsync(version) });
      close();
    },
    onError: useLateError(`Save ${row.name}’s absence`),
    onSettled: refresh,
  });
  const send = () => {
    const wrong =
      from === "" || to === "" ? "Choose both days." : to < from ? "The last day is before the first." : null;
    setProblem(wrong);
    if (!wrong && !save.isPending) save.mutate();
  };
  const set = (change: Partial<typeof period>) => setPeriod({ ...period, ...change });
  return (
    <SubmitDialog
      title={`${row.name} is away`}
      action="Save"
      input={period}
      work={save}
      onSubmit={send}
      onClose={onClose}
    >
      <FieldGrid small>
        <DayField
          label="From"
          value={from}
          onChange={(value) => set({ from: value, ...(value > to && { to: value }) })}
        />
        <DayField label="To" value={to} min={from} error={problem} onChange={(value) => set({ to: value })} />
      </FieldGrid>
      <TextField
        label="Reason (optional)"
        hint={`Only officers and ${row.name} can see this.`}
        maxLength={200}
        value={reason}
        onChange={({ currentTarget }) => set({ reason: currentTarget.value })}
      />
    </SubmitDialog>
  );
}
