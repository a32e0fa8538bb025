import { type KeyboardEvent, useId, useRef, useState } from "react";
import { Field } from "./core/field.tsx";
import styles from "./multi-select.module.css";

interface Option {
  value: string;
  label: string;
}

interface MultiSelectProps {
  label: string;
  /** Shown while nothing is chosen. */
  placeholder: string;
  options: Option[];
  chosen: string[];
  onChange: (chosen: string[]) => void;
}

/** Any number out of a few, found by typing a part of a name. The focus stays in the field; its list stays open. */
export function MultiSelect({ label, placeholder, options, chosen, onChange }: MultiSelectProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const picked = chosen.flatMap((wanted) => options.filter(({ value }) => value === wanted));
  const list = useOptionList(options, chosen, onChange);
  const { isOpen, found, active } = list;
  const takeOut = (value: string) => {
    onChange(chosen.filter((other) => other !== value));
    input.current?.focus();
  };
  return (
    <div
      className={styles.box}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || list.close()}
    >
      <Field label={label}>
        {(ties) => (
          <div className={styles.field}>
            {picked.map(({ value, label: name }) => (
              <Chip key={value} name={name} onTakeOut={() => takeOut(value)} />
            ))}
            <input
              ref={input}
              className={styles.input}
              role="combobox"
              autoComplete="off"
              spellCheck={false}
              placeholder={picked.length === 0 ? placeholder : undefined}
              aria-expanded={isOpen}
              aria-controls={`${id}-list`}
              aria-autocomplete="list"
              aria-activedescendant={isOpen && found[active] ? `${id}-${active}` : undefined}
              value={list.typed}
              onChange={({ currentTarget }) => list.type(currentTarget.value)}
              onClick={list.open}
              onKeyDown={list.onKeyDown}
              {...ties}
            />
            {picked.length > 0 && (
              <button
                type="button"
                className={styles.clear}
                aria-label={`Clear ${label}`}
                onClick={() => list.clear(input.current)}
              >
                <Cross size={14} />
              </button>
            )}
          </div>
        )}
      </Field>
      {isOpen && <OptionList id={id} label={label} list={list} chosen={chosen} />}
    </div>
  );
}

/** What is typed, whether the list is open, and which of its options Enter would take. */
function useOptionList(options: Option[], chosen: string[], onChange: (chosen: string[]) => void) {
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const word = typed.trim().toLowerCase();
  const found = options.filter(({ label }) => label.toLowerCase().includes(word));
  const close = () => {
    setOpen(false);
    setTyped("");
    setActive(0);
  };
  const toggle = (option: Option) => {
    const { value } = option;
    onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
    setTyped("");
    setActive(options.indexOf(option));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const option = isOpen ? found[active] : undefined;
    if (event.key === "Backspace" && typed === "") onChange(chosen.slice(0, -1));
    if (!step && !(isOpen && (event.key === "Enter" || event.key === "Escape"))) return;
    event.preventDefault();
    if (event.key === "Escape") close();
    else if (step && isOpen) setActive(Math.min(found.length - 1, Math.max(0, active + step)));
    else if (step) setOpen(true);
    else if (option) toggle(option);
  };
  return {
    typed,
    isOpen,
    found,
    active,
    close,
    toggle,
    onKeyDown,
    open: () => setOpen(true),
    type: (text: string) => {
      setTyped(text);
      setActive(0);
      setOpen(true);
    },
    /** The button goes with what it clears: the field has the focus then. */
    clear: (input: HTMLElement | null) => {
      onChange([]);
      input?.focus();
    },
  };
}

interface OptionListProps {
  id: string;
  label: string;
  list: ReturnType<typeof useOptionList>;
  chosen: string[];
}

function OptionList({ id, label, list: { found, active, toggle }, chosen }: OptionListProps) {
  if (found.length === 0) {
    return (
      <p id={`${id}-list`} className={styles.none} role="status">
        Nothing fits.
      </p>
    );
  }
  return (
    <div id={`${id}-list`} role="listbox" aria-label={label} aria-multiselectable className={styles.list}>
      {found.map((option, index) => (
        <div
          key={option.value}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={chosen.includes(option.value)}
          data-active={index === active || undefined}
          className={styles.option}
          // The field keeps the focus: what is pressed here is only chosen.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => toggle(option)}
          onKeyDown={() => undefined}
        >
          <span className={styles.tick} />
          {option.label}
        </div>
      ))}
    </div>
  );
}

function Chip({ name, onTakeOut }: { name: string; onTakeOut: () => void }) {
  return (
    <button type="button" className={styles.chip} aria-label={`Take out ${name}`} onClick={onTakeOut}>
      <span className={styles.pill}>
        <span>{name}</span>
        <Cross size={9} />
      </span>
    </button>
  );
}

function Cross({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 10 10" stroke="currentColor" strokeWidth="1.8" aria-hidden>
      <path d="M1 1l8 8M9 1L1 9" strokeLinecap="round" />
    </svg>
  );
}
