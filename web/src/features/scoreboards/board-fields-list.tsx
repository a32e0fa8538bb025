import { useState } from "react";
import { plural } from "../../lib/format.ts";
import { Button } from "../../ui/core/button.tsx";
import { FieldGroup, FieldHint, Input } from "../../ui/core/field.tsx";
import styles from "./board-form.module.css";

export interface Option {
  value: string;
  label: string;
  note: string;
}

interface CheckListProps {
  label: string;
  one: string;
  none: string;
  options: Option[];
  chosen: string[];
  error: string | undefined;
  onChange: (chosen: string[]) => void;
}

const shownMax = 60;

/** Any number out of many, found by typing a part of a name; those that were chosen before come first. */
export function CheckList({ label, one, none, options, chosen, error, onChange }: CheckListProps) {
  const [typed, setTyped] = useState("");
  const [first] = useState(() => new Set(chosen));
  const word = typed.trim().toLowerCase();
  const found = options
    .filter((option) => `${option.label} ${option.note}`.toLowerCase().includes(word))
    .toSorted((a, b) => Number(first.has(b.value)) - Number(first.has(a.value)));
  const picked = new Set(chosen);
  const toggle = (value: string) =>
    onChange(picked.has(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
  if (options.length === 0) return <FieldHint>{none}</FieldHint>;
  return (
    <FieldGroup label={label} error={error}>
      {options.length > 8 && (
        <Input
          type="search"
          className={styles.find}
          aria-label={`Find a ${one}`}
          placeholder={`Find a ${one}`}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      <ul className={styles.list}>
        {found.slice(0, shownMax).map((option) => (
          <CheckRow
            key={option.value}
            option={option}
            isChosen={picked.has(option.value)}
            onToggle={() => toggle(option.value)}
          />
        ))}
        {found.length === 0 && <li className={styles.rest}>Nothing fits.</li>}
        {found.length > shownMax && (
          <li className={styles.rest}>And {found.length - shownMax} more: type a part of the name.</li>
        )}
      </ul>
      <div className={styles.listFoot}>
        <FieldHint role="status">{plural(chosen.length, one)} chosen</FieldHint>
        {chosen.length > 0 && (
          <Button variant="plain" onClick={() => onChange([])}>
            Clear
          </Button>
        )}
      </div>
    </FieldGroup>
  );
}

interface CheckRowProps {
  option: Option;
  isChosen: boolean;
  onToggle: () => void;
}

function CheckRow({ option: { label, note }, isChosen, onToggle }: CheckRowProps) {
  return (
    <li className={styles.row}>
      <label className={styles.tick}>
        <input type="checkbox" checked={isChosen} onChange={onToggle} />
        <span>{label}</span>
        {note && <small>{note}</small>}
      </label>
    </li>
  );
}
