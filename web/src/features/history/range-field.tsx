import { historyDaysMax } from "@clanhall/contract/entry-history";
import { useId, useState } from "react";
import { FieldError, Input } from "../../ui/core/field.tsx";
import { SelectControl } from "../../ui/core/select.tsx";
import { type AddressChange, isDate, type Range, rangeError, type RangeName, rangeNames } from "./address.ts";
import styles from "./history.module.css";

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
      <SelectControl
        className={styles.choice}
        aria-label="Days"
        value={name}
        options={(Object.keys(rangeNames) as RangeName[]).map((value) => ({ value, label: rangeNames[value] }))}
        onChange={choose}
      />
      {name === "custom" && <CustomRange range={range} onChange={onChange} />}
    </>
  );
}

/** What is typed counts once it is a range. */
function CustomRange({ range, onChange }: Omit<RangeFieldProps, "name">) {
  const errorId = useId();
  const [typed, setTyped] = useState(range);
  const [known, setKnown] = useState(range);
  if (range.from !== known.from || range.to !== known.to) {
    // Gone back to: the address knows better than what was typed here.
    setKnown(range);
    setTyped(range);
  }
  const isWhole = isDate(typed.from) && isDate(typed.to);
  const error = isWhole ? rangeError(typed, historyDaysMax) : "Enter both dates.";
  const type = (end: Partial<Range>) => {
    const next = { ...typed, ...end };
    setTyped(next);
    const isGood = isDate(next.from) && isDate(next.to) && rangeError(next, historyDaysMax) === null;
    if (isGood && next.from > "1970") onChange({ range: "custom", ...next });
  };
  return (
    <div className={styles.dates}>
      <Input
        type="date"
        className={styles.date}
        aria-label="From"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        value={typed.from}
        onChange={({ currentTarget }) => type({ from: currentTarget.value })}
      />
      <span aria-hidden>–</span>
      <Input
        type="date"
        className={styles.date}
        aria-label="To"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        value={typed.to}
        onChange={({ currentTarget }) => type({ to: currentTarget.value })}
      />
      {error && (
        <div className={styles.rangeError}>
          <FieldError role="alert" id={errorId}>
            {error}
          </FieldError>
        </div>
      )}
    </div>
  );
}
