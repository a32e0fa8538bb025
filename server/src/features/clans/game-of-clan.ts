import type { Db } from "../../db/tables.ts";
import { invalidField } from "../../errors.ts";
import { lockGame } from "../games/index.ts";

/** The game a clan wants to play, if it is one that can be chosen. */
export async function requireGame(tx: Db, gameId: string) {
  const game = await lockGame(tx, gameId);
  if (!game?.is_active) throw invalidField("game_id", "This game is not in the list.");
  return game;
}

export function requireServer(game: { servers: { label: string }[] } | null, server: string): void {
  if (!hasServer(game, server)) throw invalidField("game_server", "This game has no such server.");
}

export function hasServer(game: { servers: { label: string }[] } | null, server: string): boolean {
  return game?.servers.some(({ label }) => label === server) ?? false;
}
