import { plural } from "../../lib/format.ts";
import type { ImportOutcome } from "./games.api.ts";
import styles from "./import.module.css";

interface OutcomeProps {
  outcome: ImportOutcome;
  /** Whether it happened, or only would. */
  isDone: boolean;
}

/** What becomes of every game of a file. */
export function Outcome({ outcome: { added, changed, same, problems }, isDone }: OutcomeProps) {
  const will = isDone ? "" : "will be ";
  return (
    <div role="status" className={styles.preview}>
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
        {added.map((name) => (
          <Line key={name} name={name} words="added" />
        ))}
        {changed.map((name) => (
          <Line key={name} name={name} words="changed" />
        ))}
        {same.map((name) => (
          <Line key={name} name={name} words="as before" />
        ))}
      </ul>
    </div>
  );
}

function Line({ name, words }: { name: string; words: string }) {
  return (
    <li>
      {name} <span>{words}</span>
    </li>
  );
}
