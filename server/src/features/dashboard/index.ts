export { loadMyStandings } from "./standing.ts";
