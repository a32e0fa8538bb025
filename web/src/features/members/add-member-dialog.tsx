import { useState } from "react";
import buttons from "../../ui/button.module.css";
import { ChipsField } from "../../ui/chips-field.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/feedback.tsx";
import { FormSummary } from "../../ui/form-summary.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { showToast } from "../../ui/toasts.ts";
import { checkDraft, type FieldProblems, refusedFields } from "./member-fields.ts";
import type { ToDay } from "./columns.tsx";
import { useAddMember } from "./roster.api.ts";
import styles from "./roster.module.css";

interface AddMemberDialogProps {
  clanId: string;
  groups: string[];
  toDay: ToDay;
  onClose: () => void;
}

function useNewMember({ clanId, toDay, onClose }: Omit<AddMemberDialogProps, "groups">) {
  const [today] = useState(() => toDay(new Date().toISOString()));
  const [draft, setDraft] = useState({ name: "", joined_on: today, aliases: [] as string[], groups: [] as string[] });
  const [problems, setProblems] = useState<FieldProblems>({});
  const add = useAddMember(clanId);
  const set = (change: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...change }));
  const submit = () => {
    const found = checkDraft(draft);
    setProblems(found);
    if (Object.keys(found).length > 0 || add.isPending) return;
    add.mutate(draft, {
      onSuccess: ({ name }) => {
        void showToast({ kind: "success", message: `${name} added` });
        onClose();
      },
      onError: (error) => setProblems(refusedFields(error) ?? {}),
    });
  };
  const problem = refusedFields(add.error) ? null : add.error;
  return { today, draft, set, problems, problem, isPending: add.isPending, submit };
}

export function AddMemberDialog({ groups, ...props }: AddMemberDialogProps) {
  const { today, draft, set, problems, problem, isPending, submit } = useNewMember(props);
  return (
    <Dialog title="Add a player" onClose={props.onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <FormSummary problem={null} wrongFields={Object.keys(problems).length} />
        <TextField
          label="Name"
          hint="As it is written in the game."
          autoComplete="off"
          value={draft.name}
          error={problems.name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <TextField
          label="Joined on"
          type="date"
          max={today}
          value={draft.joined_on}
          error={problems.joined_on}
          onChange={({ currentTarget }) => set({ joined_on: currentTarget.value })}
        />
        <ChipsField
          label="Aliases"
          what="alias"
          max={10}
          values={draft.aliases}
          error={problems.aliases}
          onChange={(aliases) => set({ aliases })}
        />
        <ChipsField
          label="Groups"
          what="group"
          max={10}
          values={draft.groups}
          suggestions={groups}
          error={problems.groups}
          onChange={(chosen) => set({ groups: chosen })}
        />
        <Problem error={problem} />
        <DialogActions>
          <button type="button" className={buttons.secondary} onClick={props.onClose}>
            Cancel
          </button>
          <SubmitButton label="Add player" isPending={isPending} />
        </DialogActions>
      </form>
    </Dialog>
  );
}
