export { listRequestsToExport } from "./ask.ts";
export { cleanUpRequests, countWaiting, countWaitingIn, eraseUser, isRequestWaiting } from "./queries.ts";
