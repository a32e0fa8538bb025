import type { GameSet } from "@clanhall/contract/admin-games";
import { useState } from "react";
import { plural } from "../../lib/format.ts";
import buttons from "../../ui/button.module.css";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/feedback.tsx";
import form from "../../ui/form.module.css";
import { takeFocus } from "../../ui/take-focus.ts";
import { useImportGames } from "./games.api.ts";
import { Outcome } from "./import-outcome.tsx";
import styles from "./import.module.css";

const fileMax = 1000 * 1024;

/** Adds and changes games by an exported file; nothing is saved before it was seen what that means. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [set, setSet] = useState<GameSet | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const check = useImportGames();
  const work = useImportGames();
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    check.reset();
    work.reset();
    const read = file.size > fileMax ? null : readSet(await file.text());
    setSet(read);
    setProblem(read ? null : "This is no file of games. Choose one that Export file has made, at most 1 MB.");
    if (read) check.mutate({ set: read, dry_run: true });
  };
  if (work.data) return <Done outcome={work.data} onClose={onClose} />;
  const count = check.data ? check.data.added.length + check.data.changed.length : 0;
  return (
    <Dialog title="Import games" onClose={onClose}>
      <FileField problem={problem} onFile={(file) => void readFile(file)} />
      <Problem error={check.error} />
      {check.data && <Outcome outcome={check.data} isDone={false} />}
      <Problem error={work.error} />
      <DialogActions>
        <button type="button" className={buttons.secondary} onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className={buttons.primary}
          disabled={count === 0}
          aria-busy={work.isPending || check.isPending}
          onClick={() => set && !work.isPending && work.mutate({ set, dry_run: false })}
        >
          {count === 0 ? "Nothing to import" : `Import ${plural(count, "game")}`}
        </button>
      </DialogActions>
    </Dialog>
  );
}

function Done({ outcome, onClose }: { outcome: Parameters<typeof Outcome>[0]["outcome"]; onClose: () => void }) {
  return (
    <Dialog title="Games imported" onClose={onClose}>
      <Outcome outcome={outcome} isDone />
      <DialogActions>
        <button ref={takeFocus} type="button" className={buttons.primary} onClick={onClose}>
          Done
        </button>
      </DialogActions>
    </Dialog>
  );
}

function FileField({ problem, onFile }: { problem: string | null; onFile: (file: File | undefined) => void }) {
  return (
    <div>
      <label className={form.label} htmlFor="games-file">
        A file that Export file has made
      </label>
      <input
        id="games-file"
        type="file"
        className={styles.file}
        accept=".json,application/json"
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? "games-file-error" : undefined}
        onChange={({ currentTarget }) => onFile(currentTarget.files?.[0])}
      />
      {problem && (
        <p id="games-file-error" role="alert" className={form.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}

/** Only what such a file is marked with is looked at here; the server checks every game in it. */
function readSet(text: string): GameSet | null {
  try {
    const read = JSON.parse(text) as Partial<GameSet> | null;
    return read?.format === "clanhall-games" ? (read as GameSet) : null;
  } catch {
    return null;
  }
}
