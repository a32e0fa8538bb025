import type { ManagedGame } from "@clanhall/contract/admin-games";
import { formatNumber, weekdays } from "../../lib/format.ts";
import type { Column } from "../../ui/lists/data-list-state.ts";
import { Switch } from "../../ui/fields.tsx";
import { serversText, templatesText } from "./format.ts";
import styles from "./games.module.css";

export function gameColumns(onSwitch: (game: ManagedGame) => void): Column<ManagedGame>[] {
  return [
    {
      key: "game",
      label: "Game",
      card: "title",
      icon: ({ name, icon }) => (
        <span className={styles.mark} aria-hidden>
          {icon || Array.from(name.trim())[0]?.toUpperCase()}
        </span>
      ),
      cell: ({ name }) => name,
      note: ({ slug }) => slug,
    },
    { key: "servers", label: "Servers", card: "fact", cell: serversText },
    { key: "week", label: "Week starts", cell: ({ week_start }) => weekdays[week_start - 1] },
    { key: "templates", label: "Templates", cell: (game) => <span className={styles.cut}>{templatesText(game)}</span> },
    { key: "clans", label: "Clans", align: "end", cell: ({ clans }) => formatNumber(clans) },
    {
      key: "active",
      label: "Active",
      card: "control",
      cell: (game) => <ActiveSwitch game={game} onSwitch={onSwitch} />,
    },
  ];
}

/** Whether clans can choose the game. Switching it off takes it from nobody who plays it. */
function ActiveSwitch({ game, onSwitch }: { game: ManagedGame; onSwitch: (game: ManagedGame) => void }) {
  return (
    <Switch
      label={<span aria-hidden>{game.is_active ? "Active" : "Off"}</span>}
      aria-label={`${game.name} is active`}
      checked={game.is_active}
      onChange={() => onSwitch(game)}
    />
  );
}
