import { formatNumber, plural } from "../../lib/format.ts";
import type { Rescoring } from "./api.ts";
import styles from "./sets.module.css";

/** What new points would change: the entries, the sum, and who moves most. */
export function RescorePreview({ answer }: { answer: Rescoring }) {
  const { changed, points_before, points_after, ranks } = answer;
  if (changed === 0) return <p role="status">Nothing changes: every value since this day has its points already.</p>;
  return (
    <section className={styles.preview} aria-label="What changes">
      <p role="status">
        <strong>{plural(changed, "entry", "entries")}</strong> change. Together they were worth{" "}
        {formatNumber(points_before)} points and will be worth <strong>{formatNumber(points_after)}</strong>.
      </p>
      {ranks.length > 0 && <Ranks ranks={ranks} />}
    </section>
  );
}

function Ranks({ ranks }: Pick<Rescoring, "ranks">) {
  return (
    <table className={styles.ranks}>
      <caption>Who moves most, by all points since this day</caption>
      <thead>
        <tr>
          <th scope="col">Player</th>
          <th scope="col" data-number>
            Rank
          </th>
          <th scope="col" data-number>
            Points
          </th>
        </tr>
      </thead>
      <tbody>
        {ranks.map(({ member_id, name, rank_before, rank_after, points_before, points_after }) => (
          <tr key={member_id}>
            <th scope="row">{name}</th>
            <td data-number>
              <Move from={rank_before} to={rank_after} />
            </td>
            <td data-number>
              {formatNumber(points_before)} → {formatNumber(points_after)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Move({ from, to }: { from: number; to: number }) {
  if (from === to) return <>stays {to}</>;
  const isUp = to < from;
  return (
    <span className={styles.move} data-up={isUp || undefined}>
      <span aria-hidden>{isUp ? "▲" : "▼"}</span>
      <span className="unseen">{isUp ? "up" : "down"} from </span> {from} → {to}
    </span>
  );
}
