import type { GameSet } from "@clanhall/contract/admin-games";
import { useState } from "react";
import { plural } from "../../lib/format.ts";
import { Inset } from "../../ui/card.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { FileSource, ImportWizard } from "../../ui/forms/import-wizard.tsx";
import { type ImportOutcome, useImportGames } from "./api.ts";
import styles from "./import.module.css";

const noSet = "This is no file of games. Choose one that Export file has made, at most 1 MB.";

/** Adds and changes games by an exported file; nothing is saved before it was seen what that means. */
export function GameImport({ onClose }: { onClose: () => void }) {
  const [set, setSet] = useState<GameSet | null>(null);
  const [isWrong, setWrong] = useState(false);
  const check = useImportGames();
  const work = useImportGames();
  const read = (text: string) => {
    check.reset();
    work.reset();
    const found = readSet(text);
    setSet(found);
    setWrong(found === null);
    if (found) check.mutate({ set: found, dry_run: true });
  };
  const count = check.data ? check.data.added.length + check.data.changed.length : 0;
  return (
    <ImportWizard
      title={work.data ? "Games imported" : "Import games"}
      onClose={onClose}
      done={work.data && <Outcome outcome={work.data} isDone />}
      steps={[
        {
          key: "file",
          action: count === 0 ? "Nothing to import" : `Import ${plural(count, "game")}`,
          canContinue: count > 0,
          isBusy: work.isPending || check.isPending,
          onContinue: () => set && work.mutate({ set, dry_run: false }),
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
              {check.data && <Outcome outcome={check.data} isDone={false} />}
              <ErrorMessage error={work.error} />
            </>
          ),
        },
      ]}
    />
  );
}

/** Only what such a file is marked with is read here; the server checks every game in it. */
function readSet(text: string): GameSet | null {
  try {
    const read = JSON.parse(text) as Partial<GameSet> | null;
    return read?.format === "clanhall-games" ? (read as GameSet) : null;
  } catch {
    return null;
  }
}

interface OutcomeProps {
  outcome: ImportOutcome;
  /** Whether it happened, or only would. */
  isDone: boolean;
}

/** What becomes of every game of a file. */
function Outcome({ outcome: { added, changed, same, problems }, isDone }: OutcomeProps) {
  const will = isDone ? "" : "will be ";
  return (
    <Inset role="status">
      <p>
        <strong>
          {plural(added.length, "game")} {will}added, {plural(changed.length, "game")} {will}changed.
        </strong>
        {same.length > 0 && ` ${plural(same.length, "game")} as before.`}
        {problems.length > 0 && ` ${plural(problems.length, "game")} left out.`}
      </p>
      {/* A long list scrolls, so it has to be reachable for those who scroll by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={styles.outcome} aria-label="The games" tabIndex={0}>
        {problems.map(({ name, problem }) => (
          <li key={`${name} ${problem}`} data-left-out>
            {name} <span>left out: {problem}</span>
          </li>
        ))}
        {Object.entries({ added, changed, "as before": same }).flatMap(([state, names]) =>
          names.map((name) => (
            <li key={name}>
              {name} <span>{state}</span>
            </li>
          )),
        )}
      </ul>
    </Inset>
  );
}
