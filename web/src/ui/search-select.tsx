import { type KeyboardEvent, useEffect, useId, useState } from "react";
import type { Conflict } from "./field-frame.tsx";
import styles from "./search-select.module.css";
import { TextField } from "./text-field.tsx";

export interface Choice {
  value: string;
  label: string;
  /** Said beside the label, smaller. */
  note?: string;
}

interface SearchSelectProps {
  name: string;
  label: string;
  hint?: string;
  error?: string | null | undefined;
  conflict?: Conflict | undefined;
  value: string;
  /** How the chosen value is written in the field, where that differs from it. */
  shown?: string;
  /** Said when no choice fits what was typed. */
  none?: string;
  /** Asked for once the list is open. */
  choices: () => Choice[];
  onChoose: (value: string) => void;
}

/** One of many, found by typing a part of it. Works like a text field with a list below it. */
export function SearchSelect({ value, shown, none, choices, onChoose, ...field }: SearchSelectProps) {
  const id = useId();
  const list = useChoiceList({ value, shown, choices, onChoose });
  const { isOpen, found, active } = list;
  return (
    <div
      className={styles.box}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || list.close()}
    >
      <TextField
        {...field}
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && found[active] ? `${id}-${active}` : undefined}
        value={list.text}
        onChange={({ currentTarget }) => list.type(currentTarget.value)}
        // What is typed next takes the place of what was chosen.
        onClick={({ currentTarget }) => {
          if (!isOpen) currentTarget.select();
          list.open();
        }}
        onKeyDown={list.onKeyDown}
      />
      {isOpen && (
        <ChoiceList
          id={id}
          label={field.label}
          none={none ?? "Nothing fits. Try a city or a region."}
          found={found}
          active={active}
          chosen={value}
          onChoose={list.choose}
        />
      )}
    </div>
  );
}

interface ChoiceListInput extends Pick<SearchSelectProps, "value" | "choices" | "onChoose"> {
  shown: string | undefined;
}

/** What is typed, whether the list is open, and which of its choices Enter would take. */
function useChoiceList({ value, shown, choices, onChoose }: ChoiceListInput) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const found = isOpen ? findChoices(choices(), typed ?? "") : [];
  const close = () => {
    setOpen(false);
    setTyped(null);
  };
  const open = () => {
    const chosen = choices().findIndex((choice) => choice.value === value);
    if (!isOpen) setActive(Math.max(0, chosen));
    setOpen(true);
  };
  const choose = (choice: Choice | undefined) => {
    if (choice) onChoose(choice.value);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isDecision = isOpen && (event.key === "Enter" || event.key === "Escape");
    if (!step && !isDecision) return;
    event.preventDefault();
    if (isDecision) choose(event.key === "Enter" ? found[active] : undefined);
    else if (isOpen) setActive(Math.min(found.length - 1, Math.max(0, active + (step ?? 0))));
    else open();
  };
  const type = (text: string) => {
    setTyped(text);
    setActive(0);
    setOpen(true);
  };
  const text = typed ?? shown ?? value.replaceAll("_", " ");
  return { text, isOpen, found, active, open, close, choose, type, onKeyDown };
}

interface ChoiceListProps {
  id: string;
  label: string;
  none: string;
  found: Choice[];
  active: number;
  chosen: string;
  onChoose: (choice: Choice) => void;
}

function ChoiceList({ id, label, none, found, active, chosen, onChoose }: ChoiceListProps) {
  useEffect(() => {
    document.querySelector(`#${CSS.escape(`${id}-${active}`)}`)?.scrollIntoView?.({ block: "nearest" });
  }, [id, active]);
  if (found.length === 0) {
    return (
      <p id={`${id}-list`} className={styles.none} role="status">
        {none}
      </p>
    );
  }
  return (
    <div id={`${id}-list`} role="listbox" aria-label={label} className={styles.list}>
      {found.map((choice, index) => (
        <div
          key={choice.value}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={choice.value === chosen}
          data-active={index === active || undefined}
          className={styles.choice}
          // The field keeps the focus: what is pressed here is only chosen.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(choice)}
          onKeyDown={() => undefined}
        >
          {choice.label}
          {choice.note && <small>{choice.note}</small>}
        </div>
      ))}
    </div>
  );
}

/** Every typed word has to appear somewhere. */
function findChoices(choices: Choice[], typed: string): Choice[] {
  const words = typed
    .toLowerCase()
    .split(/[\s/,_]+/)
    .filter(Boolean);
  return choices.filter(({ label, note = "" }) => {
    const text = `${label} ${note}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
