import type { ActivitySet } from "@clanhall/contract/activity-sets";
import { useState } from "react";
import { plural } from "../../lib/format.ts";
import { Dialog } from "../../ui/dialog.tsx";
import form from "../../ui/form.module.css";
import { Problem } from "../../ui/feedback.tsx";
import { useImportSet } from "./activity-sets.api.ts";
import styles from "./activity-sets.module.css";
import { SetActions } from "./set-actions.tsx";
import { SetOutcome } from "./set-outcome.tsx";

const fileMax = 1024 * 1024;

interface ImportDialogProps {
  clanId: string;
  onClose: () => void;
}

/** Adds the activities of an exported file; nothing is saved before it was seen what that means. */
export function ImportDialog({ clanId, onClose }: ImportDialogProps) {
  const [set, setSet] = useState<ActivitySet | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const check = useImportSet(clanId);
  const add = useImportSet(clanId);
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    check.reset();
    const read = file.size > fileMax ? null : readSet(await file.text());
    setSet(read);
    setProblem(read ? null : "This is no file of activities. Choose one that Export file has made, at most 1 MB.");
    if (read) check.mutate({ set: read, dry_run: true });
  };
  const toAdd = check.data?.added.length ?? 0;
  return (
    <Dialog title="Import activities" onClose={onClose}>
      {!add.data && (
        <div>
          <label className={form.label} htmlFor="activities-file">
            A file that Export file has made
          </label>
          <input
            id="activities-file"
            type="file"
            className={styles.file}
            accept=".json,application/json"
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? "activities-file-error" : undefined}
            onChange={({ currentTarget }) => void readFile(currentTarget.files?.[0])}
          />
          {problem && (
            <p id="activities-file-error" role="alert" className={form.problem}>
              {problem}
            </p>
          )}
        </div>
      )}
      <Problem error={check.error} />
      {check.data && !add.data && <SetOutcome outcome={check.data} isDone={false} />}
      <SetActions
        work={add}
        label={toAdd === 0 ? "Nothing to add" : `Add ${plural(toAdd, "activity", "activities")}`}
        isReady={toAdd > 0}
        onAct={() => set && add.mutate({ set, dry_run: false })}
        onClose={onClose}
      />
    </Dialog>
  );
}

/** Only what such a file is marked with is looked at here; the server checks every activity in it. */
function readSet(text: string): ActivitySet | null {
  try {
    const read = JSON.parse(text) as Partial<ActivitySet> | null;
    return read?.format === "clanhall-activities" ? (read as ActivitySet) : null;
  } catch {
    return null;
  }
}
