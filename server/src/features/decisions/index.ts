export { loadAttention } from "./attention.ts";
export { eraseUser } from "./queries.ts";
export { countOpenRequests } from "./requests.queries.ts";
