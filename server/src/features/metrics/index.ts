export { hasJobQueue, listBacklog } from "./queries.ts";
