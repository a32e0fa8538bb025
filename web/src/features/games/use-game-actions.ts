import type { ManagedGame } from "@clanhall/contract/admin-games";
import { useState } from "react";
import { showToast } from "../../ui/toasts.ts";
import { useDeleteGame, useOrderGames, useSwitchGame } from "./games.api.ts";

/** What is done to games of the list, each with a word of it. */
export function useGameActions() {
  const [problem, setProblem] = useState<unknown>(null);
  const { mutate: send } = useSwitchGame();
  const deletion = useDeleteGame();
  const order = useOrderGames();
  const tell = (message: string) => showToast({ kind: "success", message });
  return {
    problem,
    switchGame: (game: ManagedGame) => {
      setProblem(null);
      const message = game.is_active ? `${game.name} is switched off` : `${game.name} is active again`;
      send(game, { onError: setProblem, onSuccess: () => tell(message) });
    },
    /** Refused where a clan plays it: the dialog that asked shows why. */
    remove: async ({ id, name }: ManagedGame) => {
      await deletion.mutateAsync(id);
      tell(`${name} deleted`);
    },
    /** Settles once the order is kept, or is not. */
    putInOrder: async (ids: string[]) => {
      setProblem(null);
      await order.mutateAsync(ids).catch(setProblem);
    },
  };
}
