import type { ReactNode } from "react";
import { weekdays } from "../../lib/clan-day-words.ts";
import { DragHandle } from "../../ui/drag-handle.tsx";
import { ActiveSwitch, NameCell } from "./game-cells.tsx";
import type { GameListProps } from "./game-table.tsx";
import { serversText, templatesText } from "./game-words.ts";
import styles from "./games.module.css";

/** The games on a phone: one card each. */
export function GameCards({ games, reorder, menuOf, onSwitch }: GameListProps) {
  return (
    <ul className={styles.cards} aria-label="Games in their order">
      {games.map((game) => (
        <li key={game.id} className={styles.card} {...reorder.item(game.id)}>
          <div className={styles.cardHead}>
            <DragHandle name={game.name} {...reorder.handle(game.id)} />
            <NameCell game={game} />
            {menuOf(game)}
          </div>
          <dl className={styles.facts}>
            <Fact label="Servers">{serversText(game)}</Fact>
            <Fact label="Week starts">{weekdays[game.week_start - 1]}</Fact>
            <Fact label="Templates">{templatesText(game)}</Fact>
            <Fact label="Clans">{game.clans.toLocaleString("en-GB")}</Fact>
          </dl>
          <ActiveSwitch game={game} onSwitch={onSwitch} />
        </li>
      ))}
    </ul>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
