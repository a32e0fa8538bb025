export { listRequestsToExport } from "./ask.ts";
export { cleanUpRequests, countWaiting, eraseUser, isRequestWaiting } from "./queries.ts";
