import { formatNumber, weekdays } from "../../lib/format.ts";
import { DragHandle } from "../../ui/drag-handle.tsx";
import { Fact } from "../../ui/fact.tsx";
import list from "../../ui/list.module.css";
import { ActiveSwitch, NameCell } from "./game-cells.tsx";
import type { GameListProps } from "./game-table.tsx";
import { serversText, templatesText } from "./format.ts";
import styles from "./games.module.css";

/** The games on a phone: one card each. */
export function GameCards({ games, reorder, menuOf, onSwitch }: GameListProps) {
  return (
    <ul className={`${list.cards} ${list.ordered}`} aria-label="Games in their order">
      {games.map((game) => (
        <li key={game.id} className={`${list.card} ${styles.card}`} {...reorder.item(game.id)}>
          <div className={list.cardHead}>
            <DragHandle name={game.name} {...reorder.handle(game.id)} />
            <NameCell game={game} />
            {menuOf(game)}
          </div>
          <dl className={list.facts}>
            <Fact label="Servers">{serversText(game)}</Fact>
            <Fact label="Week starts">{weekdays[game.week_start - 1]}</Fact>
            <Fact label="Templates">{templatesText(game)}</Fact>
            <Fact label="Clans">{formatNumber(game.clans)}</Fact>
          </dl>
          <ActiveSwitch game={game} onSwitch={onSwitch} />
        </li>
      ))}
    </ul>
  );
}
