import { formatDate } from "../../lib/format.ts";
import type { MergeAnswer } from "./api.ts";
import styles from "./members.module.css";

/** What the one row would be, and what becomes of the entries of the other. */
export function MergePreview({ answer: { result, days, entries } }: { answer: MergeAnswer }) {
  return (
    <section className={styles.preview} aria-label="After the merge">
      <h3>{result.name}</h3>
      <dl className={styles.facts}>
        <Fact name="Aliases" value={result.aliases.join(", ")} />
        <Fact name="Groups" value={result.groups.join(", ")} />
        <Fact name="Joined" value={formatDate(result.joined_at)} />
      </dl>
      {days.length > 0 && <Days days={days} entries={entries} />}
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

function Days({ days, entries }: Pick<MergeAnswer, "days" | "entries">) {
  return (
    // A long table scrolls, so it has to be reachable for those who scroll by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.days} aria-label="Entries that move" tabIndex={0}>
      <table>
        <caption>{countLine(entries, days.length)}</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Activity</th>
            <th scope="col">Stays</th>
            <th scope="col">Goes</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, activity, keep, drop, result }) => (
            <tr key={`${day} ${activity}`}>
              <th scope="row">{formatDate(day)}</th>
              <td>{activity}</td>
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

/** "3 entries move, 4 meet another. The first 366 are shown." */
function countLine({ moved, both }: MergeAnswer["entries"], shown: number): string {
  const count = `${moved} ${moved === 1 ? "entry moves" : "entries move"}, ${both} ${both === 1 ? "meets" : "meet"} another.`;
  return moved + both > shown ? `${count} The first ${shown} are shown.` : count;
}
