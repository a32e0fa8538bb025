import { formatNumber } from "../lib/format.ts";
import styles from "./change.module.css";

/** Up, down or the same, with its number. */
export function Change({ by }: { by: number }) {
  if (by === 0)
    return (
      <span className={styles.change} data-to="same">
        <span aria-hidden>–</span>
        <span className="visually-hidden">unchanged</span>
      </span>
    );
  return (
    <span className={styles.change} data-to={by > 0 ? "up" : "down"}>
      <span aria-hidden>{by > 0 ? "▲" : "▼"}</span>
      <span className="visually-hidden">{by > 0 ? "up" : "down"}</span> {formatNumber(Math.abs(by), 1)}
    </span>
  );
}
