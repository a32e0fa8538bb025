import { plural } from "../../lib/format.ts";
import type { SetOutcome as Outcome } from "./activity-sets.api.ts";
import styles from "./sets.module.css";

interface SetOutcomeProps {
  outcome: Outcome;
  /** Whether it happened, or only would. */
  isDone: boolean;
}

/** What becomes of every activity of a set. */
export function SetOutcome({ outcome: { added, skipped }, isDone }: SetOutcomeProps) {
  const verb = isDone ? "added" : "will be added";
  return (
    <div role="status" className={styles.preview}>
      <p>
        <strong>
          {added.length === 0 ? `Nothing ${verb}.` : `${plural(added.length, "activity", "activities")} ${verb}.`}
        </strong>
        {skipped.length > 0 && ` ${plural(skipped.length, "activity", "activities")} left out.`}
      </p>
      {/* A long list scrolls, so it has to be reachable for those who scroll by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={styles.outcome} aria-label="The activities" tabIndex={0}>
        {added.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
        {skipped.map(({ name, problem }) => (
          <li key={`${name} ${problem}`} data-skipped>
            {name} <span>left out: {problem}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
