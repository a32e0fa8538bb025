import { addDays, startOfWeek, weekdays } from "@clanhall/contract/rules/clan-day";
import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from "react";
import { formatFullDate, formatMonth, formatOwnDate, formatOwnTime, toDateInput } from "../lib/format.ts";
import { useMediaQuery } from "../lib/media.ts";
import { readDate, readTime } from "../lib/read-date.ts";
import { IconButton } from "./core/button.tsx";
import { Field, FieldError, FieldGroup, type FieldProps, Input, TextField } from "./core/field.tsx";
import { Row } from "./core/layout.tsx";
import styles from "./day-field.module.css";
import { Popover } from "./popover.tsx";
import { useNow } from "./relative-time.tsx";

interface OwnFieldProps
  extends FieldProps, Omit<ComponentProps<"input">, "value" | "onChange" | "type" | "required" | "min" | "max"> {
  /** Empty where nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
  /** Hands on what is typed once the field is left or Enter is pressed, as filters do. */
  isPatient?: boolean | undefined;
}

export interface DayFieldProps extends OwnFieldProps {
  /** These and the value are YYYY-MM-DD. */
  min?: string | undefined;
  max?: string | undefined;
}

/** What a field reads, and how it stands there once it is left. */
interface Kind {
  type: "date" | "time";
  read: (typed: string) => string | null;
  write: (value: string) => string;
  unreadable: string;
}

const day: Omit<Kind, "read"> = {
  type: "date",
  write: formatOwnDate,
  unreadable: "This is not a date. Type it like 15.11., 11/15 or today.",
};

const time: Kind = {
  type: "time",
  read: readTime,
  write: formatOwnTime,
  unreadable: "This is not a time. Type it like 20:15 or 8:15 pm.",
};

/** A day as the reader writes it, with a calendar beside it. Where people touch, it is the system's own picker. */
export function DayField({ min, max, isPatient, ...field }: DayFieldProps) {
  const isTouched = useMediaQuery("(pointer: coarse)");
  const today = toDateInput(useNow());
  const kind = { ...day, read: (typed: string) => readDate(typed, today) };
  if (isTouched) return <TouchedField kind={kind} {...field} />;
  return <TypedField kind={kind} isPatient={isPatient} calendar={{ today, min, max }} {...field} />;
}

/** A time of day, HH:MM, as the reader writes it, on a clock of 12 or of 24 hours. */
export function TimeField(field: Omit<OwnFieldProps, "isPatient">) {
  const isTouched = useMediaQuery("(pointer: coarse)");
  return isTouched ? <TouchedField kind={time} {...field} /> : <TypedField kind={time} {...field} />;
}

/** A day whose label stands beside it, in a row of filters. */
export function FilterDay(field: DayFieldProps) {
  return (
    <div className={styles.inline}>
      <DayField isPatient {...field} />
    </div>
  );
}

interface DayRangeProps {
  from: string;
  to: string;
  onChange: (end: { from?: string; to?: string }) => void;
  error: string | null;
}

/** The first and the last of several days. */
export function DayRange({ from, to, onChange, error }: DayRangeProps) {
  const id = useId();
  const wrong = error ? { "aria-invalid": true, "aria-describedby": id } : {};
  return (
    <Row gap={2} align="start" className={styles.range} role="group" aria-label="Range of days">
      <FilterDay label="From" value={from} onChange={(date) => onChange({ from: date })} {...wrong} />
      <FilterDay label="To" value={to} onChange={(date) => onChange({ to: date })} {...wrong} />
      {error && (
        <FieldError role="alert" id={id}>
          {error}
        </FieldError>
      )}
    </Row>
  );
}

/** A day and a time in the device's own calendar: YYYY-MM-DDTHH:MM. */
export function MomentField({ label, hint, error, conflict, name, value, onChange, min, max }: DayFieldProps) {
  const [known, setKnown] = useState({ value, date: value.slice(0, 10), at: value.slice(11, 16) });
  if (known.value !== value) setKnown({ value, date: value.slice(0, 10), at: value.slice(11, 16) });
  const change = (part: { date: string } | { at: string }) => {
    const next = { ...known, ...part };
    // Whoever has chosen a day has noon until they say otherwise.
    if ("date" in part && part.date && !next.at) next.at = "12:00";
    const moment = next.date && next.at ? `${next.date}T${next.at}` : "";
    setKnown({ ...next, value: moment });
    if (moment !== value) onChange(moment);
  };
  const wrong = error || conflict ? { "aria-invalid": true } : {};
  return (
    <FieldGroup label={label} error={error} conflict={conflict}>
      <Row nowrap align="start" className={styles.moment}>
        <DayField
          label="Day"
          hint={hint}
          name={name}
          value={known.date}
          min={min?.slice(0, 10)}
          max={max?.slice(0, 10)}
          onChange={(date) => change({ date })}
          {...wrong}
        />
        <TimeField label="Time" value={known.at} onChange={(at) => change({ at })} {...wrong} />
      </Row>
    </FieldGroup>
  );
}

