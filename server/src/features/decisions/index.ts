export { eraseUser } from "./queries.ts";
export { countOpenRequests } from "./requests.queries.ts";
