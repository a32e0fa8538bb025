import type { ActivitySet } from "@clanhall/contract/activity-sets";
import { useState } from "react";
import { plural } from "../../lib/format.ts";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { FileSource, ImportWizard } from "../../ui/forms/import-wizard.tsx";
import { useImportSet } from "./api.ts";
import { SetOutcome } from "./sets.tsx";

const noSet = "This is no file of activities. Choose one that Export file has made, at most 1 MB.";

interface ActivityImportProps {
  clanId: string;
  onClose: () => void;
}

/** Adds the activities of an exported file; nothing is saved before it was seen what that means. */
export function ActivityImport({ clanId, onClose }: ActivityImportProps) {
  const [set, setSet] = useState<ActivitySet | null>(null);
  const [isWrong, setWrong] = useState(false);
  const check = useImportSet(clanId);
  const add = useImportSet(clanId);
  const read = (text: string) => {
    check.reset();
    const found = readSet(text);
    setSet(found);
    setWrong(found === null);
    if (found) check.mutate({ set: found, dry_run: true });
  };
  const toAdd = check.data?.added.length ?? 0;
  return (
    <ImportWizard
      title="Import activities"
      onClose={onClose}
      done={add.data && <SetOutcome outcome={add.data} isDone />}
      steps={[
        {
          key: "file",
          action: toAdd === 0 ? "Nothing to add" : `Add ${plural(toAdd, "activity", "activities")}`,
          canContinue: toAdd > 0,
          isBusy: add.isPending,
          onContinue: () => set && add.mutate({ set, dry_run: false }),
          content: (
            <>
              <FileSource
                label="A file that Export file has made"
                accept=".json,application/json"
                tooLarge={noSet}
                error={isWrong ? noSet : null}
                onText={read}
              />
              <ErrorMessage error={check.error} />
              {check.data && <SetOutcome outcome={check.data} isDone={false} />}
              <ErrorMessage error={add.error} />
            </>
          ),
        },
      ]}
    />
  );
}

/** Only what such a file is marked with is read here; the server checks every activity in it. */
function readSet(text: string): ActivitySet | null {
  try {
    const read = JSON.parse(text) as Partial<ActivitySet> | null;
    return read?.format === "clanhall-activities" ? (read as ActivitySet) : null;
  } catch {
    return null;
  }
}
