import { plural } from "../../lib/format.ts";
import { Inset } from "../../ui/card.tsx";
import { FileImport } from "../../ui/forms/import-wizard.tsx";
import { type ImportOutcome, useImportGames } from "./api.ts";
import styles from "./import.module.css";

/** Adds and changes games by an exported file. */
export function GameImport({ onClose }: { onClose: () => void }) {
  const work = useImportGames();
  return (
    <FileImport
      title={work.data ? "Games imported" : "Import games"}
      format="clanhall-games"
      wrongFile="This is no file of games. Choose one that Export file has made, at most 1 MB."
      check={useImportGames()}
      work={work}
      count={({ added, changed }) => added.length + changed.length}
      action={(count) => (count === 0 ? "Nothing to import" : `Import ${plural(count, "game")}`)}
      outcome={Outcome}
      onClose={onClose}
    />
  );
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
