import type { Member } from "@clanhall/contract/members";
import { useState } from "react";
import { DateField } from "../../ui/date-field.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { ErrorMessage, FormSummary } from "../../ui/core/notice.tsx";
import { Select } from "../../ui/core/select.tsx";
import { TextField } from "../../ui/core/field.tsx";
import { Button } from "../../ui/core/button.tsx";
import { ConflictNotice } from "../../ui/conflict-notice.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { showToast } from "../../ui/toasts.ts";
import { AwayField } from "./away-field.tsx";
import { PlayerSelect } from "./player-select.tsx";
import type { ToDay } from "./columns.tsx";
import styles from "./roster.module.css";
import { useMemberDraft } from "./use-member-draft.ts";

interface EditMemberDialogProps {
  clanId: string;
  row: Member;
  groups: string[];
  canChangeRole: boolean;
  toDay: ToDay;
  onClose: () => void;
}

export function EditMemberDialog({ clanId, row, groups, canChangeRole, toDay, onClose }: EditMemberDialogProps) {
  const onSaved = () => {
    showToast({ kind: "success", message: "Player saved" });
    onClose();
  };
  const draft = useMemberDraft({ clanId, row, toDay, onSaved });
  const { theirs, problems } = draft;
  return (
    <Dialog title={`Edit ${row.name}`} onClose={onClose} size="lg">
      {theirs && (
        <ConflictNotice
          theirs={`the player is called “${theirs.name}”, with ${wordsOf(theirs)}`}
          onTakeTheirs={draft.takeTheirs}
          onKeepMine={draft.keepMine}
        />
      )}
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          draft.submit();
        }}
      >
        <FormSummary error={null} wrongFields={Object.keys(problems).length} />
        <Naming draft={draft} groups={groups} canChangeRole={canChangeRole} toDay={toDay} />
        <Notes draft={draft} />
        <AwayField periods={draft.fields.away} error={problems.away} onChange={(away) => draft.set({ away })} />
        <PlayerSelect
          clanId={clanId}
          label="Main player"
          hint="If this is somebody’s second account, whose is it?"
          value={draft.fields.main_member_id}
          without={[row.id]}
          error={problems.main_member_id}
          onChoose={(id) => draft.set({ main_member_id: id })}
        />
        <ErrorMessage error={draft.problem} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={draft.isPending}>
            Save player
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function wordsOf({ aliases, groups, away }: Member): string {
  return `${aliases.length} aliases, ${groups.length} groups and ${away.length} away periods`;
}

type Draft = ReturnType<typeof useMemberDraft>;

interface NamingProps extends Pick<EditMemberDialogProps, "groups" | "canChangeRole" | "toDay"> {
  draft: Draft;
}

function Naming({ draft, groups, canChangeRole, toDay }: NamingProps) {
  const { fields, problems, set } = draft;
  const [today] = useState(() => toDay(new Date().toISOString()));
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label="Name"
          autoComplete="off"
          value={fields.name}
          error={problems.name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <DateField
          label="Joined on"
          max={today}
          value={fields.joined_on}
          error={problems.joined_on}
          onChange={(date) => set({ joined_on: date })}
        />
      </div>
      {canChangeRole && (
        <Select
          label="Role"
          hint="Maintainers manage players, activities and days. Saved together with the rest."
          value={draft.role === "maintainer" ? "maintainer" : "member"}
          onChange={draft.setRole}
          options={[
            { value: "member", label: "Member" },
            { value: "maintainer", label: "Maintainer" },
          ]}
        />
      )}
      <Combobox
        multiple
        allowNew
        label="Aliases"
        max={10}
        options={[]}
        value={fields.aliases}
        error={problems.aliases}
        onChange={(aliases) => set({ aliases })}
      />
      <Combobox
        multiple
        allowNew
        label="Groups"
        max={10}
        value={fields.groups}
        options={groups.map((name) => ({ value: name, label: name }))}
        error={problems.groups}
        onChange={(chosen) => set({ groups: chosen })}
      />
    </>
  );
}

function Notes({ draft: { fields, problems, set } }: { draft: Draft }) {
  return (
    <div className={styles.pair}>
      <Textarea
        label="Public note"
        hint="Everybody in the clan can read it."
        value={fields.public_note}
        error={problems.public_note}
        onChange={({ currentTarget }) => set({ public_note: currentTarget.value })}
      />
      <Textarea
        label="Officers’ note"
        hint="Only the owner and maintainers can read it."
        value={fields.officer_note}
        error={problems.officer_note}
        onChange={({ currentTarget }) => set({ officer_note: currentTarget.value })}
      />
    </div>
  );
}
