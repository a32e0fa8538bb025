import { useState } from "react";
import { Button } from "../../ui/core/button.tsx";
import { Popover } from "../../ui/popover.tsx";
import styles from "./filters.module.css";
import { chosenMax } from "./address.ts";

export interface Option {
  value: string;
  label: string;
}

interface ManyChoiceProps {
  label: string;
  options: Option[];
  chosen: string[];
  onChange: (chosen: string[]) => void;
}

const shownMax = 60;

/** Any number out of many, found by typing a part of a name. */
export function ManyChoice({ label, options, chosen, onChange }: ManyChoiceProps) {
  const only = options.find(({ value }) => chosen.includes(value));
  const face =
    chosen.length === 1 && only ? `${label}: ${only.label}` : chosen.length ? `${label} (${chosen.length})` : label;
  return (
    <Popover
      label={face}
      trigger={
        <button type="button" className={styles.many}>
          <Face words={face} />
        </button>
      }
    >
      <Choices label={label} options={options} chosen={chosen} onChange={onChange} />
    </Popover>
  );
}

function Face({ words }: { words: string }) {
  return (
    <>
      <span className={styles.face}>{words}</span>
      <svg width="10" height="7" viewBox="0 0 12 8" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
        <path d="m1 1 5 5 5-5" />
      </svg>
    </>
  );
}

function Choices({ label, options, chosen, onChange }: ManyChoiceProps) {
  const [typed, setTyped] = useState("");
  const word = typed.trim().toLowerCase();
  const found = options.filter((option) => option.label.toLowerCase().includes(word));
  const shown = found.slice(0, shownMax);
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
  return (
    <fieldset className={styles.choices}>
      <legend className="unseen">{label}</legend>
      {options.length > 8 && (
        <input
          type="search"
          className={styles.find}
          aria-label={`Find in ${label.toLowerCase()}`}
          placeholder="Find by name"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      {shown.map(({ value, label: name }) => {
        const isChosen = chosen.includes(value);
        return (
          <label key={value} className={styles.option}>
            <input
              type="checkbox"
              checked={isChosen}
              disabled={!isChosen && chosen.length >= chosenMax}
              onChange={() => toggle(value)}
            />
            {name}
          </label>
        );
      })}
      {found.length === 0 && <p className={styles.more}>Nothing fits.</p>}
      {found.length > shown.length && (
        <p className={styles.more}>And {found.length - shown.length} more: type a part of the name.</p>
      )}
      {chosen.length > 0 && (
        <Button variant="plain" onClick={() => onChange([])}>
          Clear
        </Button>
      )}
    </fieldset>
  );
}
