import type { ManagedGame } from "@clanhall/contract/admin-games";
import { showToast } from "../../ui/toasts.ts";
import { useDeleteGame, useOrderGames, useSwitchGame } from "./api.ts";

/** What is done to games of the list, each with a message. */
export function useGameActions() {
  const activation = useSwitchGame();
  const deletion = useDeleteGame();
  const order = useOrderGames();
  const say = (message: string) => showToast({ kind: "success", message });
  return {
    error: activation.error ?? order.error,
    switchGame: (game: ManagedGame) => {
      order.reset();
      const message = game.is_active ? `${game.name} is switched off` : `${game.name} is active again`;
      activation.mutate(game, { onSuccess: () => say(message) });
    },
    /** Refused where a clan plays it: the dialog that asked shows why. */
    remove: async ({ id, name }: ManagedGame) => {
      await deletion.mutateAsync(id);
      say(`${name} deleted`);
    },
    /** Settles once the order is kept, or is not. */
    putInOrder: async (ids: string[]) => {
      activation.reset();
      await order.mutateAsync(ids).catch(() => undefined);
    },
  };
}
