export { countUsers } from "./users.queries.ts";
