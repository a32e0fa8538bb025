export { loadMyStanding } from "./standing.ts";
