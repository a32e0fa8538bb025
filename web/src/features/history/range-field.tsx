import { historyDaysMax } from "@clanhall/contract/entry-history";
import { useState } from "react";
import styles from "./filters.module.css";
import { type AddressChange, isDate } from "./address.ts";
import { type Range, type RangeName, rangeNames, rangeProblem } from "./history-range.ts";

interface RangeFieldProps {
  name: RangeName;
  range: Range;
  onChange: (change: AddressChange) => void;
}

/** Which days: one of the usual ranges, or two dates. */
export function RangeField({ name, range, onChange }: RangeFieldProps) {
  const choose = (chosen: RangeName) =>
    onChange(chosen === "custom" ? { range: chosen, ...range } : { range: chosen, from: "", to: "" });
  return (
    <>
      <select
        className={styles.select}
        aria-label="Days"
        value={name}
        onChange={({ currentTarget }) => choose(currentTarget.value as RangeName)}
      >
        {Object.entries(rangeNames).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      {name === "custom" && <OwnRange range={range} onChange={onChange} />}
    </>
  );
}

/** What is typed counts once it is a range. */
function OwnRange({ range, onChange }: Omit<RangeFieldProps, "name">) {
  const [typed, setTyped] = useState(range);
  const [known, setKnown] = useState(range);
  if (range.from !== known.from || range.to !== known.to) {
    // Gone back to: the address knows better than what was typed here.
    setKnown(range);
    setTyped(range);
  }
  const isWhole = isDate(typed.from) && isDate(typed.to);
  const problem = isWhole ? rangeProblem(typed, historyDaysMax) : "Enter both dates.";
  const type = (end: Partial<Range>) => {
    const next = { ...typed, ...end };
    setTyped(next);
    const isGood = isDate(next.from) && isDate(next.to) && rangeProblem(next, historyDaysMax) === null;
    if (isGood && next.from > "1970") onChange({ range: "custom", ...next });
  };
  return (
    <span className={styles.dates}>
      <input
        type="date"
        className={styles.date}
        aria-label="From"
        aria-invalid={problem ? true : undefined}
        value={typed.from}
        onChange={({ currentTarget }) => type({ from: currentTarget.value })}
      />
      <span aria-hidden>–</span>
      <input
        type="date"
        className={styles.date}
        aria-label="To"
        aria-invalid={problem ? true : undefined}
        value={typed.to}
        onChange={({ currentTarget }) => type({ to: currentTarget.value })}
      />
      {problem && (
        <span role="alert" className={styles.problem}>
          {problem}
        </span>
      )}
    </span>
  );
}
