import styles from "./view-switch.module.css";

interface SwitchProps<Key extends string> {
  label: string;
  options: Record<Key, string>;
  value: Key;
  onChange: (key: Key) => void;
}

/** A few views of the same, of which one is shown. */
export function ViewSwitch<Key extends string>({ label, options, value, onChange }: SwitchProps<Key>) {
  return (
    <div role="group" aria-label={label} className={styles.switch}>
      {(Object.keys(options) as Key[]).map((key) => (
        <button key={key} type="button" aria-pressed={key === value} onClick={() => onChange(key)}>
          {options[key]}
        </button>
      ))}
    </div>
  );
}
