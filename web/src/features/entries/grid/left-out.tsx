import styles from "./grid.module.css";
import type { WrongCell } from "./plan-edits.ts";
import { focusGrid, type GridStore, type Report, select } from "./state.ts";

const listedMost = 20;

/** What a paste or another large change left as it was, and why. */
export function LeftOut({ store, report }: { store: GridStore; report: Report | null }) {
  return <div role="status">{report && <Words store={store} report={report} />}</div>;
}

function Words({ store, report }: { store: GridStore; report: Report }) {
  const { changed, wrong, readOnly, clipped } = report;
  const close = () => {
    store.set({ report: null });
    focusGrid(store);
  };
  return (
    <div className={styles.leftOut}>
      <p>
        <strong>{count(changed, "cell")} changed.</strong>
        {readOnly > 0 && ` ${count(readOnly, "cell")} left out: you cannot change them.`}
        {clipped > 0 && ` ${count(clipped, "cell")} did not fit into the grid.`}
        {wrong.length > 0 && ` ${count(wrong.length, "cell")} could not be read and stayed as before:`}
      </p>
      {wrong.length > 0 && (
        <ul>
          {wrong.slice(0, listedMost).map((cell) => (
            <li key={`${cell.row}-${cell.column}`}>
              <button type="button" className={styles.goTo} onClick={() => goTo(store, cell)}>
                {store.sheet.members[cell.row]?.name}, {store.sheet.activities[cell.column]?.name}
              </button>
              {`: “${shorten(cell.text)}”. ${cell.problem}`}
            </li>
          ))}
          {wrong.length > listedMost && <li>and {wrong.length - listedMost} more</li>}
        </ul>
      )}
      <button type="button" className={styles.answer} onClick={close}>
        Close
      </button>
    </div>
  );
}

function goTo(store: GridStore, { row, column }: WrongCell): void {
  const index = store.read().rows.indexOf(row);
  if (index !== -1) select(store, { row: index, column });
  focusGrid(store);
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

function shorten(text: string): string {
  return text.length > 30 ? `${text.slice(0, 30)}…` : text;
}
