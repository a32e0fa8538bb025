export { countUsers } from "./queries.ts";
