import { useState } from "react";
import { DateField } from "../../ui/date-field.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { ErrorMessage, FormSummary } from "../../ui/core/notice.tsx";
import { TextField } from "../../ui/core/field.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
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
        showToast({ kind: "success", message: `${name} added` });
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
        <FormSummary error={null} wrongFields={Object.keys(problems).length} />
        <TextField
          label="Name"
          hint="As it is written in the game."
          autoComplete="off"
          value={draft.name}
          error={problems.name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <DateField
          label="Joined on"
          max={today}
          value={draft.joined_on}
          error={problems.joined_on}
          onChange={(date) => set({ joined_on: date })}
        />
        <Combobox
          multiple
          allowNew
          label="Aliases"
          max={10}
          options={[]}
          value={draft.aliases}
          error={problems.aliases}
          onChange={(aliases) => set({ aliases })}
        />
        <Combobox
          multiple
          allowNew
          label="Groups"
          max={10}
          value={draft.groups}
          options={groups.map((name) => ({ value: name, label: name }))}
          error={problems.groups}
          onChange={(chosen) => set({ groups: chosen })}
        />
        <ErrorMessage error={problem} />
        <DialogActions>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isPending}>
            Add player
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
