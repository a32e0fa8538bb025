export { hasJobQueue, listBacklog } from "./backlog.queries.ts";
