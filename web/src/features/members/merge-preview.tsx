import type { MergeAnswer } from "./roster.api.ts";
import { toDateText } from "./roster-words.ts";
import styles from "./roster.module.css";

/** What the one row would be, and what becomes of days on which both have a value. */
export function MergePreview({ answer: { result, days } }: { answer: MergeAnswer }) {
  return (
    <section className={styles.preview} aria-label="After the merge">
      <h3>{result.name}</h3>
      <dl className={styles.facts}>
        <Fact name="Aliases" value={result.aliases.join(", ")} />
        <Fact name="Groups" value={result.groups.join(", ")} />
        <Fact name="Joined" value={toDateText(result.joined_at)} />
      </dl>
      {days.length > 0 && <Days days={days} />}
    </section>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{value || "—"}</dd>
    </div>
  );
}

function Days({ days }: Pick<MergeAnswer, "days">) {
  return (
    // A long table scrolls, so it has to be reachable for those who scroll by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.days} aria-label="Days with two values" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Stays</th>
            <th scope="col">Goes</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, keep, drop, result }) => (
            <tr key={day}>
              <th scope="row">{toDateText(day)}</th>
              <td>{keep}</td>
              <td>{drop}</td>
              <td>{result}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
