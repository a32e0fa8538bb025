import type { ManagedGame } from "@clanhall/contract/admin-games";
import { Switch } from "../../ui/switch.tsx";
import list from "../../ui/list.module.css";
import styles from "./games.module.css";

export function NameCell({ game: { name, slug, icon } }: { game: ManagedGame }) {
  return (
    <span className={list.nameCell}>
      <span className={styles.mark} aria-hidden>
        {icon || Array.from(name.trim())[0]?.toUpperCase()}
      </span>
      <span className={list.names}>
        <span className={list.name}>{name}</span>
        <span className={list.small}>{slug}</span>
      </span>
    </span>
  );
}

/** Whether clans can choose the game. Switching it off takes it from nobody who plays it. */
export function ActiveSwitch({ game, onSwitch }: { game: ManagedGame; onSwitch: (game: ManagedGame) => void }) {
  return (
    <Switch
      label={<span aria-hidden>{game.is_active ? "Active" : "Off"}</span>}
      aria-label={`${game.name} is active`}
      checked={game.is_active}
      onChange={() => onSwitch(game)}
    />
  );
}
