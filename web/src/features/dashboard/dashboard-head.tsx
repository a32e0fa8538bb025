import { useState } from "react";
import type { ClanCard } from "@clanhall/contract/clans";
import { Combobox } from "../../ui/combobox.tsx";
import styles from "./dashboard.module.css";

interface DashboardHeadProps {
  name: string | undefined;
  /** Null for who has none to choose from. */
  clans: ClanCard[] | null;
  chosen: string[];
  onChoose: (clanIds: string[]) => void;
}

export function DashboardHead({ name, clans, chosen, onChoose }: DashboardHeadProps) {
  const [hour] = useState(() => new Date().getHours());
  return (
    <div className={styles.head}>
      <div>
        <h1>Dashboard</h1>
        <p className={styles.greeting}>{name && `${greetingAt(hour)}, ${name}`}</p>
      </div>
      {clans && (
        <div className={styles.filter}>
          <Combobox
            multiple
            clearable
            label="Filter clans"
            placeholder="All clans"
            options={clans.map((clan) => ({ value: clan.id, label: clan.name }))}
            value={chosen}
            onChange={onChoose}
          />
        </div>
      )}
    </div>
  );
}

function greetingAt(hour: number): string {
  if (hour < 5 || hour >= 18) return "Good evening";
  return hour < 12 ? "Good morning" : "Good afternoon";
}
