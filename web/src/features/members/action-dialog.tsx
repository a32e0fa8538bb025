import type { Member } from "@clanhall/contract/members";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Select } from "../../ui/core/select.tsx";
import { Form, TextField } from "../../ui/core/field.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import styles from "./members.module.css";
import { type MemberAction, type RosterActions, whoText } from "./actions.tsx";

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
  const theirs = [...new Set(rows.flatMap((row) => row.groups))].toSorted();
  const [group, setGroup] = useState(action === "remove-group" ? (theirs[0] ?? "") : "");
  const [reason, setReason] = useState("");
  const needsGroup = action === "add-group" || action === "remove-group";
  const work = useMutation({
    mutationFn: () => onAct(action, rows, { ...(needsGroup && { group: group.trim() }), reason: reason.trim() }),
    onSuccess: onClose,
  });
  const isReady = !needsGroup || group.trim() !== "";
  return (
    <Dialog title={title(whoText(rows))} onClose={onClose}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !work.isPending) work.mutate();
        }}
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
        <ErrorMessage error={work.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant={isDanger ? "danger" : "primary"} busy={work.isPending} disabled={!isReady}>
            {button}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
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
    <ul className={styles.nameList} aria-label="Players" tabIndex={0}>
      {rows.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  );
}