/** The system's picker lies invisible over the day as a screen writes it. */
export function DayOverlay({
  label,
  value,
  max,
  onChange,
}: Pick<DayFieldProps, "label" | "value" | "max" | "onChange">) {
  return (
    <input
      type="date"
      aria-label={label}
      max={max}
      value={value}
      required
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onClick={({ currentTarget }) => openPicker(currentTarget)}
    />
  );
}

function openPicker(field: HTMLInputElement): void {
  try {
    field.showPicker();
  } catch {
    // A browser without it, or one that opens it by itself.
  }
}

/** The system's picker, behind the value as it is written everywhere else. */
function TouchedField({ kind, value, onChange, ...field }: Omit<OwnFieldProps, "isPatient"> & { kind: Kind }) {
  const { label, hint, error, conflict, required, ...input } = field;
  return (
    <Field label={label} hint={hint} error={error} conflict={conflict} required={required}>
      {(control) => (
        <div className={styles.touched}>
          <Input
            {...control}
            {...input}
            type={kind.type}
            value={value}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
          <span aria-hidden>{value && kind.write(value)}</span>
        </div>
      )}
    </Field>
  );
}

interface TypedFieldProps extends OwnFieldProps {
  kind: Kind;
  /** Where days can be picked as well. */
  calendar?: { today: string } & Pick<CalendarProps, "min" | "max">;
}

function TypedField({ kind, calendar, isPatient, value, onChange, onBlur, error, ...field }: TypedFieldProps) {
  /** What is being typed; null where the value stands as it is written. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const found = typed === null ? value : kind.read(typed);
  const choose = (chosen: string) => {
    setTyped(null);
    onChange(chosen);
    input.current?.focus();
  };
  const settle = () => {
    if (found === null) return setLeft(true);
    setTyped(null);
    if (isPatient && found !== value) onChange(found);
  };
  return (
    <TextField
      autoComplete="off"
      {...field}
      ref={input}
      data-unreadable={found === null || undefined}
      onInvalid={() => setLeft(true)}
      error={(found === null && isLeft && kind.unreadable) || error}
      value={typed ?? (value && kind.write(value))}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text);
        setLeft(false);
        if (!isPatient) onChange(kind.read(text) ?? "");
      }}
      onKeyDown={isPatient ? ({ key }) => key === "Enter" && settle() : undefined}
      onBlur={(event) => {
        settle();
        onBlur?.(event);
      }}
      action={
        calendar && (
          <Popover label="Calendar" trigger={<IconButton icon="calendar" label="Calendar" disabled={field.disabled} />}>
            <Calendar value={value || calendar.today} min={calendar.min} max={calendar.max} onChoose={choose} />
          </Popover>
        )
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
  const allow = (date: string) => (date < min ? min : date > max ? max : date);
  const [at, setAt] = useState(() => allow(value));
  const table = useRef<HTMLTableElement>(null);
  const first = `${at.slice(0, 7)}-01`;
  const weeks = Array.from({ length: 6 }, (_, week) => addDays(startOfWeek(first, 1), week * 7)).filter(
    (start) => start.slice(0, 7) <= at.slice(0, 7),
  );
  const step = (event: KeyboardEvent) => {
    const days = steps[event.key];
    if (days === undefined) return;
    event.preventDefault();
    setAt(allow(addDays(at, days)));
    // Once the day is drawn, in another month perhaps.
    requestAnimationFrame(() => table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus());
  };
  return (
    <div className={styles.calendar}>
      <Row gap={0} nowrap justify="between">
        <IconButton icon="chevron-left" label="Previous month" onClick={() => setAt(allow(addDays(first, -1)))} />
        <strong aria-live="polite">{formatMonth(first)}</strong>
        <IconButton
          icon="chevron-right"
          label="Next month"
          onClick={() => setAt(allow(`${addDays(first, 31).slice(0, 7)}-01`))}
        />
      </Row>
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
