import type { ClanCard } from "@clanhall/contract/clans";
import { type ReactNode, useId } from "react";
import { CardTitle, Surface } from "../../ui/card.tsx";
import { Row } from "../../ui/core/layout.tsx";
import styles from "./player.module.css";
import type { CellKey, Explained } from "./values-dialog.tsx";

/** What every part of the page needs to open the explanation of its numbers. */
export interface PlayerView {
  clan: ClanCard;
  onCell: (cell: CellKey) => void;
  onExplain: (explained: Explained) => void;
}

interface PlayerCardProps {
  title: string;
  /** What stands beside the title. */
  beside?: ReactNode;
  children: ReactNode;
}

export function PlayerCard({ title, beside, children }: PlayerCardProps) {
  const id = useId();
  return (
    <Surface as="section" className={styles.card} aria-labelledby={id}>
      <Row between gap={2}>
        <CardTitle id={id}>{title}</CardTitle>
        {beside}
      </Row>
      {children}
    </Surface>
  );
}

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
