import type { Activity } from "@clanhall/contract/activities";
import type { ReactNode } from "react";
import { formatPoints } from "../../domain/formats.ts";
import { Button } from "../../ui/core/button.tsx";
import { ErrorMessage, FormSummary } from "../../ui/core/notice.tsx";
import { ConflictNotice } from "../../ui/conflict-notice.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { showToast } from "../../ui/toasts.ts";
import { BasicFields } from "./basic-fields.tsx";
import { EntryFields } from "./entry-fields.tsx";
import { EffectiveFrom, ScoringFields } from "./scoring-fields.tsx";
import styles from "./activity-form.module.css";
import { weekdaysText } from "./format.ts";
import { type ActivityForm, useActivityDraft, useNewActivity } from "./use-activity-draft.ts";
import { ValueFields } from "./value-fields.tsx";

interface DialogProps {
  clanId: string;
  /** The clan date. */
  today: string;
  /** Every category of the clan. */
  categories: string[];
  onClose: () => void;
}

interface AddActivityDialogProps extends DialogProps {
  like: Activity | undefined;
}

export function AddActivityDialog({ like, categories, onClose, ...input }: AddActivityDialogProps) {
  const onSaved = ({ name }: Activity) => {
    showToast({ kind: "success", message: `${name} added` });
    onClose();
  };
  const form = useNewActivity({ ...input, like, onSaved });
  return (
    <Dialog title={like ? `Duplicate ${like.name}` : "Add an activity"} onClose={onClose} size="lg">
      <FormFrame form={form} label="Add activity" onClose={onClose}>
        <BasicFields form={form} categories={categories} isNew />
        <ValueFields form={form} saved={null} />
        <ScoringFields form={form} rules={[]} today={input.today} />
        <EntryFields form={form} />
      </FormFrame>
    </Dialog>
  );
}

interface EditActivityDialogProps extends DialogProps {
  row: Activity;
}

export function EditActivityDialog({ row, categories, onClose, ...input }: EditActivityDialogProps) {
  const onSaved = () => {
    showToast({ kind: "success", message: "Activity saved" });
    onClose();
  };
  const form = useActivityDraft({ ...input, row, onSaved });
  return (
    <Dialog title={`Edit ${row.name}`} onClose={onClose} size="lg">
      {form.theirs && (
        <ConflictNotice theirs={wordsOf(form.theirs)} onTakeTheirs={form.takeTheirs} onKeepMine={form.keepMine} />
      )}
      <FormFrame form={form} label="Save activity" onClose={onClose}>
        <BasicFields form={form} categories={categories} />
        <ValueFields form={form} saved={row} />
        <ScoringFields form={form} rules={row.rules} today={input.today}>
          <EffectiveFrom
            today={input.today}
            date={form.effectiveFrom}
            error={form.problems.effective_from}
            onChange={form.setEffectiveFrom}
          />
        </ScoringFields>
        <EntryFields form={form} />
      </FormFrame>
    </Dialog>
  );
}

function wordsOf({ name, points_per_unit, weekdays }: Activity): string {
  const days = weekdaysText(weekdays).replace("Every", "every");
  return `the activity is called “${name}”, with ${formatPoints(points_per_unit)} per unit, due ${days}`;
}

interface FormFrameProps {
  form: ActivityForm & { problem: unknown; isPending: boolean; submit: () => void };
  label: string;
  onClose: () => void;
  children: ReactNode;
}

function FormFrame({ form, label, onClose, children }: FormFrameProps) {
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <FormSummary error={null} wrongFields={Object.keys(form.problems).length} />
      {children}
      <ErrorMessage error={form.problem} />
      {Object.keys(form.problems).length > 0 && <p className={styles.wrong}>Some fields above need another look.</p>}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.isPending}>
          {label}
        </Button>
      </DialogActions>
    </form>
  );
}
