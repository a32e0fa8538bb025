import type { Member } from "@clanhall/contract/members";
import { useState } from "react";
import buttons from "../../ui/button.module.css";
import { ChipsField } from "../../ui/chips-field.tsx";
import { ConflictNotice } from "../../ui/conflict-notice.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/feedback.tsx";
import { FormSummary } from "../../ui/form-summary.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { showToast } from "../../ui/toasts.ts";
import { AwayField } from "./away-field.tsx";
import { PlayerSelect } from "./player-select.tsx";
import type { ToDay } from "./roster-columns.tsx";
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
    void showToast({ kind: "success", message: "Player saved" });
    onClose();
  };
  const draft = useMemberDraft({ clanId, row, toDay, onSaved });
  const { theirs, problems } = draft;
  return (
    <Dialog title={`Edit ${row.name}`} onClose={onClose} isWide>
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
        <FormSummary problem={null} wrongFields={Object.keys(problems).length} />
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
        <Problem error={draft.problem} />
        <DialogActions>
          <button type="button" className={buttons.secondary} onClick={onClose}>
            Cancel
          </button>
          <SubmitButton label="Save player" isPending={draft.isPending} />
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
        <TextField
          label="Joined on"
          type="date"
          max={today}
          value={fields.joined_on}
          error={problems.joined_on}
          onChange={({ currentTarget }) => set({ joined_on: currentTarget.value })}
        />
      </div>
      {canChangeRole && (
        <SelectField
          label="Role"
          hint="Maintainers manage players, activities and days. Saved together with the rest."
          value={draft.role}
          onChange={({ currentTarget }) =>
            draft.setRole(currentTarget.value === "maintainer" ? "maintainer" : "member")
          }
        >
          <option value="member">Member</option>
          <option value="maintainer">Maintainer</option>
        </SelectField>
      )}
      <ChipsField
        label="Aliases"
        what="alias"
        max={10}
        values={fields.aliases}
        error={problems.aliases}
        onChange={(aliases) => set({ aliases })}
      />
      <ChipsField
        label="Groups"
        what="group"
        max={10}
        values={fields.groups}
        suggestions={groups}
        error={problems.groups}
        onChange={(chosen) => set({ groups: chosen })}
      />
    </>
  );
}

function Notes({ draft: { fields, problems, set } }: { draft: Draft }) {
  return (
    <div className={styles.pair}>
      <TextAreaField
        label="Public note"
        hint="Everybody in the clan can read it."
        value={fields.public_note}
        error={problems.public_note}
        onChange={({ currentTarget }) => set({ public_note: currentTarget.value })}
      />
      <TextAreaField
        label="Officers’ note"
        hint="Only the owner and maintainers can read it."
        value={fields.officer_note}
        error={problems.officer_note}
        onChange={({ currentTarget }) => set({ officer_note: currentTarget.value })}
      />
    </div>
  );
}
