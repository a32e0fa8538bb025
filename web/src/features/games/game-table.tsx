import type { ManagedGame } from "@clanhall/contract/admin-games";
import type { ReactNode } from "react";
import { formatNumber, weekdays } from "../../lib/format.ts";
import { DragHandle } from "../../ui/drag-handle.tsx";
import type { useReorder } from "../../ui/use-reorder.ts";
import list from "../../ui/list.module.css";
import { ActiveSwitch, NameCell } from "./game-cells.tsx";
import { serversText, templatesText } from "./format.ts";

export interface GameListProps {
  games: ManagedGame[];
  reorder: ReturnType<typeof useReorder>;
  menuOf: (game: ManagedGame) => ReactNode;
  onSwitch: (game: ManagedGame) => void;
}

export function GameTable({ games, reorder, menuOf, onSwitch }: GameListProps) {
  return (
    <div className={list.frame}>
      <table className={`${list.table} ${list.ordered}`}>
        <caption className="unseen">Games in their order</caption>
        <thead>
          <tr>
            <th scope="col" className={list.handleCell}>
              <span className="unseen">Order</span>
            </th>
            <th scope="col">Game</th>
            <th scope="col">Servers</th>
            <th scope="col">Week starts</th>
            <th scope="col">Templates</th>
            <th scope="col" data-number>
              Clans
            </th>
            <th scope="col">Active</th>
            <th scope="col" className={list.menuCell}>
              <span className="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {games.map((game) => (
            <tr key={game.id} {...reorder.item(game.id)}>
              <td className={list.handleCell}>
                <DragHandle name={game.name} {...reorder.handle(game.id)} />
              </td>
              <th scope="row">
                <NameCell game={game} />
              </th>
              <td>{serversText(game)}</td>
              <td>{weekdays[game.week_start - 1]}</td>
              <td>{templatesText(game)}</td>
              <td data-number>{formatNumber(game.clans)}</td>
              <td>
                <ActiveSwitch game={game} onSwitch={onSwitch} />
              </td>
              <td className={list.menuCell}>{menuOf(game)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
