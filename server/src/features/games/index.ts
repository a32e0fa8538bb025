export { findGame, listActiveGames, lockGame } from "./queries.ts";
