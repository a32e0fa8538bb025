export { findGame, listActiveGames, lockGame } from "./games.queries.ts";
