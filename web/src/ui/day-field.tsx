import { addDays, startOfWeek } from "@clanhall/contract/rules/clan-day";
import { type ComponentProps, type KeyboardEvent, useRef, useState } from "react";
import { formatFullDate, formatMonth, formatOwnDate, toDateInput, weekdays } from "../lib/format.ts";
import { useMediaQuery } from "../lib/media.ts";
import { readDate } from "../lib/read-date.ts";
import { IconButton } from "./core/button.tsx";
import { Field, type FieldProps, Input, TextField } from "./core/field.tsx";
import styles from "./day-field.module.css";
import { Popover } from "./popover.tsx";
import { useNow } from "./relative-time.tsx";

export interface DayFieldProps
  extends FieldProps, Omit<ComponentProps<"input">, "value" | "onChange" | "type" | "required" | "min" | "max"> {
  /** YYYY-MM-DD; empty where nothing is chosen. */
  value: string;
  onChange: (date: string) => void;
  min?: string | undefined;
  max?: string | undefined;
}

const unreadable = "This is not a date. Type it like 15.11., 11/15 or today.";

/** A day as the reader writes it, with a calendar beside it. Where people touch, it is the system's own picker. */
export function DayField(props: DayFieldProps) {
  return useMediaQuery("(pointer: coarse)") ? <TouchedDay {...props} /> : <TypedDay {...props} />;
}

/** The system's picker, behind the day as it is written everywhere else. */
function TouchedDay({ value, onChange, label, hint, error, conflict, required, ...input }: DayFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} conflict={conflict} required={required}>
      {(control) => (
        <div className={styles.touched}>
          <Input
            {...control}
            {...input}
            type="date"
            value={value}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
          <span aria-hidden>{value && formatOwnDate(value)}</span>
        </div>
      )}
    </Field>
  );
}

function TypedDay({ value, onChange, min, max, onBlur, error, ...field }: DayFieldProps) {
  /** What is being typed; null where the day stands as it is written. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const today = toDateInput(useNow());
  const isUnreadable = typed !== null && readDate(typed, today) === null;
  const choose = (date: string) => {
    setTyped(null);
    onChange(date);
    input.current?.focus();
  };
  return (
    <TextField
      autoComplete="off"
      {...field}
      ref={input}
      data-unreadable={isUnreadable || undefined}
      onInvalid={() => setLeft(true)}
      error={(isUnreadable && isLeft && unreadable) || error}
      value={typed ?? (value && formatOwnDate(value))}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text);
        setLeft(false);
        onChange(readDate(text, today) ?? "");
      }}
      onBlur={(event) => {
        if (isUnreadable) setLeft(true);
        else setTyped(null);
        onBlur?.(event);
      }}
      action={
        <Popover label="Calendar" trigger={<IconButton icon="calendar" label="Calendar" disabled={field.disabled} />}>
          <Calendar value={value || today} min={min} max={max} onChoose={choose} />
        </Popover>
      }
    />
  );
}

interface CalendarProps {
  value: string;
  min: string | undefined;
  max: string | undefined;
  onChoose: (date: string) => void;
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** One month; arrow keys go from day to day, and on into the next month. */
function Calendar({ value, min = "0000", max = "9999", onChoose }: CalendarProps) {
  const [at, setAt] = useState(value);
  const table = useRef<HTMLTableElement>(null);
  const first = `${at.slice(0, 7)}-01`;
  const weeks = Array.from({ length: 6 }, (_, week) => addDays(startOfWeek(first, 1), week * 7)).filter(
    (start) => start.slice(0, 7) <= at.slice(0, 7),
  );
  const step = (event: KeyboardEvent) => {
    const days = steps[event.key];
    if (days === undefined) return;
    event.preventDefault();
    setAt(addDays(at, days));
    // Once the day is drawn, in another month perhaps.
    requestAnimationFrame(() => table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus());
  };
  return (
    <div className={styles.calendar}>
      <div className={styles.month}>
        <IconButton icon="chevron-left" label="Previous month" onClick={() => setAt(addDays(first, -1))} />
        <strong aria-live="polite">{formatMonth(first)}</strong>
        <IconButton
          icon="chevron-right"
          label="Next month"
          onClick={() => setAt(`${addDays(first, 31).slice(0, 7)}-01`)}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its buttons are what is worked */}
      <table ref={table} onKeyDown={step}>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((start) => (
            <tr key={start}>
              {weekdays.map((name, index) => {
                const date = addDays(start, index);
                return (
                  <td key={name}>
                    <button
                      type="button"
                      tabIndex={date === at ? 0 : -1}
                      aria-label={formatFullDate(date)}
                      aria-pressed={date === value}
                      data-other={date.slice(0, 7) !== at.slice(0, 7) || undefined}
                      disabled={date < min || date > max}
                      onClick={() => onChoose(date)}
                    >
                      {Number(date.slice(8))}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
